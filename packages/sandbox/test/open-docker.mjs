// @ts-check
/** Opens a session, says so once a command runs in it, and does not close it: node open-docker.mjs ROOT IMAGE. */
import { DockerSandbox } from '@tackroom/sandbox';

const [, , root = '', image = ''] = process.argv;
const session = await new DockerSandbox({ root, image }).open({ sessionId: 'killed', root: null });
await session.exec('echo up; sleep 67', { onOutput: () => process.stdout.write('up\n') });
