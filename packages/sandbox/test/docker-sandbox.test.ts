import { DockerSandbox } from '@tackroom/sandbox';
import { hasDocker, TEST_IMAGE, useDocker } from './docker-engine.js';
import { providerContract } from './sandbox-contract.js';
import { describeNeeding } from './scratch.js';

describeNeeding('Docker', hasDocker(), 'DockerSandbox', () => {
  useDocker();
  providerContract('DockerSandbox', (root) => ({ provider: new DockerSandbox({ root, image: TEST_IMAGE }), root: null }));
});
