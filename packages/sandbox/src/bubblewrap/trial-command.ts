/** What an attacker would try first, by what it would mean: each script succeeds if the sandbox has that hole. Only bash and what is there. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  'it can write settings of the kernel below /proc/sys': '(: >> /proc/sys/kernel/core_pattern)',
  'it can write the memory of the process that watches it': '(: <> /proc/1/mem)',
  "it can make files that lend their owner's rights (set-user-id)": ': > trial && chmod 4700 trial && [ -u trial ]',
  'it can make user namespaces': 'unshare --user true',
  'it can open Unix sockets, and through them reach programs of this machine': `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0) or exit 1'`,
  // PTRACE_SEIZE, which stops nobody.
  'it can trace the process that watches it': `[ "$(uname -m)" = x86_64 ] && perl -e 'exit(syscall(101, 0x4206, 1, 0, 0) != 0)'`,
};
const FACTS = 'CapEff: 0000000000000000 CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2 ';
const HOLE = 'hole: ';

/** A command that attacks its own sandbox. Its first parameter is a path outside, where nothing must be when it has ended. */
export const TRIAL_COMMAND = [
  '{ mkdir -p "${1%/*}" && : >> "$1"; } 2>/dev/null',
  ...Object.entries(ATTEMPTS).map(([meaning, attempt]) => `{ ${attempt}; } >/dev/null 2>&1 && echo ${JSON.stringify(HOLE + meaning)}`),
  "grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status",
].join('\n');

/** The hole that is seen from outside only. */
export const WROTE_OUTSIDE = 'it can write outside the workspace';

/** What is not isolated, by what the trial command said: empty if everything is. */
export function holesIn(stdout: string, stderr: string): readonly string[] {
  const lines = stdout.split('\n');
  const holes = lines.filter((line) => line.startsWith(HOLE)).map((line) => line.slice(HOLE.length));
  const facts = lines.filter((line) => !line.startsWith(HOLE)).join('\n');
  return facts.replaceAll(/\s+/g, ' ') === FACTS ? holes : [...holes, `it has other rights than it should: ${facts}${stderr}`.trim()];
}
