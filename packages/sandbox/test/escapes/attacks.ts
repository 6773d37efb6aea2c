/** One way out that a command may try. Its script says WON, in its output or in the world, if it gets there. */
export interface Attack {
  readonly name: string;
  /**
   * Bash. It is given `WORLD` (a directory of the host outside the workspace, with `secret`), `SOCKET` and `PORT`, `PORT6`,
   * `UDP` (where the host listens and answers WON), and `HOST_PID`.
   */
  readonly script: string;
  /** Works without a sandbox for root only. */
  readonly needsRoot?: true;
  readonly needsIpv6?: true;
  /** Calls the kernel by numbers of this architecture. */
  readonly onX64?: true;
  /** Changes what programs outside would run or obey: to be judged by the workspace itself where commands have a copy. */
  readonly changesWorkspace?: true;
  /** Where it is shown to work: with no sandbox, or in bwrap as its manual shows it first (`bwrap --ro-bind / /`). */
  readonly worksIn?: 'plain bwrap';
}

const perl = (program: string): string => `perl -MSocket -e '${program}'`;
/** With `$id`, a child that waits. */
const forked = (program: string): string => perl(`my $id = fork; if (!$id) { sleep 5; exit } ${program}; kill 9, $id`);
const unixConnect = 'socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die $!; connect($s, pack_sockaddr_un(ADDRESS)) or die $!; print <$s>';

// Node fills such a name up with zeros or does not, by its version.
const abstractConnect = ['a108', 'a*'].map((name) => `connect($s, pack("S ${name}", AF_UNIX, "\\0$ENV{ABSTRACT}"))`).join(' || ');

/** Calls that make a file with set-user-id or set-group-id, or give it such a mode. */
const SET_ID = {
  chmod: 'chmod(04755, "f") and print "WON"',
  fchmod: 'open(my $f, "<", "f"); chmod(02755, $f) and print "WON"',
  fchmodat: 'syscall(268, -100, $old, 04755) == 0 and print "WON"',
  open: 'syscall(2, $new, 0101, 04755) >= 0 and print "WON"',
  'open as a file without a name': 'sysopen(my $f, ".", 020200001, 04755) and print "WON"',
  openat: 'syscall(257, -100, $new, 0101, 06755) >= 0 and print "WON"',
  creat: 'syscall(85, $new, 04755) >= 0 and print "WON"',
  mknod: 'syscall(133, $new, 0104755, 0) == 0 and print "WON"',
  mknodat: 'syscall(259, -100, $new, 0102755, 0) == 0 and print "WON"',
  openat2: 'my $how = pack("QQQ", 0101, 04755, 0); syscall(437, -100, $new, $how, 24) >= 0 and print "WON"',
};
export const SET_ID_CALLS: readonly string[] = Object.keys(SET_ID);

