import { HostSandbox } from '@tackroom/sandbox';
import { providerContract } from './sandbox-contract.js';

providerContract('HostSandbox', (root) => ({ provider: new HostSandbox(), root }));
