import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError, type SandboxSession } from '@tackroom/core';
import { BARE_IMAGE, hasDocker, TEST_IMAGE, useDocker } from '../../test/docker-engine.js';
import { describeNeeding, scratchDirectory } from '../../test/scratch.js';
import { DockerSandbox } from './docker-sandbox.js';
import type { DockerSandboxOptions } from './docker-options.js';

const scratch = scratchDirectory();
beforeEach(() => scratch.write({ 'root/f': 'text\n' }));

const sandbox = (options: Partial<DockerSandboxOptions> = {}): DockerSandbox => new DockerSandbox({ root: scratch.at('root'), ...options });

/** Bash in the place of the engine's program. */
function standIn(script: string): string {
  scratch.write({ docker: `#!/bin/bash\n${script}\n` });
  chmodSync(scratch.at('docker'), 0o755);
  return scratch.at('docker');
}

async function refusalOf(options: Partial<DockerSandboxOptions>): Promise<string> {
  const error: unknown = await sandbox(options)
    .check()
    .catch((thrown: unknown) => thrown);
  if (!HarnessError.is(error, 'SANDBOX_UNAVAILABLE')) throw error;
  return error.message.replaceAll(scratch.path, 'SCRATCH').replace('DockerSandbox cannot be used here: ', '');
}

test('wrong options are told all at once', () => {
  const wrong = {
    image: '--privileged',
    runtime: '',
    network: 'host',
    limits: { memoryMb: 1, cpus: -1, processes: 0.5, disk: 3 },
    user: 'root',
    readable: ['tools', '/var/run/', '/'],
    env: { 'A B': '' },
    protect: ['../x'],
    graceMs: -1,
  };
  const problems = (): unknown => {
    try {
      return sandbox(wrong);
    } catch (error) {
      return HarnessError.is(error) ? error.problems.map(({ where, message }) => `${where} ${message}`) : error;
    }
  };
  expect(problems()).toMatchInlineSnapshot(`
   [
     "image "--privileged" is no name of an image. Write it as docker pull takes it.",
     "runtime "" is no name of a runtime.",
     "user "root" is no user and group by number. Write user: '1000:1000'.",
     "graceMs must be milliseconds, from 0.",
     "network is "host". Write 'none', or the name of a network of the engine; not the host's and not another container's.",
     "limits.memoryMb must be a whole number from 16.",
     "limits.cpus must be a number of processors above zero.",
     "limits.processes must be a whole number from 8.",
     "limits.disk is no limit. There are memoryMb, cpus, processes.",
     "readable tools is not absolute. Write the whole path.",
     "readable /var/run/ would show the engine's socket, by which commands would be root on this machine. Name less.",
     "readable / would show the engine's socket, by which commands would be root on this machine. Name less.",
     "env "A B" is no name of a variable.",
     "protect "../x" is no plain path in the workspace. Write it relative to the root.",
   ]
  `);
  expect(() => new DockerSandbox({ root: '/usr' })).toThrow(expect.objectContaining({ code: 'SANDBOX_OPTION_INVALID' }));
  expect(() => new DockerSandbox({ root: scratch.at('gone') })).toThrow(expect.objectContaining({ code: 'WORKSPACE_ROOT_MISSING' }));
});

const VERSION = '[ "$1" = --version ] && { echo "Docker version 28.2.2, build e6534b4"; exit; }';
const INFO = `${VERSION}; [ "$1" = info ] && { echo '28.2.2 ["name=seccomp,profile=default"]'; exit; }`;
const IMAGE = `${INFO}; [ "$1" = image ] && { echo sha256:1; exit; }`;

