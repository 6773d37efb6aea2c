import type { Finding } from '@tackroom/source-tree';
import type { ProgramRun } from './program-runs.js';

/**
 * Runs the program in every way: each must exit with 0, and those that are to print the same (`alike`) must. `file` is where the
 * program is written.
 */
export async function checkRuns(folder: string, file: string, runs: readonly ProgramRun[], alike: boolean): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let first: { readonly name: string; readonly stdout: string } | undefined;
  const report = (message: string) => findings.push({ file, line: 0, rule: 'run', message });
  for (const { name, run } of runs) {
    const { exitCode, stdout, stderr } = await run(folder);
    if (exitCode !== 0) report(`Under ${name} it ${exitCode === null ? 'could not run' : `ends with ${exitCode}`}:\n${stdout}${stderr}`);
    else if (alike && first !== undefined && first.stdout !== stdout) {
      report(`Under ${name} it does not print what it prints under ${first.name}:\n${stdout}`);
    }
    first ??= exitCode === 0 ? { name, stdout } : undefined;
  }
  return findings;
}
