import { randomBytes } from 'node:crypto';
import type { CommandResult } from '@tackroom/core';
import { NO_RECORD } from '../confinement/command-record.js';
import { nameDenials } from '../confinement/name-denials.js';
import type { Places } from '../confinement/denied-paths.js';
import type { ProtectedPaths } from '../confinement/protected-paths.js';
import { limitLine, type ResourceLimits } from '../confinement/resource-limits.js';
import { scriptEnding } from '../confinement/script-ending.js';
import type { StartedCommands } from './started-commands.js';
import type { OwnedDirectory } from '../leftovers/owned-directory.js';
import type { ShellLaunch, ShellLauncher, ShellScript } from '../process/command-session.js';
import { killWithDescendants, signalDescendants } from '../process/process-group.js';
import { unnamedFile } from '../unnamed-file.js';
import { literal } from './runtime-files.js';
import type { RuntimeFiles, RuntimeLease } from './runtime-lease.js';

/** On Linux, the generations below the program that is started: bwrap, a shell, the filter and its own process, the command. */
const COMMAND_DEPTH = 5;

/** What all commands of a session have in common. */
export interface SrtProfile {
  readonly lease: RuntimeLease;
  readonly root: string;
  readonly temporary: OwnedDirectory;
  readonly files: RuntimeFiles;
  readonly started: StartedCommands;
  /** What a command must not change, looked at before each. */
  readonly protection: () => ProtectedPaths;
  readonly limits: ResourceLimits;
  /** Whether there is a network at all. */
  readonly reachesHosts: boolean;
}

/** Starts bash as Anthropic's sandbox runtime says: in Seatbelt on macOS, in bubblewrap on Linux. */
export class SrtLauncher implements ShellLauncher {
  readonly isolation = process.platform === 'darwin' ? 'seatbelt' : 'bubblewrap';
  readonly ownsFilesystem = false;
  readonly environment: Readonly<Record<string, string>>;

  constructor(private readonly profile: SrtProfile) {
    const temporary = profile.temporary.path;
    this.environment = { HOME: `${temporary}/home`, TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  }

  async launch({ shell, script, args, directory, environment, firstDescriptor }: ShellScript): Promise<ShellLaunch> {
    const { lease, started, files, root } = this.profile;
    const { manager } = lease;
    const id = started.next();
    const commandId = randomBytes(16).toString('base64url');
    const protectedPaths = this.profile.protection();
    // The runtime quotes what it is given, each layer longer than the last: the script goes another way.
    const texts = await unnamedFile([environment['TMPDIR'], shell, script, ...args].map((text) => `${text}\0`).join(''));
    const [mark, descriptor] = [firstDescriptor, firstDescriptor + 1];
    try {
      const { argv } = await manager.wrapWithSandboxArgv(
        this.loader(started.markLine(id, mark), descriptor),
        shell,
        {
          filesystem: {
            ...files,
            denyRead: [...files.denyRead, ...protectedPaths.hidden.map(literal)],
            denyWrite: protectedPaths.fixed.map(literal),
          },
        },
        undefined,
        root,
        { commandId },
      );
      const [program = shell, ...rest] = argv;
      return {
        program,
        args: rest,
        directory: directory.at(),
        environment,
        extra: [started.fd, texts.fd],
        ...(process.platform === 'linux'
          ? {
              terminate: (group: number) => signalDescendants(group, { depth: COMMAND_DEPTH }, 'SIGTERM'),
              kill: killWithDescendants,
            }
          : {}),
        interpret: async (result) => {
          await started.ensureStarted(id, result);
          return this.settle(scriptEnding(result), protectedPaths, { commandId, script });
        },
        close: async () => {
          manager.cleanupAfterCommand();
          await texts.close();
        },
      };
    } catch (error) {
      await texts.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { started, temporary, lease } = this.profile;
    await Promise.all([started.close(), temporary.remove(), lease.release()]);
  }

  /** Bash that reads the script and its arguments from a file, and becomes the shell that runs it. The runtime sets TMPDIR. */
  private loader(markLine: string, descriptor: number): string {
    return [
      markLine,
      limitLine(this.profile.limits),
      `while IFS= read -r -d "" text <&${descriptor}; do texts+=("$text"); done`,
      `exec ${descriptor}<&- 251>&-`, // the runtime leaves an end of a pipe of its own there
      'export TMPDIR="${texts[0]}" TMP="${texts[0]}" TEMP="${texts[0]}"',
      'exec "${texts[1]}" -c -- "${texts[2]}" "${texts[1]}" "${texts[@]:3}"',
    ].join('; ');
  }

  private placesFor({ fixed, hidden }: ProtectedPaths): Places {
    const { root, temporary, files } = this.profile;
    return {
      directory: root,
      root,
      writable: [root, temporary.path, '/tmp', '/dev'],
      readable: files.allowRead.map(({ path }) => path),
      fixed,
      hidden,
    };
  }

  private async settle(
    result: CommandResult,
    protectedPaths: ProtectedPaths,
    { commandId, script }: { readonly commandId: string; readonly script: string },
  ): Promise<CommandResult> {
    const { lease, limits, reachesHosts } = this.profile;
    const violations = lease.manager.getSandboxViolationStore().getViolationsForCommand(commandId);
    const refused = [...new Set(violations.map(({ line }) => denialOf(line)))];
    const kept = (await protectedPaths.putAside()).map((path) => `writing ${path}, which is protected; it was renamed to end in .sandbox`);
    const named = nameDenials(result, NO_RECORD, {
      refused: reachesHosts || refused.length > 0 ? refused : undefined,
      script,
      limits,
      group: undefined,
      places: this.placesFor(protectedPaths),
    });
    return { ...result, denials: [...named, ...kept] };
  }
}

/** `deny network-outbound example.org:443 (host is not on the allow list)`, `bash(42) deny(1) file-write-create /x`. */
function denialOf(line: string): string {
  const [, what = '', where = '', reason] = /\bdeny(?:\(\d+\))? (\S+) (.*?)(?: \((.*)\))?$/.exec(line) ?? [];
  if (what === '') return line;
  const action = what === 'network-outbound' ? 'network access to' : what;
  return `${action} ${where}${reason === undefined ? '' : ` (${reason})`}`;
}
