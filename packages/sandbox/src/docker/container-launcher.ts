import { readlink, stat } from 'node:fs/promises';
import { ToolFailure, type CommandResult } from '@tackroom/core';
import type { Owner } from '../copy/ownership.js';
import type { ShellLaunch, ShellLauncher, ShellScript } from '../process/command-session.js';
import { signalName } from '../confinement/command-record.js';
import { scriptEnding } from '../confinement/script-ending.js';
import { Container } from './container.js';
import { nameContainerDenials } from './container-denials.js';
import { ControlDirectory, type CommandRecord } from './control-directory.js';
import { complaintOf } from './engine.js';
import type { ContainerProfile } from './run-arguments.js';

/** How much longer than a command its client may take to end, in milliseconds: word has to go in and come out. */
const CLIENT_GRACE_MS = 10_000;

/** What a {@link ContainerLauncher} needs besides the container. */
export interface LauncherSettings {
  readonly env: Readonly<Record<string, string>>;
  readonly graceMs: number;
  /** Whom files are given to that commands must read. */
  readonly owner: Owner | undefined;
}

/** A command that was laid out in a container. */
interface Running {
  readonly id: string;
  readonly container: Container;
  readonly control: ControlDirectory;
}

/** Runs scripts in one container of a session, which is started for the first; if it ends, the next script gets another. */
export class ContainerLauncher implements ShellLauncher {
  readonly isolation: string;
  readonly ownsFilesystem = true;
  readonly foreignShell = 'bash';
  readonly environment: Readonly<Record<string, string>>;
  private count = 0;
  private control: Promise<ControlDirectory> | undefined;
  private starting: Promise<Container> | undefined;
  /** Every one that was started: one that was lost may be there still. */
  private readonly started: Container[] = [];
  /** Which directory the last one has: of one that takes its place at the same path containers see nothing. */
  private sourceNumber = 0;

  constructor(
    private readonly profile: ContainerProfile,
    private readonly settings: LauncherSettings,
  ) {
    this.isolation = profile.engine.kind;
    this.environment = { HOME: '/tmp/home', TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp', ...settings.env };
  }

  async launch(script: ShellScript): Promise<ShellLaunch> {
    this.control ??= ControlDirectory.make(this.settings.owner);
    const control = await this.control;
    const container = await this.running(control);
    const id = String((this.count += 1));
    const { graceMs } = this.settings;
    await control.put(id, script);
    const { args, hasInput } = script;
    let stopping: Promise<void> | undefined;
    return {
      program: this.profile.engine.path,
      args: container.execArguments(id, { directory: await this.inside(script), args, hasInput }),
      directory: '/',
      environment: process.env as Record<string, string>, // Node leaves out what is undefined
      extra: [],
      graceMs: graceMs + CLIENT_GRACE_MS,
      terminate: () => {
        // Where nothing can be written any more, what runs is ended all the same.
        const forbidden = control.forbid(id).catch(() => undefined);
        stopping = forbidden.then(() => container.stop(id, graceMs));
        return true;
      },
      interpret: async (result) => {
        await stopping;
        return this.settle(result, { id, container, control });
      },
      close: () => control.drop(id),
    };
  }

  async close(): Promise<void> {
    try {
      await this.starting?.catch(() => undefined);
      for (const container of this.started) await container.remove();
    } finally {
      await (await this.control)?.close();
    }
  }

  /** The container of the session. Of several commands that find none the first starts one. */
  private async running(control: ControlDirectory): Promise<Container> {
    const last = this.started.at(-1);
    const { ino } = await stat(this.profile.source);
    if (last?.isRunning === true && ino === this.sourceNumber) return last;
    this.starting ??= Container.start(this.profile, control).finally(() => (this.starting = undefined));
    const container = await this.starting;
    this.sourceNumber = ino;
    if (!this.started.includes(container)) this.started.push(container);
    return container;
  }

  private async inside({ directory }: ShellScript): Promise<string> {
    const at = directory.at();
    const host = at.startsWith('/proc/self/fd/') ? await readlink(at) : at;
    return this.profile.root + host.slice(this.profile.source.length);
  }

  /** The ending of the script inside, by what its supervisor said and by that of the program that talked to it. */
  private async settle(result: CommandResult, running: Running): Promise<CommandResult> {
    const { container } = running;
    const record = await running.control.record(running.id);
    const wasStopped = result.timedOut || result.aborted;
    const { ended } = record;
    if (ended !== undefined) {
      const ending = this.withDenials({ ...result, ...endingOf(ended) }, ended.killedForMemory);
      return ended.leftBehind > 0 && !wasStopped ? { ...ending, stoppedBackground: true } : ending;
    }
    if (wasStopped) return this.withDenials({ ...result, exitCode: null, signal: 'SIGKILL' });
    if (record.isDirectoryMissing) {
      throw new ToolFailure('The command was not run: its working directory is gone.', { code: 'SANDBOX_CWD_MISSING' });
    }
    // Its supervisor did not come to say anything: a command can kill it, and the container may be gone.
    await container.stop(running.id, 0);
    if (!container.isRunning) throw lost(await container.ended, record.isStarted);
    if (record.isStarted) return this.withDenials(scriptEnding(result));
    throw new ToolFailure(`The command could not be started: ${complaintOf(result)}`, { code: 'SANDBOX_START_FAILED' });
  }

  private withDenials(result: CommandResult, killedForMemory = 0): CommandResult {
    const { network, limits } = this.profile;
    return { ...result, denials: nameContainerDenials(result, { network, limits, killedForMemory }) };
  }
}

function endingOf({ status, isBySignal }: NonNullable<CommandRecord['ended']>): Pick<CommandResult, 'exitCode' | 'signal'> {
  const signal = isBySignal ? signalName(status - 128) : undefined;
  return signal === undefined ? { exitCode: status, signal: null } : { exitCode: null, signal };
}

function lost(why: string, isStarted: boolean): ToolFailure {
  const ran = isStarted ? 'while the command ran, which may have partly done its work' : 'before the command ran';
  return new ToolFailure(
    `The container of the sandbox ended ${ran}: ${why} The next command gets another container. The workspace is as it was left; /tmp is empty.`,
    { code: 'SANDBOX_LOST' },
  );
}
