import { SrtSandbox } from '@tackroom/sandbox';
import { describeNeeding, hasSandboxRuntime } from './scratch.js';
import { providerContract } from './sandbox-contract.js';

describeNeeding("bubblewrap and socat, for Anthropic's sandbox runtime", hasSandboxRuntime(), 'SrtSandbox', () => {
  providerContract('SrtSandbox', (root) => ({ provider: new SrtSandbox({ graceMs: 300, allowRoot: true }), root }));
});
