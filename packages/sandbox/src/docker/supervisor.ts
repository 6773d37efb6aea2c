import { STOPPED } from '../confinement/command-record.js';
import { RUN_FROM_DESCRIPTOR } from '../process/command-session.js';

/** Where commands find what was put for them; nothing there can be changed from inside. */
export const INPUT = '/run/tackroom/in';
/** The file in which the supervisor says how commands went. */
export const JOURNAL = '/run/tackroom/journal';
export const SUPERVISOR_FILE = 'supervise';

/** What process 1 of a container does: it says that it is there, and ends when this process, which holds its input, does. */
export const FIRST_PROCESS = "printf 'ready\\n'; while read -r; do :; done";

/** Bash waits this long between two looks, in milliseconds. */
export const PAUSE_MS = 20;
/** Looks between TERM and KILL for what a command left behind: half a second. */
const PAUSES_FOR_LEFTOVERS = 25;
/** Looks before what does not end is given up: five seconds. */
const PAUSES_BEFORE_GIVING_UP = 250;

/**
 * Bash that runs inside a container, one for each command and one for each that is to be ended:
 *
 *     supervise run ID DIRECTORY [argument …]
 *     supervise stop ID PAUSES
 *
 * `run` says in the journal `s ID` before the script starts, `d ID` if the directory is not there, and when all has ended
 * `e ID STATUS LEFT OOM`: the exit code, how many processes were left behind, how many the kernel killed for memory; then
 * `signal` if one ended the script, as bash says on standard error. `stop` sends TERM to everything that belongs to the command,
 * and KILL after so many pauses.
 *
 * The engine starts programs without a parent inside. So where no other command has such a root, every process belongs to
 * this one; else those do that carry its number in their environment, or are in a process group with one that does. From
 * the moment when the script runs only builtins are used: no process can be had where a script has taken all there may be.
 */
export const SUPERVISOR = `mode=$1 id=$2
from=${INPUT}/$id
# A terminal that nobody types at: waiting for it needs no process.
exec 9>&2 2>/dev/null
exec 7<>/dev/ptmx || exec 7<> <(:)

pause() { read -rt 0.0${PAUSE_MS} -u 7 _; }

carries_number() {
  local variable
  while IFS= read -r -d '' variable; do
    [ "$variable" = "TACKROOM_COMMAND=$id" ] && return 0
  done <"/proc/$1/environ"
  return 1
}

# Sets left (what belongs to the command), alone, and supervised (whether its supervisor is there).
look() {
  local file stat fields words word process
  local -a processes=()
  local -A group_of=() groups=()
  [ -n "$group" ] && groups[$group]=1
  left=() alone=1 supervised=0
  for file in /proc/[0-9]*; do
    process=\${file#/proc/}
    stat=
    IFS= read -r -d '' stat <"$file/stat"
    fields=(\${stat##*) })
    case "$process,\${fields[0]}" in *, | 1,* | "$$",* | *,Z | *,X) continue ;; esac
    if [ "\${fields[1]}" = 0 ]; then
      words=()
      while IFS= read -r -d '' word; do words+=("$word"); done <"$file/cmdline"
      if [ "\${words[3]}" != "$id" ]; then alone=0
      elif [ "\${words[2]}" = run ]; then supervised=1
      fi
      continue
    fi
    processes+=("$process")
    group_of[$process]=\${fields[2]}
  done
  if ((alone)); then
    left=("\${processes[@]}")
    return
  fi
  for process in "\${processes[@]}"; do
    carries_number "$process" && groups[\${group_of[$process]}]=1 && left+=("$process")
  done
  for process in "\${processes[@]}"; do
    case " \${left[*]} " in *" $process "*) continue ;; esac
    [ -n "\${groups[\${group_of[$process]}]}" ] && left+=("$process")
  done
}

# Ends what belongs to the command: TERM, then KILL after so many pauses. Fails if something withstands.
finish() {
  local pauses=$1 turn process
  local -A told=()
  for ((turn = 0; turn < pauses + ${PAUSES_BEFORE_GIVING_UP}; turn++)); do
    ((turn > 0)) && look
    ((\${#left[@]} == 0)) && { [ "$mode" = run ] || ((!supervised)); } && return 0
    if ((turn < pauses)); then
      for process in "\${left[@]}"; do
        [ -n "\${told[$process]}" ] || kill -TERM "$process"
        told[$process]=1
      done
    elif ((alone && turn > pauses + 5)); then
      # What multiplies faster than it can be counted.
      kill -KILL -1
    else
      kill -KILL "\${left[@]}"
    fi
    pause
  done
  return 1
}

if [ "$mode" = stop ]; then
  look
  finish "$3"
  exit
fi

killed_for_memory() {
  local file name count
  kills=0
  for file in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
    [ -r "$file" ] || continue
    while read -r name count; do [ "$name" = oom_kill ] && kills=$count; done <"$file"
  done
}

directory=$3
shift 3
[ -d /tmp/home ] || mkdir /tmp/home
cd "$directory" || { echo "d $id" >>${JOURNAL}; exit 125; }
variables=(TACKROOM_COMMAND="$id")
while IFS= read -r -d '' variable; do variables+=("$variable"); done <"$from/environment"
ulimit -c 0
killed_for_memory
kills_before=$kills
# For what bash says of its job.
exec 8<> <(:)
set -m
[ -e "$from/stop" ] && exit 125
echo "s $id" >>${JOURNAL}
exec 2>&8
if [ -e "$from/is-long" ]; then
  env "\${variables[@]}" "$BASH" -c '${RUN_FROM_DESCRIPTOR}' "$BASH" "$@" 3<"$from/script" 2>&9 7<&- 8<&- 9>&- &
else
  env "\${variables[@]}" "$BASH" -c -- "$(<"$from/script")" "$BASH" "$@" 2>&9 7<&- 8<&- 9>&- &
fi
group=$!
wait "$group"
status=$?
while ((status >= ${STOPPED.first} && status <= ${STOPPED.last})) && jobs %1 >/dev/null; do
  pause
  wait "$group"
  status=$?
done
exec 2>/dev/null
ending=
read -t 0 -u 8 && ending=signal
look
left_behind=\${#left[@]}
finish ${PAUSES_FOR_LEFTOVERS}
killed_for_memory
echo "e $id $status $left_behind $((kills - kills_before)) $ending" >>${JOURNAL}
exit "$status"
`;
