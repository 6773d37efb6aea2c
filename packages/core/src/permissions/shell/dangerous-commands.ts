import { programName } from './read-shell-word.js';
import { SHELLS } from './wrappers.js';

/** Devices that hold file systems. */
const BLOCK_DEVICE = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|md|dm-|loop|root)/;
/** A root, a home, all of either, or a directory right below a root with all that it holds. */
const ROOT = /^(?:\/[^/]*\/?|\/\*|\/[^/]+\/\*|(?:~[^/]*|\$HOME|\$\{HOME\})(?:\/|\/\*)?|\.\.(?:\/\.\.)*\/?|[A-Za-z]:\\?)$/;
const FETCH = /^(?:curl|wget|fetch|aria2c|http|https|xh)$/;
const INTERPRETER = /^(?:python|perl|ruby|node|php|lua)[\d.]*$/;
/** A substitution that downloads. */
const DOWNLOAD = /(?:\$\(|`|<\().*\b(?:curl|wget)\b/s;

const WRITES_DEVICE = 'it writes to a block device';
const RUNS_DOWNLOAD = 'it runs what it downloads';
const STOPS_MACHINE = 'it stops the machine';

/** A command as it is judged; its name is not among the words. */
interface Judged {
  readonly words: readonly string[];
  /** The words as they are written, but for quotes. */
  readonly sources: readonly string[];
}

/** What is said of a command if the test holds. */
interface Danger {
  readonly name: RegExp;
  readonly holds: (command: Judged) => boolean;
  readonly reason: string;
}

const DANGERS: readonly Danger[] = [
  {
    name: /^rm$/,
    holds: (command) => hasOption(command, /^-[a-zA-Z]*[rR]/, '--recursive') && namesRoot(command),
    reason: 'it removes a root, home or system directory with all that it holds',
  },
  {
    name: /^(?:chmod|chown|chgrp)$/,
    holds: (command) => hasOption(command, /^-[a-zA-Z]*R/, '--recursive') && namesRoot(command),
    reason: 'it changes the rights of a root, home or system directory',
  },
  {
    name: /^find$/,
    holds: ({ words }) => words.includes('-delete') && isRoot(words[0] ?? ''),
    reason: 'it removes what a root, home or system directory holds',
  },
  {
    name: /^dd$/,
    holds: ({ words }) => words.some((word) => word.startsWith('of=') && BLOCK_DEVICE.test(word.slice(3))),
    reason: WRITES_DEVICE,
  },
  {
    name: /^(?:shred|wipefs|blkdiscard|fdisk|sfdisk|parted|tee|cp)$/,
    holds: ({ words }) => words.some((word) => BLOCK_DEVICE.test(word)),
    reason: WRITES_DEVICE,
  },
  { name: /^(?:mkfs(?:\..*)?|mkswap|mke2fs)$/, holds: () => true, reason: 'it makes a new file system' },
  { name: /^(?:shutdown|reboot|halt|poweroff)$/, holds: () => true, reason: STOPS_MACHINE },
  { name: /^kill$/, holds: ({ words }) => words.length > 1 && words.at(-1) === '-1', reason: 'it ends every process' },
];

/** Why a command is on the list, as a clause. `sources` are its words, the name first, as they are written. */
export function dangerOfCommand(words: readonly string[], sources: readonly string[]): string | undefined {
  const name = programName(words[0] ?? '');
  const danger = DANGERS.find((candidate) => candidate.name.test(name));
  if (danger !== undefined) {
    const isDanger = danger.holds({ words: words.slice(1), sources: sources.slice(1).map(unquoted) });
    return isDanger ? danger.reason : undefined;
  }
  const runsText = name === 'eval' || name === 'source' || name === '.' || SHELLS.has(name);
  return runsText && sources.some((source) => DOWNLOAD.test(source)) ? RUNS_DOWNLOAD : undefined;
}

/** Why writing there is on the list. */
export function dangerOfTarget(target: string): string | undefined {
  return BLOCK_DEVICE.test(target) ? WRITES_DEVICE : undefined;
}

/** Why a pipeline is on the list: an interpreter, perhaps behind a wrapper, after a download. */
export function dangerOfPipeline(commands: readonly (readonly string[])[]): string | undefined {
  const names = commands.map((words) => words.slice(0, 6).map(programName));
  const from = names.findIndex((words) => words.some((word) => FETCH.test(word)));
  if (from < 0) return undefined;
  return names.slice(from + 1).some((words) => words.some((word) => SHELLS.has(word) || INTERPRETER.test(word)))
    ? RUNS_DOWNLOAD
    : undefined;
}

/** Why a function is on the list: it starts itself more than once. */
export function dangerOfFunction(name: string, commands: readonly string[]): string | undefined {
  return commands.filter((command) => command === name).length > 1 ? 'it starts itself again and again' : undefined;
}

function hasOption({ words }: Judged, short: RegExp, long: string): boolean {
  return words.some((word) => short.test(word) || (word.length > 3 && long.startsWith(word)));
}

function namesRoot({ words, sources }: Judged): boolean {
  return words.some(isRoot) || sources.some(isRoot);
}

function isRoot(word: string): boolean {
  if (word === '') return false;
  const plain = word.replace(/\/{2,}/g, '/').replace(/(?:\/\.)+(?=\/|$)/g, '');
  return ROOT.test(plain === '' ? '/' : plain);
}

function unquoted(source: string): string {
  return source.replace(/["']/g, '');
}
