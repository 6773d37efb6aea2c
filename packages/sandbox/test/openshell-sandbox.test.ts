import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OpenShellSandbox } from '@tackroom/sandbox';
import { leavesNothingRunning, scratchDirectory } from './scratch.js';
import { providerContract } from './sandbox-contract.js';

const STAND_IN = fileURLToPath(new URL('openshell/stand-in', import.meta.url));
const scratch = scratchDirectory();
leavesNothingRunning();

beforeEach(() => {
  mkdirSync(scratch.at('state'));
  process.env['OPENSHELL_STAND_IN'] = scratch.at('state');
});

providerContract('OpenShellSandbox', (root) => ({ provider: new OpenShellSandbox({ root, openshell: STAND_IN, graceMs: 300 }), root: null }));
