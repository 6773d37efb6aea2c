import { isVitalFile, isVitalPlace } from './dangerous-places.js';
import { SHELLS } from './interpreters.js';
import { plainPath, tableName } from './program-names.js';

/** Devices that hold file systems. */
const BLOCK_DEVICE = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|md|dm-|loop|root|mem|kmem|sg|nbd|zd|ubi|mtd|pmem)/;
const FETCH = /^(?:curl|wget|wget2|fetch|aria2c?|http|https|xh|lynx|lwp-request|GET|axel|ftp|tftp|scp)$/;
const INTERPRETER = /^(?:python|perl|ruby|node|php|lua|tclsh|bun|deno|osascript|Rscript)$/;
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
  readonly holds: (command: Judged, name: string) => boolean;
  readonly reason: string;
}

const REMOVES = 'it removes a root, home or system directory with all that it holds';
const ENDS_PROCESSES = 'it ends every process';
const REPLACES_FILE = 'it replaces or empties a file of the system';

const DANGERS: readonly Danger[] = [
  {
    name: /^rm$/,
    holds: (command) => hasOption(command, /^-[a-zA-Z]*[rR]/, '--recursive') && namesVital(command),
    reason: REMOVES,
  },
  {
    name: /^(?:mv|rmdir|srm|rimraf|trash|gio|del|rd)$/,
    holds: (command) => namesVital({ words: command.words.slice(0, -1), sources: command.sources.slice(0, -1) }, AWAY),
    reason: REMOVES,
  },
  {
    name: /^rsync$/,
    holds: ({ words }) =>
      words.some((word) => /^--del/.test(word)) && isVitalPlace(words.at(-1) ?? '') && words.at(-1)?.startsWith('/') === true,
    reason: REMOVES,
  },
  {
    name: /^(?:chmod|chown|chgrp|setfacl|chattr|chcon)$/,
    holds: (command) => hasOption(command, /^-[a-zA-Z]*R/, '--recursive') && namesVital(command, AWAY),
    reason: 'it changes the rights of a root, home or system directory',
  },
  {
    name: /^find$/,
    holds: ({ words, sources }) =>
      words.some(
        (word, at) => word === '-delete' || (/^-(?:exec|ok)(?:dir)?$/.test(word) && DESTROYS.test(tableName(words[at + 1] ?? ''))),
      ) && beforeTests(sources).some((word) => isVitalPlace(word) && /^[/~$]/.test(word)),
    reason: 'it removes what a root, home or system directory holds',
  },
  {
    name: /^dd$/,
    holds: ({ words }) => words.some((word) => word.startsWith('of=') && BLOCK_DEVICE.test(word.slice(3))),
    reason: WRITES_DEVICE,
  },
  {
    name: /^(?:shred|wipefs|blkdiscard|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|tee|cp|mv|install|truncate|badblocks|hdparm|nvme|cryptsetup|pvcreate|mdadm|ddrescue)$/,
    holds: ({ words }) => words.some((word) => BLOCK_DEVICE.test(word)),
    reason: WRITES_DEVICE,
  },
  {
    name: /^(?:truncate|shred|tee|dd|unlink|fallocate)$/,
    holds: ({ words }, name) =>
      words.some((word) => (name === 'dd' ? word.startsWith('of=') && isVitalFile(word.slice(3)) : isVitalFile(word))),
    reason: REPLACES_FILE,
  },
  {
    name: /^(?:mkfs(?:\..*)?|mkswap|mke2fs|mkdosfs|mkntfs|newfs.*|mkudffs|zpool|format\.com)$/,
    holds: ({ words }, name) => name !== 'zpool' || words[0] === 'destroy',
    reason: 'it makes a new file system',
  },
  { name: /^(?:shutdown|reboot|halt|poweroff)$/, holds: () => true, reason: STOPS_MACHINE },
  { name: /^(?:init|telinit)$/, holds: ({ words }) => /^[016]$/.test(words[0] ?? ''), reason: STOPS_MACHINE },
  {
    name: /^(?:systemctl|loginctl)$/,
    holds: ({ words }) =>
      words.some((word) =>
        /^(?:poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|rescue|emergency|exit)$/.test(
          word,
        ),
      ) ||
      (words.includes('isolate') && words.some((word) => /^(?:rescue|emergency|poweroff|reboot|halt|runlevel[016])/.test(word))),
    reason: STOPS_MACHINE,
  },
  { name: /^kill$/, holds: endsAll, reason: ENDS_PROCESSES },
  { name: /^killall5$/, holds: () => true, reason: ENDS_PROCESSES },
  {
    name: /^(?:pkill|killall|skill|slay)$/,
    holds: ({ words }) =>
      words.some((word) => /^(?:\.\*?|\^|\$|.\*|-u|--euid|--uid|--user|-U|\.\+|\[\^?.*\]\*?)$/.test(word) && !/^-[uU]$/.test(word)) ||
      words.some((word, at) => /^(?:-[uU]|--(?:e?uid|user))$/.test(word) && words.slice(at + 2).every((rest) => rest.startsWith('-'))),
    reason: ENDS_PROCESSES,
  },
];

const DESTROYS = /^(?:rm|unlink|shred|rmdir|srm)$/;

