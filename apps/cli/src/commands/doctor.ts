import { workingDirectory } from '../settings/settings.js';
import { isSound } from '../doctor/finding.js';
import { packagedRipgrep } from '../doctor/packaged-ripgrep.js';
import { openProject } from '../doctor/project.js';
import { runChecks } from '../doctor/checks.js';
import { CommandTrials } from '../doctor/try-commands.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, type CommandIo } from '../io.js';
import { hasColours } from '../output/paint.js';
import { showFindings } from '../output/show-findings.js';

/** Flags of `doctor`. */
export type DoctorFlags = Pick<HarnessFlags, 'json' | 'config' | 'cwd'>;

/** What the program knows of itself. */
export interface DoctorProgram {
  readonly version: string;
  /** Names of the commands that this version has. */
  readonly commands: readonly string[];
}

/**
 * `tackroom doctor`: what of Node, the compiler's options, decorated sources and the machine keeps tools and agents from
 * working, each with the fix. Gives 1 if there is a problem. Throws `CLI_CWD_MISSING`.
 */
export async function doctor(flags: DoctorFlags, io: CommandIo, program: DoctorProgram): Promise<ExitCode> {
  const cwd = workingDirectory(flags, io);
  const trials = new CommandTrials();
  try {
    const findings = await runChecks({
      cwd,
      config: flags.config,
      env: io.env,
      platform: process.platform,
      nodeVersion: process.versions.node,
      ownVersion: program.version,
      commands: program.commands,
      terminal: { isTerminal: io.stdout.isTTY === true, columns: io.stdout.columns, hasColours: hasColours(io.stdout, io.env) },
      project: openProject(cwd),
      packagedRipgrep,
      findLeftCopies: async () => (await import('tackroom')).findLeftCopies(),
      tryIsolations: async () => (await import('tackroom')).tryIsolations(),
      runCommand: (line) => trials.run(line),
    });
    if (flags.json === true) writeJson(io, { ok: isSound(findings), checks: findings });
    else showFindings(findings, io);
    return isSound(findings) ? ExitCode.success : ExitCode.failed;
  } finally {
    await trials.close();
  }
}
