import { ToolFailure } from '@tackroom/core';
import type { FakeCommand } from '@tackroom/testing';

/** What bash would say to the commands of the sandbox suite. */
export const COMMANDS: readonly FakeCommand[] = [
  ['printf out; printf err >&2; exit 3', { stdout: 'out', stderr: 'err', exitCode: 3 }],
  ['kill -9 $$', { signal: 'SIGKILL' }],
  ['no_such_command_here', { stderr: 'bash: line 1: no_such_command_here: command not found\n', exitCode: 127 }],
  ['cat', ({ options }) => ({ stdout: options.stdin ?? '' })],
  [
    'pwd',
    ({ options: { cwd = '' } }) => {
      if (cwd === 'gone') throw new ToolFailure('There is no such directory.', { code: 'SANDBOX_CWD_MISSING' });
      return { stdout: `/workspace/${cwd}\n` };
    },
  ],
  ['cd sub; export LEFT=over; set -e', {}],
  ['printf %s "$LEFT"; false; printf on', { stdout: 'on' }],
  ['printf %s "$GREETING$TACKROOM_CONTRACT_SECRET"', ({ options }) => ({ stdout: options.env?.['GREETING'] ?? '' })],
  ['printf "%s|" "$@"', ({ options }) => ({ stdout: (options.args ?? []).map((arg) => `${arg}|`).join('') })],
  [/^printf %s "\$2"; :/, ({ options }) => ({ stdout: options.args?.[1] ?? '' })],
  [/^printf '\\xe2'/, { stdout: '€', stderr: 'warn' }],
  ['printf ok', { stdout: 'ok' }],
  ['printf new > sub/new', {}],
  ['cat sub/new', { stdout: 'new' }],
  ['printf begin; yes x | head -c 1000000; printf end', { stdout: `begin${'x\n'.repeat(500_000)}end` }],
  ['echo before; sleep 30', { stdout: 'before\n', durationMs: 30_000 }],
  ['sleep 30 & printf started', { stdout: 'started' }],
  ['sleep 0.2; printf slow', { stdout: 'slow', durationMs: 20 }],
  [/^printf %s "\$#:\$0"/, { stdout: '0:bash' }],
];