describe('nothing runs without the engine', () => {
  test('there is no program', async () => {
    expect(await refusalOf({ docker: '/nowhere/docker' })).toMatchInlineSnapshot(
      `"/nowhere/docker was not found. Install Docker Engine, or Podman and say docker: 'podman'."`,
    );
  });

  test('it is another program', async () => {
    expect(await refusalOf({ docker: standIn('echo "docker compose v2"') })).toMatchInlineSnapshot(
      `"SCRATCH/docker does not say that it is Docker or Podman."`,
    );
  });

  test('no daemon answers', async () => {
    const docker = standIn(
      `${VERSION}; echo "Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?" >&2; exit 1`,
    );
    expect(await refusalOf({ docker })).toMatchInlineSnapshot(
      `"docker does not answer: Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running? Start the Docker daemon, and see that your user may use it: docker info"`,
    );
  });

  test.each([String.raw`printf '\377\200\001 no words'; head -c 3000 /dev/zero`, `echo 7`, `echo '<html>502</html>'`])(
    'something else answers: %s',
    async (answer) => {
      expect(await refusalOf({ docker: standIn(`${VERSION}; ${answer}`) })).toMatch(/^docker does not answer: /);
    },
  );

  test('the image is not there', async () => {
    const docker = standIn(`${INFO}; echo "Error: No such image" >&2; exit 1`);
    expect(await refusalOf({ docker })).toMatchInlineSnapshot(
      `"the image node:22-bookworm is not there. Fetch it: docker pull node:22-bookworm, or say pull: 'missing'."`,
    );
    expect(await refusalOf({ docker, pull: 'missing' })).toMatchInlineSnapshot(
      `"the image node:22-bookworm could not be fetched: Error: No such image. Try it by hand: docker pull node:22-bookworm"`,
    );
  });

  test('the daemon is on another machine', async () => {
    const docker = standIn(
      `${IMAGE}; echo 'docker: Error response from daemon: invalid mount config for type "bind": bind source path does not exist: /tmp/x.' >&2; echo; echo "Run 'docker run --help' for more information" >&2; exit 125`,
    );
    expect(await refusalOf({ docker })).toMatchInlineSnapshot(
      `"containers do not see the files of this machine. The daemon must run on it (DOCKER_HOST and docker context say which is used) and may need leave to share the temporary directory. The sandbox could not be set up: docker: Error response from daemon: invalid mount config for type "bind": bind source path does not exist: /tmp/x."`,
    );
  });

  test('the container sees other files under the same names', async () => {
    const docker = standIn(
      `${IMAGE}; [ "$1" = run ] && { echo ready; cat >/dev/null; exit; }; [ "$1" = exec ] && echo "another machine"; exit`,
    );
    expect(await refusalOf({ docker })).toMatch(/^The command could not be started: another machine\.$/);
  });

  test('the container does not start, and the program does not say why', async () => {
    expect(await refusalOf({ docker: standIn(`${IMAGE}; exit 3`) })).toMatchInlineSnapshot(
      `"The sandbox could not be set up: it ended with exit code 3."`,
    );
  });

  test('it is looked at again by the next attempt', async () => {
    const provider = sandbox({ docker: scratch.at('docker') });
    await expect(provider.check()).rejects.toMatchObject({ message: expect.stringContaining('was not found') as unknown });
    standIn('true');
    await expect(provider.check()).rejects.toMatchObject({ message: expect.stringContaining('does not say') as unknown });
  });
});

describeNeeding('Docker', hasDocker(), 'a real engine', () => {
  const daemon = useDocker({ ownDaemon: true });

  test.each([
    ['an image without bash', { image: BARE_IMAGE }, /^the image tackroom-test:bare has no bash\./],
    ['an image that is not there', { image: 'tackroom-test:gone' }, /^the image tackroom-test:gone is not there\. Fetch it: docker pull/],
    ['a runtime that is not there', { image: TEST_IMAGE, runtime: 'runsc' }, /See the option runtime/],
    ['a network that is not there', { image: TEST_IMAGE, network: 'nowhere' }, /network nowhere not found/],
    ['more processors than there are', { image: TEST_IMAGE, limits: { cpus: 5_000 } }, /[Rr]ange of CPUs/],
  ])('%s', async (_what, options, message) => {
    expect(await refusalOf(options)).toMatch(message);
  });

  test('a daemon that dies while a command runs hangs nobody; what was changed is kept and named', async () => {
    const session: SandboxSession = await sandbox({ image: TEST_IMAGE, graceMs: 200 }).open({ sessionId: 's', root: null });
    await session.exec('echo changed > f');
    const running = session.exec('echo up; sleep 68', { onOutput: () => daemon.crash() });
    await expect(running).rejects.toMatchObject({ code: 'SANDBOX_LOST' });
    await expect(session.exec('true')).rejects.toMatchObject({
      code: 'SANDBOX_START_FAILED',
      message: expect.stringMatching(/^The sandbox could not be set up: .*Cannot connect to the Docker daemon/) as unknown,
    });
    const left: unknown = await session.close().catch((error: unknown) => error);
    if (!HarnessError.is(left, 'SANDBOX_CLOSE_FAILED')) throw left;
    const [, name, copy = ''] =
      /^The container (tackroom-\w+) could not be removed: .*The changes of the session were not brought back\. They are in (\S+)\.$/.exec(
        left.message,
      ) ?? [];
    expect(left.message).toContain(`docker rm --force ${name}`);
    expect([readFileSync(join(copy, 'f'), 'utf8'), readFileSync(scratch.at('root/f'), 'utf8')]).toEqual(['changed\n', 'text\n']);
    rmSync(copy, { recursive: true });
  });
});
