/** How the kernel numbers what the filter looks at, on one architecture. */
interface SyscallNumbers {
  /** AUDIT_ARCH_*: a program of another architecture has other numbers. */
  readonly audit: number;
  readonly socket: number;
  readonly socketpair: number;
  /** Numbers from here on are another calling convention with numbers of its own (x32); undefined if there is none. */
  readonly foreignFrom: number | undefined;
  readonly refused: readonly number[];
  /** Calls that set a mode, and the place of the mode among their arguments. */
  readonly modes: readonly { readonly call: number; readonly mode: number }[];
  /** Calls that set a mode if their flags say that they make a file. */
  readonly makers: readonly { readonly call: number; readonly flags: number; readonly mode: number }[];
}

/**
 * io_uring (opens sockets without a socket call), the new mount calls with open_tree_attr, pidfd_getfd, process_madvise: the same
 * number everywhere.
 */
const REFUSED_EVERYWHERE = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 440, 442, 467];
/** Takes its mode in a structure, which a filter cannot read. Programs that know it do without where it is not there. */
const OPENAT2 = 437;
const FCHMODAT2 = 452;

const NUMBERS: Readonly<Partial<Record<string, SyscallNumbers>>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    socketpair: 53,
    foreignFrom: 0x40000000,
    // ptrace, syslog, pivot_root, mount, umount2, kexec_load, add_key, request_key, keyctl, perf_event_open, open_by_handle_at,
    // setns, process_vm_readv, process_vm_writev, kcmp, kexec_file_load, bpf, userfaultfd
    refused: [101, 103, 155, 165, 166, 246, 248, 249, 250, 298, 304, 308, 310, 311, 312, 320, 321, 323, ...REFUSED_EVERYWHERE],
    // chmod, fchmod, creat, mknod, mknodat, fchmodat, fchmodat2
    modes: [
      [90, 1],
      [91, 1],
      [85, 1],
      [133, 1],
      [259, 2],
      [268, 2],
      [FCHMODAT2, 2],
    ].map(([call = 0, mode = 0]) => ({ call, mode })),
    // open, openat
    makers: [
      { call: 2, flags: 1, mode: 2 },
      { call: 257, flags: 2, mode: 3 },
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    socketpair: 199,
    foreignFrom: undefined,
    refused: [117, 116, 41, 40, 39, 104, 217, 218, 219, 241, 265, 268, 270, 271, 272, 294, 280, 282, ...REFUSED_EVERYWHERE],
    // fchmod, mknodat, fchmodat, fchmodat2
    modes: [
      [52, 1],
      [33, 2],
      [53, 2],
      [FCHMODAT2, 2],
    ].map(([call = 0, mode = 0]) => ({ call, mode })),
    // openat
    makers: [{ call: 56, flags: 2, mode: 3 }],
  },
};

/** AF_INET, AF_INET6, AF_NETLINK: what a network namespace confines. Unix sockets and vsock lead to the host in spite of it. */
const CONFINED_FAMILIES = [2, 10, 16];
/** SOCK_STREAM, SOCK_SEQPACKET: a pair of datagram sockets could be turned to another address. */
const BOUND_PAIRS = [1, 5];

// Offsets in struct seccomp_data, little endian: the low halves of the arguments.
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

/** S_ISUID and S_ISGID: a file with one of them in a shared workspace would give its user's rights to whoever starts it outside. */
const SET_ID = 0o6000;
/** O_CREAT and the bit of O_TMPFILE: without them an open has no mode. */
const MAKES_FILE = 0x400040;

const LOAD = 0x20;
const AND = 0x54;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const NOT_PERMITTED = 0x00050001;
const NO_SUCH_CALL = 0x00050026;

/**
 * A seccomp program (classic BPF, as `bwrap --seccomp` reads it) that closes what namespaces leave open: sockets of any
 * family but IP and netlink, modes with set-user-id or set-group-id, and system calls that a command does not need and
 * escapes do. What is refused fails with EPERM. Undefined for an architecture whose numbers are not known here.
 */
export function syscallFilter(architecture: string = process.arch): Buffer | undefined {
  const numbers = NUMBERS[architecture];
  if (numbers === undefined) return undefined;
  return Buffer.concat([
    instruction(LOAD, ARCHITECTURE),
    ...unless(EQUAL, numbers.audit, KILL),
    instruction(LOAD, NUMBER),
    ...(numbers.foreignFrom === undefined ? [] : when(AT_LEAST, numbers.foreignFrom, NOT_PERMITTED)),
    ...numbers.refused.flatMap((number) => when(EQUAL, number, NOT_PERMITTED)),
    ...when(EQUAL, OPENAT2, NO_SUCH_CALL),
    ...numbers.modes.flatMap(({ call, mode }) => onlyWith(call, setIdBits(mode), [0])),
    ...numbers.makers.flatMap(({ call, flags, mode }) => onlyWithSafeMode(call, flags, mode)),
    ...onlyWith(numbers.socket, [instruction(LOAD, argument(0))], CONFINED_FAMILIES),
    // The type carries flags (SOCK_CLOEXEC, SOCK_NONBLOCK) above its low four bits.
    ...onlyWith(numbers.socketpair, [instruction(LOAD, argument(1)), instruction(AND, 0xf)], BOUND_PAIRS),
    instruction(RETURN, ALLOW),
  ]);
}

function when(test: number, value: number, verdict: number): readonly Buffer[] {
  return [instruction(test, value, 0, 1), instruction(RETURN, verdict)];
}

function unless(test: number, value: number, verdict: number): readonly Buffer[] {
  return [instruction(test, value, 1, 0), instruction(RETURN, verdict)];
}

/** One system call is decided by a value that `load` brings: these are allowed, all others refused. */
function onlyWith(number: number, load: readonly Buffer[], allowed: readonly number[]): readonly Buffer[] {
  const verdict = [...load, ...allowed.flatMap((value) => when(EQUAL, value, ALLOW)), instruction(RETURN, NOT_PERMITTED)];
  return [instruction(EQUAL, number, 0, verdict.length), ...verdict];
}

function setIdBits(mode: number): readonly Buffer[] {
  return [instruction(LOAD, argument(mode)), instruction(AND, SET_ID)];
}

/** An open that makes no file is allowed, whatever stands where a mode would be. */
function onlyWithSafeMode(number: number, flags: number, mode: number): readonly Buffer[] {
  const verdict = [
    instruction(LOAD, argument(flags)),
    instruction(AND, MAKES_FILE),
    ...when(EQUAL, 0, ALLOW),
    ...setIdBits(mode),
    ...when(EQUAL, 0, ALLOW),
    instruction(RETURN, NOT_PERMITTED),
  ];
  return [instruction(EQUAL, number, 0, verdict.length), ...verdict];
}

/** `ifTrue` and `ifFalse` are how many instructions are skipped. */
function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
