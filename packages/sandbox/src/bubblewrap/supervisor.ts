import { limitLine, type ResourceLimits } from '../confinement/resource-limits.js';

/** Where Node is inside a sandbox that has a network. */
export const NODE = '/run/node';
/** How long output is waited for after the shell has ended, and how long what it left running may take to end: in 20 ms. */
const DRAIN_ROUNDS = 10;
const GRACE_ROUNDS = 25;

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
 * It is process 1: the kernel lets no signal of the command's through to it, it takes over orphans, and all processes end with it. Job
 * control is on because only the text of `jobs` tells an exit code of 137 from a death by KILL; without it the shell
 * would also start deaf to INT. Processes see neither the record nor a way to it: a socket cannot be opened again by name.
 * Anywhere else than as process 1 it does nothing: there its signal to all processes would reach those of the host.
 * Descriptors that the harness itself was started with are closed: they may lead anywhere on the host.
 */
export function supervisorScript({ record, groups, channel }: SupervisorDescriptors, limits: ResourceLimits): string {
  const last = Math.max(record, ...groups, channel ?? 0);
  return `
[ $$ = 1 ] || { echo "This is not process 1 of a sandbox." >&2; exit 126; }
echo started >&${record}
for file in /proc/self/fd/*; do fd=\${file##*/}; [ $fd -le ${last} ] || exec {fd}>&-; done
${groups.map((group) => `echo 0 >&${group} || { echo ungrouped >&${record}; exit 126; }; exec ${group}>&-`).join('\n')}
${channel === undefined ? '' : bridgeLines(channel)}
${limitLine(limits)}
unset SHLVL
trap 'LC_ALL=C jobs >&${record}' CHLD
${channel === undefined ? '' : 'before=(/proc/[0-9]*)'}
set -m
"$0" -c -- "$1" "$0" "\${@:3}" <&0 ${record}>&- &
shell=$!
while wait -f $shell; status=$?; kill -0 $shell; do :; done 2>/dev/null
wait $shell 2>/dev/null; again=$?
[ $again = 127 ] || status=$again
trap - CHLD
echo "ended $status" >&${record}
[ $status = 0 ] || : 2>&${record} >/usr/.tackroom
${channel === undefined ? LEFT : LEFT_BESIDE_BRIDGE}
pause() { IFS= read -r -t 0.02 -u ${record} process; }
for ((round = 0; round < ${DRAIN_ROUNDS}; round++)); do left || break; pause; done
if left; then
  echo left >&${record}
  [ $$ = 1 ] && kill -TERM -1
  for ((round = 0; round < ${GRACE_ROUNDS}; round++)); do left || break; pause; done
fi
{ mapfile -n 2 counts </proc/net/snmp; mapfile -n 30 counts6 </proc/net/snmp6; } 2>/dev/null
for count in "\${counts6[@]}"; do [[ $count = Ip6OutNoRoutes* ]] && counts+=("$count"); done
printf %s "\${counts[@]}" $'done\n' >&${record}
exit $status
`;
}

/** Whether any process is there besides this one: one call of the kernel, where a look at /proc takes fifty. */
const LEFT = 'left() { kill -0 -1; } 2>/dev/null';

const LEFT_BESIDE_BRIDGE = `left() {
  local process
  for process in /proc/[0-9]*; do
    case " \${before[*]} /proc/$shell " in *" $process "*) ;; *) return 0 ;; esac
  done
  return 1
}`;

/**
 * Starts the bridge to the proxy and says where it listens. Through a subshell, so that it is no child of the supervisor,
 * which would be told of its end.
 */
function bridgeLines(channel: number): string {
  const variables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
  return [
    `IFS= read -r http_proxy < <(exec 2>/dev/null; ${NODE} -e "$2" ${channel} & )`,
    `exec ${channel}>&-`,
    '[ -n "$http_proxy" ] || { echo "The proxy of the sandbox did not start." >&2; exit 126; }',
    `http_proxy=http://127.0.0.1:$http_proxy`,
    ...variables.slice(1).map((name) => `${name}=$http_proxy`),
    `no_proxy=localhost,127.0.0.1,::1 NO_PROXY=localhost,127.0.0.1,::1`,
    `export ${variables.join(' ')} no_proxy NO_PROXY`,
  ].join('\n');
}
