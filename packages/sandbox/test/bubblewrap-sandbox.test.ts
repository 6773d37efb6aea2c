import { BubblewrapSandbox } from '@tackroom/sandbox';
import { providerContract } from './sandbox-contract.js';
import { describeNeeding, hasBubblewrap } from './scratch.js';

describeNeeding('bubblewrap', hasBubblewrap(), 'BubblewrapSandbox', () => {
  providerContract('share', (root) => ({ provider: new BubblewrapSandbox(), root }));
  providerContract('copy', (root) => ({ provider: new BubblewrapSandbox({ filesystem: 'copy', root }), root: null }));
});
