import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { HarnessError, ToolFailure, type CommandResult } from '@tackroom/core';
import { complaintOf, type CliRun, type OpenShellCli } from './openshell-cli.js';
import { SET_UP } from './remote-scripts.js';

/** What all sandboxes of a provider have in common. */
export interface RemoteSettings {
  readonly cli: OpenShellCli;
  /** Further arguments of `sandbox create`. */
  readonly createOptions: readonly string[];
  readonly createTimeoutMs: number;
  readonly callTimeoutMs: number;
}

/** One sandbox behind the gateway, from its making to its deletion. */
export class RemoteSandbox {
  private constructor(
    readonly name: string,
    private readonly settings: RemoteSettings,
    private readonly base: string,
  ) {}

  /** Where commands work. */
  get project(): string {
    return `${this.base}/project`;
  }

  /** Where archives are put for the other side. */
  get transfer(): string {
    return `${this.base}/.tackroom`;
  }

  get records(): string {
    return `${this.transfer}/run`;
  }

  /** Makes one under a name that nobody has. If that fails half-way, what there is of it is deleted. */
  static async create(settings: RemoteSettings): Promise<RemoteSandbox> {
    const { cli, createOptions, createTimeoutMs, callTimeoutMs } = settings;
    const name = `tr-${randomBytes(8).toString('hex')}`; // the gateway takes 19 characters
    try {
      await cli.call('Making a sandbox', cli.createArguments(name, createOptions), { timeoutMs: createTimeoutMs });
      const base = await cli.call('Looking into the sandbox', execArguments(name, SET_UP), { timeoutMs: callTimeoutMs });
      if (!/^\/[^\0\n]+$/.test(base))
        throw new ToolFailure(`The sandbox says that it works in ${JSON.stringify(base.slice(0, 200))}.`, { code: 'SANDBOX_CALL_FAILED' });
      return new RemoteSandbox(name, settings, base);
    } catch (error) {
      const left = await remove(settings, name);
      if (left !== undefined && !isUnknown(left)) throw leftBehind(name, left, error);
      throw error;
    }
  }

  /** Runs one of our own scripts and gives what it says. */
  run(
    what: string,
    script: string,
    { args = [], stdin }: { readonly args?: readonly string[]; readonly stdin?: string | Uint8Array },
  ): Promise<string> {
    const places = [this.project, this.transfer, ...args];
    const call = { timeoutMs: this.settings.callTimeoutMs, ...(stdin === undefined ? {} : { stdin }) };
    return this.settings.cli.call(what, execArguments(this.name, script, places), call);
  }

  /** Runs a script as a command of somebody else: its output is passed on, its ending is its own. */
  exec(script: string, args: readonly string[], run: CliRun, deadlineMs: number | undefined): Promise<CommandResult> {
    const seconds = deadlineMs === undefined ? undefined : Math.ceil(deadlineMs / 1_000);
    return this.settings.cli.run(execArguments(this.name, script, args, seconds), run);
  }

  /** Runs one of our own scripts, whatever comes of it. */
  attempt(script: string, args: readonly string[], timeoutMs: number): Promise<CommandResult> {
    return this.settings.cli.attempt(execArguments(this.name, script, args), { timeoutMs });
  }

  /** Puts a file of this machine into the directory for transfers, under the same name. */
  async upload(file: string): Promise<void> {
    // Named in full: where a file goes that is given a directory differs between versions.
    const args = ['sandbox', 'upload', this.name, file, `${this.transfer}/${basename(file)}`, '--no-git-ignore'];
    await this.settings.cli.call('Putting files into the sandbox', args, { timeoutMs: this.settings.callTimeoutMs });
  }

  /** Fetches a file from the directory for transfers into a directory of this machine. */
  async download(file: string, directory: string): Promise<void> {
    const args = ['sandbox', 'download', this.name, `${this.transfer}/${file}`, directory];
    await this.settings.cli.call('Fetching files from the sandbox', args, { timeoutMs: this.settings.callTimeoutMs });
  }

  /** Deletes it. Rejects with `SANDBOX_LEFT_BEHIND` if that cannot be done. */
  async delete(): Promise<void> {
    const left = await remove(this.settings, this.name);
    if (left !== undefined && !isUnknown(left)) throw leftBehind(this.name, left);
  }
}

/** Arguments that run a line of bash inside, with these positional parameters. */
function execArguments(name: string, script: string, args: readonly string[] = [], timeoutSeconds?: number): readonly string[] {
  const deadline = timeoutSeconds === undefined ? [] : ['--timeout', String(timeoutSeconds)];
  return ['sandbox', 'exec', '--name', name, '--no-tty', ...deadline, '--', 'bash', '-c', script, 'tackroom', ...args];
}

/** Deletes a sandbox, at the second attempt if need be. Resolves to what went wrong. */
async function remove({ cli, callTimeoutMs }: RemoteSettings, name: string): Promise<string | undefined> {
  let complaint: string | undefined;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const result = await cli.attempt(['sandbox', 'delete', name], { timeoutMs: callTimeoutMs });
    if (result.exitCode === 0) return undefined;
    complaint = result.timedOut ? `the program did not answer within ${callTimeoutMs} ms` : complaintOf(result);
    if (isUnknown(complaint)) return complaint;
  }
  return complaint;
}

/** Whether the gateway says that there is no such sandbox. */
function isUnknown(complaint: string): boolean {
  return /not found|does not exist|no such sandbox|NotFound/i.test(complaint);
}

function leftBehind(name: string, why: string, cause?: unknown): HarnessError {
  return new HarnessError(
    'SANDBOX_LEFT_BEHIND',
    `The sandbox ${name} could not be deleted: ${why} Delete it yourself: openshell sandbox delete ${name}`,
    { cause },
  );
}
