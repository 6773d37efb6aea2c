/**
 * Options with more than one name, by program or program and subcommand: the names of one option are in one entry, letters
 * and long names without dashes. `D=d f` is a letter that stands for several. From the manuals of coreutils 9.5, git 2.47,
 * docker 27, kubectl 1.31, npm 10, curl 8, GNU tar 1.35, apt 2.9.
 */
export const OPTION_NAMES: Readonly<Record<string, readonly string[]>> = {
  rm: ['r R recursive', 'f force', 'd dir', 'i interactive', 'v verbose'],
  cp: ['r R recursive', 'a archive', 'f force', 'n no-clobber', 't target-directory'],
  mv: ['f force', 'n no-clobber', 't target-directory'],
  ln: ['s symbolic', 'f force', 't target-directory'],
  chmod: ['R recursive'],
  chown: ['R recursive'],
  chgrp: ['R recursive'],
  shred: ['u remove', 'f force', 'z zero'],
  mkdir: ['p parents', 'm mode'],
  grep: ['r recursive', 'R dereference-recursive', 'i ignore-case', 'v invert-match', 'l files-with-matches'],
  sort: ['o output', 'r reverse', 'u unique'],
  sed: ['i in-place', 'n quiet silent', 'e expression', 'f file'],
  kill: ['s signal', 'l list'],
  tar: ['x extract get', 'c create', 't list', 'f file', 'z gzip', 'j bzip2', 'C directory', 'P absolute-names', 'r append', 'u update'],
  curl: ['X request', 'd data', 'o output', 'O remote-name', 'T upload-file', 'F form', 'H header', 'k insecure', 'L location', 'K config'],
  wget: ['O output-document', 'P directory-prefix', 'i input-file', 'r recursive', 'm mirror'],
  rsync: ['e rsh', 'a archive', 'r recursive', 'n dry-run'],
  git: ['C', 'c', 'p paginate'],
  'git add': ['A all no-ignore-removal', 'f force', 'u update', 'p patch'],
  'git branch': ['d delete', 'f force', 'm move', 'D=d f', 'M=m f', 'c copy', 'C=c f'],
  'git checkout': ['f force', 'b', 'B', 'p patch'],
  'git clean': ['f force', 'n dry-run', 'q quiet', 'i interactive', 'e exclude'],
  'git commit': ['a all', 'n no-verify', 'm message', 'S gpg-sign', 'F file', 's signoff'],
  'git fetch': ['f force', 'p prune', 'a append', 't tags'],
  'git merge': ['m message', 's strategy', 'X strategy-option'],
  'git pull': ['r rebase', 'f force'],
  'git push': ['f force', 'd delete', 'u set-upstream', 'n dry-run'],
  'git rebase': ['i interactive', 'x exec', 'f force-rebase no-ff'],
  'git reset': ['p patch', 'q quiet'],
  'git switch': ['f force discard-changes', 'c create', 'C force-create', 'd detach'],
  'git tag': ['d delete', 'f force', 'a annotate', 's sign', 'm message'],
  'docker run': ['d detach', 'e env', 'i interactive', 'p publish', 't tty', 'u user', 'v volume', 'w workdir'],
  'docker exec': ['d detach', 'e env', 'i interactive', 't tty', 'u user', 'w workdir'],
  'docker rm': ['f force', 'v volumes', 'l link'],
  'docker rmi': ['f force'],
  'docker prune': ['a all', 'f force'],
  kubectl: ['n namespace', 'A all-namespaces', 'f filename', 'l selector', 's server'],
  npm: ['g global', 'f force', 'D save-dev', 'w workspace', 'y yes'],
  pip: ['U upgrade', 'r requirement', 'e editable', 'y yes'],
  apt: ['y yes assume-yes', 'f fix-broken', 'o option'],
  'apt-get': ['y yes assume-yes', 'f fix-broken', 'o option'],
};

/** Programs whose options are whole words after one dash: `find -delete`, `terraform -auto-approve`. */
export const WHOLE_WORD_OPTIONS: ReadonlySet<string> = new Set(
  'find terraform tofu java javac go gcc g++ cc c++ clang clang++ ffmpeg ffprobe openssl convert magick nmap socat sqlite3 expect adb'.split(
    ' ',
  ),
);
