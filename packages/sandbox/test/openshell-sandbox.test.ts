import { OpenShellSandbox } from '@tackroom/sandbox';
import { STAND_IN, useStandIn } from './openshell/use-stand-in.js';
import { leavesNothingRunning, scratchDirectory } from './scratch.js';
import { providerContract } from './sandbox-contract.js';

useStandIn(scratchDirectory());
leavesNothingRunning();

providerContract('OpenShellSandbox', (root) => ({
  provider: new OpenShellSandbox({ root, openshell: STAND_IN, graceMs: 300 }),
  root: null,
}));