/** The words of `find` before its tests: where it looks. */
function beforeTests(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => /^[-(!]/.test(word) && !/^-(?:[HLP]|O\d|D)$/.test(word));
  return words.slice(0, end < 0 ? words.length : end);
}

/** `kill -1` is a signal without a process; `kill -9 -1`, `kill -- -1` and `kill -1` behind nothing else end all. */
function endsAll({ words }: Judged): boolean {
  if (words.length === 1) return words[0] === '-1';
  return words.slice(1).includes('-1') && !/^-[sn]$/.test(words[words.indexOf('-1', 1) - 1] ?? '');
}

/** Why a command is on the list, as a clause. `sources` are its words, the name first, as they are written. */
export function dangerOfCommand(words: readonly string[], sources: readonly string[]): string | undefined {
  const name = tableName(words[0] ?? '');
  const dangers = dangersOf(name);
  if (dangers.length > 0) {
    const command = { words: words.slice(1), sources: sources.slice(1).map(unquoted) };
    const danger = dangers.find((candidate) => candidate.holds(command, name));
    if (danger !== undefined) return danger.reason;
  }
  const runsText = name === 'eval' || name === 'source' || name === '.' || SHELLS.has(name);
  return runsText && sources.some((source) => DOWNLOAD.test(source)) ? RUNS_DOWNLOAD : undefined;
}

const byName = new Map<string, readonly Danger[]>();
/** Names that are kept, so that what a model makes up does not fill the memory. */
const MAX_KEPT = 500;

/** The entries for a name: most programs have none, and trying every expression took as long as the parser. */
function dangersOf(name: string): readonly Danger[] {
  let dangers = byName.get(name);
  if (dangers === undefined) {
    dangers = DANGERS.filter((candidate) => candidate.name.test(name));
    if (byName.size < MAX_KEPT) byName.set(name, dangers);
  }
  return dangers;
}

/** Why writing there is on the list. */
export function dangerOfTarget(target: string): string | undefined {
  if (BLOCK_DEVICE.test(target)) return WRITES_DEVICE;
  return isVitalFile(target) ? REPLACES_FILE : undefined;
}

/** Why a pipeline is on the list: an interpreter, perhaps behind a wrapper, after a download. */
export function dangerOfPipeline(commands: readonly (readonly string[])[]): string | undefined {
  const names = commands.map((words) => words.slice(0, 6).map(tableName));
  const from = names.findIndex((words) => words.some((word) => FETCH.test(word)));
  if (from < 0) return undefined;
  return names.slice(from + 1).some((words) => words.some((word) => SHELLS.has(word) || INTERPRETER.test(word)))
    ? RUNS_DOWNLOAD
    : undefined;
}

/** Files that a command downloads into, and the file that a command runs. */
export interface Download {
  readonly into: readonly string[];
  readonly runs: string | undefined;
}

/** What a command downloads or runs, to see whether a line does both with one file. `targets` are where its output goes. */
export function readDownload(words: readonly string[], targets: readonly string[]): Download {
  const name = tableName(words[0] ?? '');
  const [, ...rest] = words;
  if (FETCH.test(name)) {
    const named = rest.filter((_word, at) => /^(?:-[a-zA-Z]*[oO]|--output(?:-document)?)$/.test(rest[at - 1] ?? ''));
    const joined = rest.flatMap((word) => /^(?:-[oO]|--output(?:-document)?=)(.+)$/s.exec(word)?.[1] ?? []);
    const last = rest.filter((word) => /\//.test(word)).map((word) => word.slice(word.lastIndexOf('/') + 1));
    return { into: [...targets, ...named, ...joined, ...last].map(plainPath).filter((path) => path !== ''), runs: undefined };
  }
  if (SHELLS.has(name) || INTERPRETER.test(name) || name === 'source' || name === '.')
    return { into: [], runs: plainPath(rest.find((word) => !word.startsWith('-')) ?? '') };
  return { into: [], runs: (words[0] ?? '').includes('/') ? plainPath(words[0] ?? '') : undefined };
}

/** Why a line is on the list that runs a file which it has downloaded before. */
export function dangerOfDownloads(commands: readonly Download[]): string | undefined {
  const seen = new Set<string>();
  for (const { into, runs } of commands) {
    if (runs !== undefined && seen.has(runs)) return RUNS_DOWNLOAD;
    for (const path of into) seen.add(path);
  }
  return undefined;
}

/** Why a function is on the list: it starts itself more than once. */
export function dangerOfFunction(name: string, commands: readonly string[]): string | undefined {
  return commands.filter((command) => command === name).length > 1 ? 'it starts itself again and again' : undefined;
}

function hasOption({ words }: Judged, short: RegExp, long: string): boolean {
  return words.some((word) => short.test(word) || (word.length > 3 && long.startsWith(word)));
}

/** A place that is not the directory at hand: what that holds is a project's. */
const AWAY = /^(?:[/~$`%]|\.\.|[A-Za-z]:)/;

/** Whether an operand, as it is written or read, is such a place. */
function namesVital({ words, sources }: Judged, where = /(?:)/): boolean {
  return [...words, ...sources].some((word) => where.test(word) && isVitalPlace(word));
}

function unquoted(source: string): string {
  return source.replace(/["']/g, '');
}
