import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { ToolFailure, type CommandOptions, type CommandResult } from '@tackroom/core';
import { READ_ONLY } from '../confinement/denied-paths.js';
import { NO_NETWORK } from '../confinement/name-denials.js';
import { scriptEnding } from '../confinement/script-ending.js';
import { unnamedFile } from '../unnamed-file.js';
import { directoryFailure } from './directory-failure.js';
import { complaintOf } from './openshell-cli.js';
import type { RemoteSandbox } from './remote-sandbox.js';
import { RUN, STOP } from './remote-scripts.js';
import { TrailerFilter } from './trailer.js';

/** What OpenShell takes on standard input, in bytes. */
const MAX_INPUT_BYTES = 4 * 1024 * 1024;
const DEFAULT_MAX_OUTPUT_CHARS = 30_000;
/** Below this the last word of a command would not be kept whole. */
const MIN_OUTPUT_CHARS = 400;
/** How much longer than a command the program may take to end, in milliseconds: word has to go in and come out. */
const CALL_GRACE_MS = 15_000;

/** A command with what it needs to be run in a sandbox. */
export interface RemoteCommand {
  readonly command: string;
  readonly options: CommandOptions;
  /** Relative to the workspace. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly graceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a command in a sandbox. Its deadline and its signal end it there, by a second call: the program itself only stops
 * listening. Rejects with `SANDBOX_START_FAILED` if it never began, and with `SANDBOX_LOST` if nobody can say how it ended.
 */
export async function runRemotely(sandbox: RemoteSandbox, command: RemoteCommand): Promise<CommandResult> {
  const { options, graceMs, signal } = command;
  const id = randomBytes(9).toString('hex');
  const word = `t${randomBytes(16).toString('hex')}`;
  const input = await unnamedFile(payload(sandbox, { id, word, command }));
  const { onOutput } = options;
  const trailer = new TrailerFilter(word, onOutput === undefined ? undefined : (text) => onOutput({ stream: 'stderr', text }));
  let stopping: Promise<boolean> | undefined;
  const stop = (): Promise<boolean> => (stopping ??= end(sandbox, id, graceMs));
  setMaxListeners(0, signal);
  try {
    const result = await sandbox.exec(
      RUN,
      [sandbox.records],
      {
        stdin: input.fd,
        timeoutMs: options.timeoutMs,
        signal,
        onOutput: ({ stream, text }) => (stream === 'stderr' ? trailer.push(text) : onOutput?.({ stream, text })),
        maxOutputChars: Math.max(options.maxOutputChars ?? DEFAULT_MAX_OUTPUT_CHARS, MIN_OUTPUT_CHARS),
        graceMs: graceMs + CALL_GRACE_MS,
        terminate: () => {
          void stop();
          return true;
        },
      },
      options.timeoutMs === undefined ? undefined : options.timeoutMs + graceMs + CALL_GRACE_MS,
    );
    return await settle(result, trailer, stop);
  } finally {
    await Promise.all([input.close(), stopping]);
  }
}

async function settle(result: CommandResult, filter: TrailerFilter, stop: () => Promise<boolean>): Promise<CommandResult> {
  const trailer = filter.end();
  const stderr = filter.cut(result.stderr);
  const clean = { ...result, stderr, outputBytes: result.outputBytes - (trailer === undefined ? 0 : trailer.bytes) };
  const wasStopped = result.timedOut || result.aborted;
  if (trailer?.note === 'missing') throw directoryFailure('MISSING', 'it is not there.');
  if (trailer !== undefined) {
    const ending = scriptEnding({ ...clean, exitCode: trailer.status, signal: null });
    return { ...ending, denials: denialsOf(ending), ...(trailer.note === 'left' && !wasStopped ? { stoppedBackground: true } : {}) };
  }
  const began = await stop();
  if (wasStopped) return { ...clean, exitCode: null, signal: 'SIGKILL' };
  if (!began) throw new ToolFailure(`The command could not be started: ${complaintOf(result)}`, { code: 'SANDBOX_START_FAILED' });
  throw new ToolFailure(
    `The connection to the sandbox was lost while the command ran, which may have partly done its work: ${complaintOf(clean)}`,
    {
      code: 'SANDBOX_LOST',
    },
  );
}

/** Ends a command where it runs. Resolves to whether it had begun; to true if nobody can say. */
async function end(sandbox: RemoteSandbox, id: string, graceMs: number): Promise<boolean> {
  const said = await sandbox.attempt(STOP, [sandbox.records, id, String(Math.ceil(graceMs / 50))], graceMs + CALL_GRACE_MS);
  return said.exitCode !== 0 || said.stdout === 'started';
}

interface Numbered {
  readonly id: string;
  readonly word: string;
  readonly command: RemoteCommand;
}

function payload(sandbox: RemoteSandbox, { id, word, command: { command, options, directory, environment } }: Numbered): Buffer {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const { args = [], stdin = '' } = options;
  const place = directory === '' ? sandbox.project : `${sandbox.project}/${directory}`;
  const fields = [id, word, place, String(variables.length), ...variables, String(args.length), command, ...args];
  const input = Buffer.from(fields.map((field) => `${field}\0`).join('') + stdin);
  if (input.length <= MAX_INPUT_BYTES) return input;
  throw new ToolFailure(
    'The command and its input are together more than 4 MB, which is what OpenShell takes. Write a file and use that.',
    {
      code: 'SANDBOX_COMMAND_INVALID',
    },
  );
}

/** What the policy of the sandbox probably refused, told by how a command failed. */
function denialsOf(result: CommandResult): readonly string[] {
  if (result.exitCode === 0) return [];
  const isRefused = NO_NETWORK.test(result.stderr) || /(?:proxy|CONNECT).*\b403\b|\b403\b.*(?:proxy|CONNECT)/i.test(result.stderr);
  return [
    ...(isRefused ? ["network access that the sandbox's policy does not allow"] : []),
    ...(READ_ONLY.test(result.stderr) ? ["writing where the sandbox's policy does not allow it"] : []),
  ];
}
