/**
 * Bash that runs inside. Each is one line, because OpenShell takes no control characters in arguments; what a script works on
 * comes by standard input.
 */

/** Says where the sandbox works, makes the directories there, and fails if a program is missing. */
export const SET_UP = oneLine(String.raw`
  base=$(pwd -P) && [ "$base" != / ] || { echo "its working directory is /" >&2; exit 1; };
  for program in tar find base64 grep tr env rm sleep; do command -v "$program" >/dev/null || { echo "its image has no $program" >&2; exit 1; }; done;
  find / -maxdepth 0 -printf "" || { echo "its image has no GNU find" >&2; exit 1; };
  mkdir -p "$base/project" "$base/.tackroom/run" && printf %s "$base"`);

const LIST = String.raw`find . -mindepth 1 -printf "%y\0%i:%s:%C@\0%m\0%P\0%l\0" 2>/dev/null | base64 -w 0`;

/** Names every entry below `$1`: its kind, a stamp that no program can set, its mode, its path and where it points. */
export const LIST_TREE = `cd "$1" && { ${LIST}; }`;

/** Takes away below `$1` what is named, puts there what an archive (`$3` in `$2`) holds, and names every entry as it is then. */
export const TAKE_OVER = oneLine(`
  cd "$1" && while IFS= read -r -d "" path; do rm -rf -- "$path"; done;
  [ -z "$3" ] || { tar -xpf "$2/$3" && rm -f "$2/$3"; } || exit 1;
  ${LIST}`);

/** Packs what is named below `$1` into an archive (`$3` in `$2`); directories so that whoever unpacks them can remove them again. */
export const PACK = oneLine(`
  cd "$1" && { tar -cf "$2/$3" --mode=u+rwX --no-recursion --ignore-failed-read --null -T - 2>/dev/null; [ $? -le 1 ] && [ -s "$2/$3" ]; }`);

/** Removes an archive (`$3` in `$2`) that was fetched. */
export const DROP = 'rm -f "$2/$3"';

/**
 * Ends whatever carries the number of a command in its environment, wherever it went: TERM, and KILL after so many
 * twentieths of a second. Says in `found` whether there was anything.
 */
const END_LEFT = `
  end_left() {
    local tries=0 told= left; found=0;
    while left=$(grep -lszxF -- "TACKROOM_COMMAND=$id" /proc/[0-9]*/environ); left=$(printf %s "$left" | tr -c 0-9 " "); [ -n "\${left// /}" ]; do
      found=1;
      if [ "$tries" -ge "$1" ]; then kill -KILL $left; elif [ -z "$told" ]; then kill -TERM $left; told=1; fi;
      tries=$((tries + 1)); [ "$tries" -gt $(($1 + 100)) ] && return 1;
      sleep 0.05;
    done;
  };`;

/**
 * Runs a command; `$1` is the directory for records. Standard input holds, each ended by NUL: the command's number, a secret
 * word, the directory, how many variables, those, how many arguments, the script, those; what follows is the command's own
 * input. When the command has ended, and all that it started, the word comes last on standard error, with the status and
 * with whether anything was left.
 */
export const RUN = oneLine(`
  exec 3>&2 2>/dev/null;
  take() { IFS= read -r -d "" REPLY; };
  finish() { printf "\\n%s %s %s\\n" "$word" "$1" "$2" >&3; exit "$1"; };
  ${END_LEFT}
  take; id=$REPLY; take; word=$REPLY; take; directory=$REPLY;
  take; count=$REPLY; variables=("TACKROOM_COMMAND=$id"); while ((count-- > 0)); do take; variables+=("$REPLY"); done;
  take; count=$REPLY; take; script=$REPLY; args=(); while ((count-- > 0)); do take; args+=("$REPLY"); done;
  record=$1/$id; cd -- "$directory" || finish 125 missing;
  : >"$record"; [ -e "$record.stop" ] && { : >"$record.end"; finish 143 0; };
  if [ "\${#script}" -le 25000 ]; then
    env "\${variables[@]}" "$BASH" -c -- "$script" "$BASH" "\${args[@]}" 2>&3 3>&-; status=$?;
  else
    printf %s "$script" >"$record.script";
    env "\${variables[@]}" "$BASH" -c 'set -- "$(<"$1")" "$@"; rm -f -- "$2"; eval "shift 2; $1"' "$BASH" "$record.script" "\${args[@]}" 2>&3 3>&-; status=$?;
  fi;
  end_left 10; : >"$record.end"; finish "$status" "$found"`);

/** Ends a command: `$1` is the directory for records, `$2` its number, `$3` how many twentieths of a second it has after TERM. */
export const STOP = oneLine(`
  ${END_LEFT}
  id=$2; record=$1/$id; : >"$record.stop"; [ -e "$record" ] || exit 0; printf started;
  for ((round = 0; round < 100; round++)); do end_left "$3"; [ -e "$record.end" ] && exit; sleep 0.05; done`);

function oneLine(script: string): string {
  return script.trim().replaceAll(/\s*\n\s*/g, ' ');
}
