import { checkConfig } from './check-config.js';
import { checkModels } from './check-models.js';
import { checkNode } from './check-node.js';
import { checkPackages } from './check-packages.js';
import { checkBrowser, checkGit } from './check-programs.js';
import { checkRipgrep } from './check-ripgrep.js';
import { checkRunner } from './check-runner.js';
import { checkSandbox } from './check-sandbox.js';
import { checkSchemas } from './check-schemas.js';
import { checkSources } from './check-sources.js';
import { checkTerminal } from './check-terminal.js';
import { checkTsconfig } from './check-tsconfig.js';
import { reasonOf } from '../cli-error.js';
import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

type Findings = Finding | readonly Finding[];

/** Looks at one thing. What it finds is its answer; one that throws is reported as not having run. */
export type DoctorCheck = (surroundings: Surroundings) => Findings | Promise<Findings>;

/** Every check by its id, in the order in which people read them. An id begins the ids of what the check finds. */
const DOCTOR_CHECKS: Readonly<Record<string, DoctorCheck>> = {
  node: checkNode,
  packages: checkPackages,
  tsconfig: checkTsconfig,
  sources: checkSources,
  schemas: checkSchemas,
  runner: checkRunner,
  config: checkConfig,
  models: checkModels,
  ripgrep: checkRipgrep,
  sandbox: checkSandbox,
  git: checkGit,
  browser: checkBrowser,
  terminal: checkTerminal,
};

/** Runs checks at once and gives what they find, in the order of the checks. Never rejects: a check that fails is a finding. */
export async function runChecks(
  surroundings: Surroundings,
  checks: Readonly<Record<string, DoctorCheck>> = DOCTOR_CHECKS,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([id, check]): Promise<readonly Finding[]> => {
      try {
        const findings = await check(surroundings);
        return 'id' in findings ? [findings] : findings;
      } catch (error) {
        return [failed(id, error)];
      }
    }),
  );
  return found.flat();
}

function failed(id: string, error: unknown): Finding {
  return {
    id,
    status: 'problem',
    summary: `this could not be checked: ${reasonOf(error)}`,
    fix: 'Look at what the message names. If nothing there is wrong, the fault is in this check.',
  };
}
