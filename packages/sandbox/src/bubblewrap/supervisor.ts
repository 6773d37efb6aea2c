import type { Locale } from './locale.js';
import { STOPPED } from '../confinement/command-record.js';
import { limitLine, type ResourceLimits } from '../confinement/resource-limits.js';

/** Where Node is inside a sandbox that has a network. */
export const NODE = '/run/node';
/** How long output is waited for after the shell has ended, and how long what it left running may take to end: in 20 ms. */
const DRAIN_ROUNDS = 10;
const GRACE_ROUNDS = 25;
/** Lines of `/proc/net/snmp6` among which `Ip6OutNoRoutes` is, the thirteenth since there is such a file. */
const FIRST_COUNT6 = 10;
const COUNTS6 = 6;

/** Descriptors that the supervisor is given, by number. */
export interface SupervisorDescriptors {
  /** Where it writes its record. */
  readonly record: number;
  /** Files that take a process into a control group when 0 is written to them. */
  readonly groups: readonly number[];
  /** The stream to the proxy; undefined where there is no network. */
  readonly channel: number | undefined;
}

/**
 * The first program inside: bash that starts the shell of the command, waits for it, and keeps a record of what only it can
 * see (`command-record.ts` reads that). bwrap makes one number of exit codes and signals, and ends what is left without a
 * word. Its parameters are the script, the program of the bridge, then the parameters of the script.
 *
 * It is process 1: the kernel lets no signal of the command's through to it, it takes over orphans, and all processes end with it.
 * Processes see neither the record nor a way to it: a socket cannot be opened again by name.
 *
 * It waits for the shell as for any program in the foreground, the one way in which bash does not lose its footing when many
 * children end at once. For such a program it says on standard error which signal was its end, which the number does not: 137 is
 * also an exit code. There are two exceptions. From INT it ends itself, without a word. PIPE it passes over, which stays a number.
 * Job control gives the shell a process group of its own.
 *
 * Anywhere else than as process 1 it does nothing: there its signal to all processes would reach those of the host.
 * Until the shell of the command has been started it sets none but local variables, or such as nobody has, because each may be
 * one of the command's.
 * It is privileged to bash, which means only that variables such as BASH_ENV are not for it.
 * It speaks no language but C, whose name for a signal is the same everywhere, and loads none: that takes a fifth of the time
 * in which it starts. The language of the command is in the script.
 * Descriptors that the harness itself was started with are closed: they may lead anywhere on the host.
 */
export function supervisorScript(
  { record, groups, channel }: SupervisorDescriptors,
  { limits, locale }: { readonly limits: ResourceLimits; readonly locale: Locale },
): string {
  const speaking = assignments(locale);
  const last = Math.max(record, ...groups, channel ?? 0);
  const said = last + 1;
  return `
[ $$ = 1 ] || { echo "This is not process 1 of a sandbox." >&2; exit 126; }
export -n SHELLOPTS BASHOPTS
close_others() { local file fd; for file in /proc/self/fd/*; do fd=\${file##*/}; [ $fd -le ${last} ] || exec {fd}>&-; done; }
close_others
${groups.map((group) => `echo 0 >&${group} || { echo ungrouped >&${record}; exit 126; }; exec ${group}>&-`).join('\n')}
${channel === undefined ? '' : bridgeLines(channel, record)}
${limitLine({ ...limits, processes: limits.processes + 1 })}
unset SHLVL
${channel === undefined ? '' : 'tackroom_before=(/proc/[0-9]*)'}
exec ${said}>&2 2>&${record}
set -m
echo started >&${record}
${speaking}"$0" -c -- "$1" "$0" "\${@:3}" 2>&${said} ${said}>&- ${record}>&-
status=$?
pause() { IFS= read -r -t 0.02 -u ${record} process; }
while [ $status -ge ${STOPPED.first} ] && [ $status -le ${STOPPED.last} ] && jobs %1 >/dev/null; do pause; wait %1; status=$?; done
echo "ended $status" >&${record}
[ $status = 0 ] || ${speaking}: >/usr/.tackroom
${channel === undefined ? LEFT : LEFT_BESIDE_BRIDGE}
for ((round = 0; round < ${DRAIN_ROUNDS}; round++)); do left || break; pause; done
if [ $round = ${DRAIN_ROUNDS} ] && left; then
  echo left >&${record}
  [ $$ = 1 ] && kill -TERM -1
  for ((round = 0; round < ${GRACE_ROUNDS}; round++)); do left || break; pause; done
fi
mapfile -n 2 lines </proc/net/snmp
mapfile -s ${FIRST_COUNT6} -n ${COUNTS6} -O 2 lines </proc/net/snmp6
printf %s "\${lines[@]}" $'done\n' >&${record}
exit $status
`;
}

/** Variables before a command, for it alone. */
function assignments(locale: Locale): string {
  return Object.entries(locale)
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}' `)
    .join('');
}

/** Whether any process is there besides this one: one call of the kernel, where a look at /proc takes fifty. */
const LEFT = 'left() { kill -0 -1; } 2>/dev/null';

const LEFT_BESIDE_BRIDGE = `left() {
  local process
  for process in /proc/[0-9]*; do
    case " \${tackroom_before[*]} " in *" $process "*) ;; *) return 0 ;; esac
  done
  return 1
}`;

/**
 * Starts the bridge to the proxy and says where it listens. Through a subshell, so that it is no child of the supervisor,
 * which would be told of its end.
 */
function bridgeLines(channel: number, record: number): string {
  const variables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
  return [
    // Without the record: whoever takes the bridge over must not be able to write it.
    `IFS= read -r http_proxy < <(exec 2>/dev/null ${record}>&-; ${NODE} -e "$2" ${channel} & )`,
    `exec ${channel}>&-`,
    '[ -n "$http_proxy" ] || { echo "The proxy of the sandbox did not start." >&2; exit 126; }',
    `http_proxy=http://127.0.0.1:$http_proxy`,
    ...variables.slice(1).map((name) => `${name}=$http_proxy`),
    `no_proxy=localhost,127.0.0.1,::1 NO_PROXY=localhost,127.0.0.1,::1`,
    `export ${variables.join(' ')} no_proxy NO_PROXY`,
  ].join('\n');
}
