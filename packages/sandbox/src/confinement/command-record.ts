import { constants } from 'node:os';
import type { Duplex } from 'node:stream';

/** What the supervisor of a command saw, as far as it got. */
export interface CommandFacts {
  /** Whether it came to starting the command: otherwise bwrap failed, or was ended before. */
  readonly started: boolean;
  /** How the shell ended; undefined if the supervisor ended first. */
  readonly ending: { readonly exitCode: number; readonly signal: null } | { readonly exitCode: null; readonly signal: string } | undefined;
  /** Whether processes were left running, and ended. */
  readonly leftRunning: boolean;
  /** Whether something looked for a way to another machine and was told that there is none; undefined if that is not known. */
  readonly soughtNetwork: boolean | undefined;
  /** What programs say of a read-only file system in the language of the command; undefined if it succeeded. */
  readonly readOnlyText: string | undefined;
  /** Whether the control group could not be entered: then the command was not run. */
  readonly ungrouped: boolean;
}

/** What is known where nobody keeps a record. */
export const NO_RECORD: CommandFacts = {
  started: true,
  ending: undefined,
  leftRunning: false,
  soughtNetwork: undefined,
  readOnlyText: undefined,
  ungrouped: false,
};

const MAX_CHARS = 16_384;
/** How long the last of a record may take to come once the sandbox has ended. */
const LATE_MS = 1_000;

/** The stream over which the supervisor of one command writes its record. */
export class CommandRecord {
  private text = '';
  private stream: Duplex | undefined;
  private isComplete = false;
  private complete: Promise<void> = Promise.resolve();

  /** `onQuiet` is called, at most once, when the supervisor says that it is done and that nothing runs any more besides it. */
  attach(stream: Duplex, onQuiet: () => void): void {
    this.stream = stream;
    this.complete = new Promise((resolve) => {
      const settle = (): void => {
        this.isComplete = true;
        resolve();
      };
      stream.on('data', (chunk: Buffer) => {
        // Whoever writes more is not the supervisor.
        if (this.text.length < MAX_CHARS) this.text += chunk.toString('utf8');
        if (this.isComplete || !this.text.endsWith('\ndone\n')) return;
        settle();
        if (!this.text.includes('\nleft\n')) onQuiet();
      });
      stream.once('error', () => undefined);
      stream.once('end', settle).once('close', settle);
    });
  }

  /** To be called when the sandbox has ended. */
  async facts(): Promise<CommandFacts> {
    if (!this.isComplete) {
      let late: NodeJS.Timeout | undefined;
      await Promise.race([this.complete, new Promise((resolve) => (late = setTimeout(resolve, LATE_MS)))]);
      clearTimeout(late);
    }
    return readFacts(this.text);
  }

  close(): void {
    this.stream?.destroy();
  }
}

/** Reads a record. Lines that are not known are skipped. */
export function readFacts(text: string): CommandFacts {
  const lines = text.split('\n');
  const field = (pattern: RegExp): string | undefined =>
    lines.map((line) => pattern.exec(line)?.[1]).findLast((found) => found !== undefined);
  return {
    started: lines.includes('started'),
    ending: endingOf(lines),
    leftRunning: lines.includes('left'),
    soughtNetwork: soughtNetwork(lines),
    readOnlyText: field(/\/usr\/\.tackroom: (.+)$/),
    ungrouped: lines.includes('ungrouped'),
  };
}

/** What bash says of a program in the foreground that a signal has ended: "Terminated", "bash: line 9: 2 Killed …". */
const ENDED_BY_SIGNAL = /^(?:\S+: line \d+:\s+\d+\s+)?[A-Z]/;

/** A shell has the same number for an exit code of 137 and a death by KILL. */
function endingOf(lines: readonly string[]): CommandFacts['ending'] {
  const end = lines.findIndex((line) => /^ended \d+$/.test(line));
  if (end === -1) return undefined;
  const status = Number(lines[end]?.slice('ended '.length));
  const signal = lines.slice(0, end).some((line) => ENDED_BY_SIGNAL.test(line)) ? signalName(status - 128) : undefined;
  return signal === undefined ? { exitCode: status, signal: null } : { exitCode: null, signal };
}

/** What a shell says of a child that was stopped and may go on: the first number and the last. */
export const STOPPED = Object.freeze({ first: 128 + constants.signals.SIGSTOP, last: 128 + constants.signals.SIGTTOU });

/** The name of a signal by its number. */
export function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, known]) => known === number)?.[0];
}

/** The kernel counts every attempt to send something that no route leads to: `/proc/net/snmp` and `snmp6`. */
function soughtNetwork(lines: readonly string[]): boolean | undefined {
  const [names, values] = lines.filter((line) => line.startsWith('Ip: ')).map((line) => line.split(' '));
  const counts = [
    values?.[names?.indexOf('OutNoRoutes') ?? -1],
    lines.map((line) => /^Ip6OutNoRoutes\s+(\d+)$/.exec(line)?.[1]).find(Boolean),
  ];
  const known = counts.flatMap((count) => (count === undefined ? [] : [Number(count)]));
  return known.length === 0 ? undefined : known.some((count) => count > 0);
}
