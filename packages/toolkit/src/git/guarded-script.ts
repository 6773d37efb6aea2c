/** How the script ends when it refuses to run git at all. Git itself ends with 1, 128 or 129. */
export const GUARD_CODES = Object.freeze({ noDirectory: 91, noRepository: 92, outside: 93, borrowed: 94 });

/**
 * Runs git in a repository that nobody vouches for: `$1` is the directory, `$2` `rooted` or `open`, `$3` `reader` or `writer`, the rest
 * are git's arguments. Started in the root of the workspace. What a repository may say to git can name programs, so:
 *
 * - the repository, its files and what they belong to must lie in the workspace, and borrow no objects from outside; only a
 *   linked worktree may have its repository elsewhere, if that names the worktree in turn, which nothing in the workspace can forge;
 * - no variable of git's comes from outside, and no transport, hook, pager, editor or helper is left to be called;
 * - a directory is not a repository for what it holds, only by the name `.git`;
 * - settings that run programs or read files elsewhere are overridden for each name that the repository's own
 *   configuration gives them, files that it includes among them. The user's configuration is the user's.
 */
export const GUARDED_GIT = `
root=$(pwd -P)
cd -P -- "\${1:-.}" || exit ${GUARD_CODES.noDirectory}
inside() { [ "$rooted" = open ] && return; local real; real=$(cd -P -- "$1" && pwd -P) || return; [[ $real/ == "\${root%/}"/* ]]; }
rooted=$2 mode=$3
shift 3
for name in \${!GIT_@}; do unset "$name"; done
export LC_ALL=C GIT_TERMINAL_PROMPT=0 GIT_EDITOR=true GIT_SEQUENCE_EDITOR=true GIT_PAGER=cat GIT_ASKPASS= SSH_ASKPASS= GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 GIT_LITERAL_PATHSPECS=1
[ "$mode" = reader ] && export GIT_OPTIONAL_LOCKS=0
[ -z "\${TACKROOM_GIT_NAME-}" ] || export GIT_AUTHOR_NAME=$TACKROOM_GIT_NAME GIT_COMMITTER_NAME=$TACKROOM_GIT_NAME GIT_AUTHOR_EMAIL=$TACKROOM_GIT_EMAIL GIT_COMMITTER_EMAIL=$TACKROOM_GIT_EMAIL
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.bareRepository GIT_CONFIG_VALUE_0=explicit
inside . || exit ${GUARD_CODES.outside}
[ "$rooted" = open ] || export GIT_CEILING_DIRECTORIES=\${root%/*}
places=$(git rev-parse --path-format=absolute --show-toplevel --git-dir --git-common-dir) || exit ${GUARD_CODES.noRepository}
{ read -r tree; read -r dir; read -r common; } <<< "$places"
linked() {
  local back
  [ -f "$tree/.git" ] && [ ! -L "$tree/.git" ] && [[ $dir == "$common"/worktrees/* ]] || return
  read -r back < "$dir/gitdir" || return
  (cd -P -- "$dir" && [ "$back" -ef "$tree/.git" ])
}
inside "$tree" || exit ${GUARD_CODES.outside}
inside "$dir" && inside "$common" || linked || exit ${GUARD_CODES.outside}
[ "$rooted" = open ] || [ ! -s "$common/objects/info/alternates" ] || exit ${GUARD_CODES.borrowed}
count=1
override() { export "GIT_CONFIG_KEY_$count=$1" "GIT_CONFIG_VALUE_$count=$2"; count=$((count + 1)); }
while IFS= read -r -d '' name; do
  case \${name,,} in
    filter.*.required | remote.*.promisor) override "$name" false ;;
    gpg.format) override "$name" openpgp ;;
    gpg.mintrustlevel) override "$name" undefined ;;
    filter.* | diff.*.command | diff.*.textconv | merge.*.driver | credential.* | trailer.*.command | trailer.*.cmd | gpg.*) override "$name" '' ;;
  esac
done < <(git config --null --name-only --list --includes --local; git config --null --name-only --list --includes --worktree 2>/dev/null)
for setting in core.fsmonitor=false core.hooksPath=/dev/null core.sshCommand=false core.gitProxy= core.pager=cat core.editor=true core.askPass= \\
  core.attributesFile=/dev/null core.alternateRefsCommand=true credential.helper= diff.external= interactive.diffFilter= sequence.editor=true \\
  log.showSignature=false commit.gpgSign=false tag.gpgSign=false commit.template=/dev/null mailmap.file=/dev/null gc.auto=0 maintenance.auto=false \\
  submodule.recurse=false protocol.allow=never color.ui=false core.quotePath=false; do
  override "\${setting%%=*}" "\${setting#*=}"
done
export GIT_CONFIG_COUNT=$count
exec git --no-pager --git-dir="$dir" --work-tree="$tree" "$@"
`;