/** Every attack of the suite. Each is run in a fresh workspace that is a git repository with a hook. */
export const ATTACKS: readonly Attack[] = [
  { name: 'reading a file outside', script: 'cat "$WORLD/secret"' },
  { name: 'reading through a link in the workspace', script: 'ln -s "$WORLD" link; cat link/secret' },
  { name: 'writing outside', script: 'echo WON > "$WORLD/written"; cat "$WORLD/written"' },
  { name: 'writing to a program', script: 'f=$(command -v env); [ -w "$f" ] && echo WON', needsRoot: true },
  { name: 'reading the passwords', script: 'grep -q . /etc/shadow && echo WON', needsRoot: true },
  {
    name: 'mounting the system anew, writable',
    script: 'mount -o remount,bind,rw / && touch /tackroom-remounted && rm /tackroom-remounted && echo WON',
    needsRoot: true,
    worksIn: 'plain bwrap',
  },
  {
    name: 'settings of the kernel',
    // Opened, not written: that is enough to know, and changes nothing.
    script: 'for f in /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sys/fs/suid_dumpable; do (: >> "$f") && echo WON; done',
    needsRoot: true,
  },
  { name: 'the memory of another process', script: 'sleep 5 & : <> "/proc/$!/mem" && echo WON; kill $!' },
  {
    name: 'the memory of another process, by a call',
    onX64: true,
    // process_vm_readv of a place that parent and child have in common.
    script: forked(
      'my ($w, $b) = ("1" x 8, "0" x 8); my $at = sub { pack("QQ", unpack("Q", pack("P", $_[0])), 8) }; syscall(310, $id, $at->($b), 1, $at->($w), 1, 0) == 8 and print "WON"',
    ),
  },
  { name: 'tracing another process', onX64: true, script: forked('syscall(101, 16, $id, 0, 0) == 0 and print "WON"') },
  ...Object.entries(SET_ID).map(([call, program]) => ({
    name: `a file that lends its owner's rights: ${call}`,
    script: `: > f; ${perl(`my ($old, $new) = ("f", "new"); ${program}`)}`,
    onX64: true as const,
  })),
  {
    name: 'a file system of its own',
    script: 'mkdir -p m; unshare --user --map-root-user --mount bash -c "mount -t tmpfs x m && echo WON"',
  },
  { name: 'making a device', script: 'mknod device c 1 3 && echo WON', needsRoot: true },
  { name: 'the root of another process', script: 'for id in 1 2 "$HOST_PID"; do cat "/proc/$id/root$WORLD/secret"; done', needsRoot: true },
  {
    name: 'seeing processes of the host',
    script: '[ -d "/proc/$HOST_PID" ] && tr "\\0" " " < "/proc/$HOST_PID/cmdline" | grep -q node && echo WON',
  },
  { name: 'signals to processes of the host', script: 'kill -0 "$HOST_PID" && echo WON' },
  { name: 'a socket outside the workspace', script: `SOCKET="$WORLD/host.sock" ${perl(unixConnect.replace('ADDRESS', '$ENV{SOCKET}'))}` },
  { name: 'a socket that lies in the workspace', script: perl(unixConnect.replace('ADDRESS', '$ENV{SOCKET}')) },
  {
    name: 'a socket without a file',
    script: perl(`socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die $!; ${abstractConnect} or die $!; print <$s>`),
  },
  {
    name: 'a pair of datagram sockets, turned to another address',
    script: perl('socketpair(my $a, my $b, AF_UNIX, SOCK_DGRAM, 0) or die $!; print "WON"'),
  },
  { name: 'TCP', script: 'exec 9<>"/dev/tcp/127.0.0.1/$PORT"; cat <&9' },
  { name: 'TCP over IPv6', needsIpv6: true, script: 'exec 9<>"/dev/tcp/::1/$PORT6"; cat <&9' },
  { name: 'UDP', script: 'exec 9<>"/dev/udp/127.0.0.1/$UDP"; echo hello >&9; timeout 3 head -c 3 <&9' },
  {
    name: 'a question to a name server',
    // The query for "secret.example", in the form that a resolver sends it.
    script:
      'exec 9<>"/dev/udp/127.0.0.1/$UDP"; printf "\\x12\\x34\\x01\\0\\0\\x01\\0\\0\\0\\0\\0\\0\\x06secret\\x07example\\0\\0\\x01\\0\\x01" >&9; timeout 3 head -c 3 <&9',
  },
  { name: 'replacing a hook', changesWorkspace: true, script: 'echo WON > .git/hooks/pre-commit; cat .git/hooks/pre-commit' },
  { name: 'adding a hook', changesWorkspace: true, script: 'echo WON > .git/hooks/post-checkout; cat .git/hooks/post-checkout' },
  { name: 'replacing the directory of hooks', changesWorkspace: true, script: 'rm -rf .git/hooks && ln -s /tmp .git/hooks && echo WON' },
  { name: 'moving the hooks away', changesWorkspace: true, script: 'mv .git/hooks old && mkdir .git/hooks && echo WON' },
  { name: 'moving the repository away', changesWorkspace: true, script: 'mv .git old && mkdir -p .git/hooks && echo WON' },
  {
    name: 'setting a program in the configuration of git',
    changesWorkspace: true,
    script: 'printf "[core]\\n\\tfsmonitor = WON\\n" > .git/config; cat .git/config',
  },
  {
    name: 'changing the configuration of Tackroom',
    changesWorkspace: true,
    script: 'echo WON > tackroom.config.json; cat tackroom.config.json',
  },
];

/** Attacks that leave something under a name that was free. They are judged by what is there after the command has ended. */
export const PLANTED: readonly { readonly name: string; readonly script: string; readonly path: string }[] = [
  { name: 'servers for an editor', script: 'echo WON > .mcp.json', path: '.mcp.json' },
  { name: 'tasks for an editor', script: 'mkdir .vscode && echo WON > .vscode/tasks.json', path: '.vscode/tasks.json' },
  { name: 'another place for the configuration of git', script: 'echo WON > .git/commondir', path: '.git/commondir' },
  { name: 'a configuration of Tackroom', script: 'echo WON > tackroom.config.ts', path: 'tackroom.config.ts' },
  { name: 'a link to a configuration', script: 'echo WON > x; ln -s x tackroom.config.ts', path: 'tackroom.config.ts' },
  { name: 'hooks in place of hooks that were no directory', script: 'rm .envrc; echo WON > .envrc', path: '.envrc' },
];
