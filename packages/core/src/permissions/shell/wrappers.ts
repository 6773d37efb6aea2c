import type { Wrapper } from './wrapper.js';

const SETARCH: Wrapper = {
  flags: 'BFILRSTXZ3vhV',
  longFlags:
    '32bit fdpic-funcptrs short-inode addr-compat-layout addr-no-randomize whole-seconds sticky-timeouts read-implies-exec ' +
    'mmap-page-zero 3gb 4gb uname-2.6 verbose list help version show',
  startsShell: true,
};
const LONG_OF_SU = 'preserve-environment login fast pty no-pty help version';
const USER: Wrapper = {
  lines: 'c',
  longLines: 'command session-command',
  values: 'gGsw',
  longValues: 'group supp-group whitelist-environment',
  flags: 'mplfPThV',
  longFlags: LONG_OF_SU,
  opaque: /^(?:-[a-zA-Z]*s|--s(?:h|$))/,
  startsShell: true,
};

/**
 * Programs that run the command which follows their own options, by their names in {@link tableName}. A test compares the rows of
 * coreutils, findutils, util-linux, and of sudo, ltrace and systemd-inhibit where they are installed, with what their help lists. The
 * other rows were written from documentation and were not compared.
 */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    {
      values: 'aCcDghpRrTtUu',
      flags: 'ABbEHKklNnPSVv',
      longValues: 'user group host prompt close-from role type command-timeout other-user chroot chdir auth-type login-class',
      longFlags:
        'askpass bell background preserve-env set-home help remove-timestamp reset-timestamp list no-update non-interactive ' +
        'preserve-groups stdin version validate',
      assigns: true,
      opaque: /^(?:-[a-zA-Z]*[sie][a-zA-Z]*|--(?:s(?:h|$)|lo|e).*)$/,
    },
  ],
  ['doas', { values: 'uCa', flags: 'Ln', opaque: /^-[a-zA-Z]*s/ }],
  [
    'env',
    {
      values: 'uCaPLU',
      flags: 'i0v',
      longValues: 'unset chdir argv0',
      longFlags: 'ignore-environment null block-signal default-signal ignore-signal list-signal-handling debug help version',
      lines: 'S',
      longLines: 'split-string',
      assigns: true,
      splits: true,
    },
  ],
  ['nice', { values: 'n', flags: '0123456789', longValues: 'adjustment', longFlags: 'help version' }],
  [
    'ionice',
    { values: 'cn', flags: 'thV', longValues: 'class classdata', longFlags: 'ignore help version', inert: /^(?:-[pPu]|--(?:p|u))/ },
  ],
  [
    'chrt',
    {
      values: 'TPD',
      flags: 'abdefimorRvhV',
      longValues: 'sched-runtime sched-period sched-deadline',
      longFlags: 'all-tasks batch deadline ext fifo idle other rr reset-on-fork max verbose help version',
      operands: 1,
      inert: /^(?:-p|--p)/,
    },
  ],
  ['taskset', { flags: 'achV', longFlags: 'all-tasks cpu-list help version', operands: 1, inert: /^(?:-[ac]*p|--p)/ }],
  [
    'timeout',
    {
      values: 'sk',
      flags: 'vfp',
      longValues: 'signal kill-after',
      longFlags: 'foreground preserve-status verbose help version',
      operands: 1,
    },
  ],
  ...['nohup', 'catchsegv', 'eatmydata', 'distcc'].map((name) => [name, { longFlags: 'help version' }] as const),
  ['setsid', { flags: 'cfwhV', longFlags: 'ctty fork wait help version' }],
  ['stdbuf', { values: 'ioe', longValues: 'input output error', longFlags: 'help version' }],
  [
    'time',
    {
      values: 'fo',
      flags: 'aphqvVl',
      longValues: 'format output',
      longFlags: 'append portability help quiet verbose version',
    },
  ],
  ['command', { flags: 'p', inert: /^-p?[vV]/ }],
  ['builtin', {}],
  ['exec', { values: 'a', flags: 'cl' }],
  ['busybox', { inert: /^--/ }],
  ['toybox', { inert: /^--/ }],
  [
    'chroot',
    { values: 'ugG', flags: 'n', longValues: 'userspec groups', longFlags: 'skip-chdir help version', operands: 1, startsShell: true },
  ],
  [
    'flock',
    {
      values: 'wE',
      flags: 'sexunoFhV',
      longValues: 'timeout wait conflict-exit-code',
      longFlags: 'shared exclusive unlock nonblock nb close no-fork fcntl verbose help version',
      lines: 'c',
      longLines: 'command',
      operands: 1,
    },
  ],
  [
    'unshare',
    {
      values: 'SGRwl',
      attached: 'muinpUCT',
      flags: 'frchV',
      longValues:
        'setuid setgid root wd map-user map-group map-users map-groups propagation setgroups monotonic boottime owner load-interp',
      longFlags:
        'mount uts ipc net pid user cgroup time fork map-root-user map-current-user map-auto map-subids kill-child mount-proc mount-binfmt ' +
        'keep-caps forward-signals help version',
      startsShell: true,
    },
  ],
  [
    'strace',
    {
      values: 'abeEIoOpPsSuUX',
      flags: 'ACcdDfFhiknqrtTvVwxyYzZ',
      longValues:
        'env attach user detach-on interruptible trace signal signals status trace-path output string-limit columns const-print-style ' +
        'summary-sort-by summary-columns summary-syscall-overhead abbrev verbose raw read write inject fault kvm trace-fds argv0',
      longFlags:
        'daemonize follow-forks output-separately successful-only failed-only output-append-mode instruction-pointer syscall-number ' +
        'stack-traces stack-trace-frame-limit quiet silent silence relative-timestamps absolute-timestamps timestamps syscall-times no-abbrev ' +
        'strings-in-hex decode-fds decode-pids pidns-translation summary summary-only summary-wall-clock debug help version seccomp-bpf tips',
      opaque: /^(?:-[a-zA-Z]*o|--o)/,
    },
  ],
  [
    'ltrace',
    {
      values: 'aADeFlnopsuxXw',
      flags: 'bcCfhiLrStTV',
      longValues: 'align debug config library indent output where',
      longFlags: 'no-signals demangle help version',
    },
  ],
  [
    'watch',
    {
      values: 'nqs',
      attached: 'd',
      flags: 'bcCegfprtwhv',
      longValues: 'interval equexit shotsdir',
      longFlags: 'beep color no-color differences errexit chgexit follow precise no-rerun no-title no-wrap help version',
      opaque: /^(?:-[a-zA-Z]*x|--e?x)/,
      joins: true,
    },
  ],
  ['su', { ...USER, operands: 1, takesNoCommand: true }],
  // With -u it takes a command, and without it a user and words for a shell.
  ['runuser', { opaque: /(?:)/, startsShell: true }],
  [
    'script',
    {
      lines: 'c',
      longLines: 'command',
      values: 'EImoBTO',
      attached: 't',
      flags: 'aefqkrpdFhV',
      longValues: 'log-in log-out log-io log-timing logging-format echo output-limit',
      longFlags: 'append return flush force quiet timing help version',
      operands: 1,
      takesNoCommand: true,
      startsShell: true,
    },
  ],
  [
    'scriptlive',
    {
      lines: 'c',
      longLines: 'command',
      values: 'tTIBdm',
      flags: 'hV',
      longValues: 'timing log-timing log-in log-io divisor maxdelay',
      longFlags: 'help version',
      takesNoCommand: true,
      startsShell: true,
    },
  ],
  [
    'xvfb-run',
    {
      values: 'efnpsw',
      flags: 'ahl',
      longValues: 'error-file auth-file server-num xauth-protocol server-args wait',
      longFlags: 'auto-servernum auto-display help listen-tcp',
    },
  ],
  ['setarch', SETARCH],
  ...['x86_64', 'i386', 'i486', 'i586', 'i686', 'linux32', 'linux64', 'aarch64', 'armv8l', 'uname26', 'ppc64', 's390x'].map(
    (name) => [name, SETARCH] as const,
  ),
  [
    'prlimit',
    {
      values: 'o',
      attached: 'cdefilmnqrstuvxy',
      flags: 'hV',
      longValues: 'output',
      longFlags:
        'noheadings raw verbose help version core data nice fsize sigpending memlock rss nofile msgqueue rtprio stack cpu nproc as locks rttime',
      inert: /^(?:-p|--pi?d?(?:=|$))/,
    },
  ],
  ['choom', { values: 'n', flags: 'hV', longValues: 'adjust', longFlags: 'help version', inert: /^(?:-p|--p)/ }],
  ['uclampset', { values: 'mM', flags: 'aRvhV', longFlags: 'all-tasks reset-on-fork verbose help version', inert: /^(?:-[ps]|--[ps])/ }],
  [
    'setpriv',
    {
      flags: 'dhV',
      longValues:
        'ruid euid rgid egid reuid regid groups inh-caps ambient-caps bounding-set securebits pdeathsig ptracer selinux-label ' +
        'apparmor-profile landlock-access landlock-rule seccomp-filter',
      longFlags: 'dump nnp no-new-privs clear-groups keep-groups init-groups reset-env list-caps help version',
    },
  ],
  ['fakeroot', { values: 'lfsib', flags: 'uhv', longValues: 'lib faked fd-base', longFlags: 'unknown-is-real', startsShell: true }],
  ['fakechroot', { values: 'lecdb', flags: 'sh', longValues: 'lib elfloader bindir environment config-dir', startsShell: true }],
  ['unbuffer', { flags: 'p' }],
  ['pkexec', { longValues: 'user', longFlags: 'disable-internal-agent keep-cwd help version', startsShell: true }],
  ['dbus-run-session', { longValues: 'config-file', longFlags: 'help version', opaque: /^--d/ }],
  ['systemd-inhibit', { flags: 'h', longValues: 'what who why mode', longFlags: 'help version no-pager no-legend no-ask-password list' }],
  ['faketime', { values: 'p', flags: 'mf', longFlags: 'exclude-monotonic help version', opaque: /^--d/, operands: 1 }],
  ['valgrind', { flags: 'hqvd', joinsValues: true }],
  ['cgexec', { values: 'g', flags: 'h', longFlags: 'sticky help' }],
  [
    'numactl',
    {
      values: 'imMNCpwPb',
      flags: 'alHs',
      longValues: 'interleave weighted-interleave membind cpunodebind physcpubind preferred preferred-many',
      longFlags: 'all localalloc hardware show balancing cpu-compress',
    },
  ],
  ['proxychains', { values: 'f', flags: 'q' }],
  ['torsocks', { values: 'uaP', flags: 'qi' }],
  ['rlwrap', { values: 'bCDefgHlmMOpPqrsStw', flags: 'aAcEhiInoRuvWXz1234NU' }],
  ['ts', { values: 'u', flags: 'rims' }],
  ['chronic', { flags: 've' }],
  ['ifne', { flags: 'n' }],
  ['lckdo', { values: 'wW', flags: 'xseqE' }],
  ['newgrp', { operands: 1, flags: 'l', takesNoCommand: true, startsShell: true }],
  ['sg', { lines: 'c', flags: 'l', operands: 1, joins: true, startsShell: true }],
  ['ccache', { values: 'Mkop', opaque: /^--/ }],
  [
    'npx',
    {
      values: 'pw',
      flags: 'yq',
      longValues: 'package workspace',
      longFlags: 'yes no no-install quiet workspaces include-workspace-root offline prefer-offline help version',
      lines: 'c',
      longLines: 'call',
    },
  ],
  ['pnpx', { values: 'p', longValues: 'package', lines: 'c', flags: 's', longFlags: 'silent shell-mode' }],
  ['bunx', { values: 'p', longValues: 'package', longFlags: 'bun silent verbose no-install' }],
  [
    'uvx',
    {
      values: 'p',
      flags: 'qvn',
      longValues: 'from with python with-editable with-requirements index',
      longFlags: 'isolated quiet verbose no-cache offline help version',
    },
  ],
  ['caffeinate', { values: 'tw', flags: 'disum' }],
  [
    'xargs',
    {
      values: 'nLPdEsaIJRS',
      attached: 'el',
      flags: '0rtpxo',
      longValues: 'max-args max-procs max-chars delimiter arg-file process-slot-var',
      longFlags: 'null eof max-lines no-run-if-empty verbose interactive exit open-tty show-limits help version',
      adds: true,
      replaces: 'I',
    },
  ],
]);
