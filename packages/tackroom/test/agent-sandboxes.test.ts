import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BubblewrapSandbox } from '@tackroom/sandbox';
import { calls, FakeSandbox, ScriptedModel, text } from '@tackroom/testing';
import { filesystem, HarnessError, HarnessModule, shell, type AgentOptions, type Harness, type SandboxProvider } from 'tackroom';
import { sandboxScratch } from './sandbox-scratch.js';
import { describeWithBubblewrap } from './with-bubblewrap.js';

const scratch = sandboxScratch();
let harness: Harness | undefined;
afterEach(() => harness?.close());

const open = { permissions: { allow: ['*'] } } as const;
const runs = (...commands: readonly string[]): ScriptedModel =>
  new ScriptedModel([...commands.map((command) => calls(['run_command', { command }])), text('done')]);

/** A fake that says when its sessions open and close, and that nobody may close. */
function watched(name: string): { readonly sandbox: SandboxProvider; readonly log: string[]; readonly fake: FakeSandbox } {
  const fake = new FakeSandbox([[/./, { stdout: `${name}\n` }]]);
  const log: string[] = [];
  const sandbox = {
    name,
    open: async (session: { readonly sessionId: string }) => {
      log.push('open');
      const opened = await fake.open(session);
      return { ...opened, close: () => (log.push('close'), opened.close()) };
    },
    close: () => void log.push('closed the sandbox itself'),
  };
  return { sandbox, log, fake };
}

function agentProblems(options: Partial<AgentOptions>): unknown {
  try {
    harness?.createAgent({ name: 'a', model: runs(), ...options });
    return 'made';
  } catch (error) {
    return HarnessError.is(error, 'AGENT_INVALID')
      ? error.problems.map(({ code, where, message }) => `${where} ${message} [${code}]`)
      : error;
  }
}

test('the sandbox of a harness can be looked at', async () => {
  const { sandbox } = watched('shared');
  harness = await HarnessModule.create({ bundles: ['shell'], workspace: scratch.root, sandbox });
  expect([harness.sandbox, harness.tools.sandbox]).toEqual([sandbox, sandbox]);
  const agent = harness.createAgent({ name: 'a', model: runs() });
  expect([agent.sandbox, agent.workspace]).toEqual([sandbox, harness.workspace]);
});

test('an agent with a sandbox of its own runs its commands there, and nobody closes that', async () => {
  const [shared, own] = [watched('shared'), watched('own')];
  harness = await HarnessModule.create({ bundles: ['shell', 'git'], workspace: scratch.root, sandbox: shared.sandbox, ...open });
  const model = new ScriptedModel([calls(['run_command', { command: 'ls' }], ['git_status', {}]), text('done')]);
  const agent = harness.createAgent({ name: 'own', model, sandbox: own.sandbox });
  const plain = harness.createAgent({ name: 'plain', model: runs('ls') });
  expect(agent.sandbox).toBe(own.sandbox);
  await agent.run('go');
  await plain.run('go');
  expect([own.fake.calls.length, shared.fake.calls.length]).toEqual([2, 1]);
  await harness.close();
  expect([own.log, shared.log]).toEqual([
    ['open', 'close'],
    ['open', 'close'],
  ]);
});

test('a session lasts as long as its run, or as its agent by option; first commands at once open one', async () => {
  const [perRun, perAgent] = [watched('run'), watched('agent')];
  harness = await HarnessModule.create({ bundles: ['shell'], workspace: scratch.root, ...open });
  const twoAtOnce = [calls(['run_command', { command: 'a' }], ['run_command', { command: 'b' }]), text('done')];
  const scripts = [...twoAtOnce, ...twoAtOnce, ...twoAtOnce];
  const short = harness.createAgent({ name: 'short', model: new ScriptedModel(scripts), sandbox: perRun.sandbox });
  const long = harness.createAgent({ name: 'long', model: new ScriptedModel(scripts), sandbox: perAgent.sandbox, sandboxSession: 'agent' });
  for (let run = 0; run < 2; run += 1) {
    await short.run('go', { sessionId: 's' });
    await long.run('go');
  }
  expect([perRun.log, perAgent.log]).toEqual([['open', 'close', 'open', 'close'], ['open']]);
  expect(new Set(perAgent.fake.calls.map(({ sessionId }) => sessionId)).size).toBe(1);
  await long.close();
  expect(perAgent.log).toEqual(['open', 'close']);
});

test('what cannot be is said when the agent is made', async () => {
  await mkdir(join(scratch.root, 'sub'));
  await symlink('root', join(scratch.root, '../link'));
  harness = await HarnessModule.create({ bundles: ['shell'], workspace: join(scratch.root, '../link') });
  expect(agentProblems({ sandbox: 'docker' as never, sandboxSession: 'forever' as never })).toMatchInlineSnapshot(`
   [
     "sandbox is no SandboxProvider; write for example new BubblewrapSandbox(). [AGENT_OPTION_INVALID]",
     "sandboxSession is "forever"; write 'run' or 'agent'. [AGENT_OPTION_INVALID]",
   ]
  `);
  // A bundle of the agent's own may repeat the root of the harness, as it was given or as it is, and name no other.
  for (const root of [join(scratch.root, '../link'), scratch.root]) expect(agentProblems({ tools: [shell({ root })] })).toBe('made');
  const elsewhere = agentProblems({ tools: [filesystem({ root: join(scratch.root, 'sub') }), shell({ root: null })] }) as string[];
  expect(elsewhere.map((line) => line.replaceAll(scratch.root, '/root'))).toMatchInlineSnapshot(`
   [
     "tools[0] (filesystem) works in /root/sub, but the harness works in /root. A harness has one root: leave it out here, or use two harnesses. [WORKSPACE_CONFLICT]",
     "tools[1] (shell) works in the whole file system, but the harness works in /root. A harness has one root: leave it out here, or use two harnesses. [WORKSPACE_CONFLICT]",
   ]
  `);
  const copy = new BubblewrapSandbox({ filesystem: 'copy', root: scratch.root });
  expect(agentProblems({ sandbox: copy, tools: [shell({ root: scratch.root })] })).toMatchInlineSnapshot(`
   [
     "tools[0] (shell) says where to work, but the sandbox has files of its own. Take it out here. [WORKSPACE_CONFLICT]",
   ]
  `);
});

test('a sandbox that cannot be had keeps the run from starting', async () => {
  harness = await HarnessModule.create({ bundles: ['shell'], workspace: scratch.root, ...open });
  const model = runs('true');
  const agent = harness.createAgent({ name: 'a', model, sandbox: new BubblewrapSandbox({ bwrap: '/nowhere/bwrap' }) });
  await expect(agent.run('go')).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  expect(model.requests).toEqual([]);
});

test('it is tried until it works, and then no more; whatever it throws the agent can be closed', async () => {
  const { sandbox } = watched('own');
  const answers = ['throws', 'rejects', 'works'];
  const asked: string[] = [];
  const check = (): Promise<void> => {
    const answer = answers[asked.length] ?? 'asked again';
    asked.push(answer);
    if (answer === 'throws') throw new Error(answer);
    return answer === 'works' ? Promise.resolve() : Promise.reject(new Error(answer));
  };
  harness = await HarnessModule.create({ bundles: ['shell'], workspace: scratch.root, ...open });
  const agent = harness.createAgent({ name: 'a', model: runs('ls', 'ls'), sandbox: { ...sandbox, check } });
  await expect(agent.run('go')).rejects.toThrow('throws');
  await expect(agent.run('go')).rejects.toThrow('rejects');
  await agent.run('go');
  await agent.run('go');
  expect(asked).toEqual(['throws', 'rejects', 'works']);
  await agent.close();
});

describeWithBubblewrap('bubblewrap', () => {
  test('a sandbox with files of its own takes the file tools of its agent, and no one else', async () => {
    await writeFile(join(scratch.root, 'a.txt'), 'as it was\n');
    const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root: scratch.root });
    harness = await HarnessModule.create({ bundles: ['filesystem', 'shell'], workspace: scratch.root, ...open });
    const model = new ScriptedModel([
      calls(['write_file', { path: 'a.txt', content: 'by the agent\n', overwrite: true }]),
      calls(['run_command', { command: `cat ${scratch.root}/a.txt` }]),
      text('done'),
    ]);
    const agent = harness.createAgent({ name: 'a', model, sandbox });
    expect(agent.workspace).toBe(sandbox.workspace);
    const seen: string[] = [];
    const result = await agent.run('go', {
      onEvent: (event) => {
        if (event.type === 'tool-result') seen.push(String(event.content));
      },
    });
    expect(seen[1]).toMatch(/^by the agent\n/);
    expect([result.sync?.copied, await readFile(join(scratch.root, 'a.txt'), 'utf8')]).toEqual([['a.txt'], 'by the agent\n']);
    expect(scratch.left()).toEqual([]);
  });

  test('an agent cannot run commands on other files than those of its file tools', async () => {
    const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root: scratch.root });
    harness = await HarnessModule.create({ bundles: ['shell'], sandbox });
    expect(agentProblems({ sandbox: new BubblewrapSandbox() })).toMatchInlineSnapshot(`
     [
       "sandbox has no files of its own, but the files of this harness are those of its sandbox (bubblewrap): commands would run on others than the file tools change. Give the agent a sandbox with files of its own (filesystem: 'copy'), or leave it out. [AGENT_OPTION_INVALID]",
     ]
    `);
  });

  test('git works through the sandbox of the agent', async () => {
    harness = await HarnessModule.create({ bundles: ['git', 'shell'], workspace: scratch.root, ...open });
    const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root: scratch.root });
    const model = new ScriptedModel([
      calls(['run_command', { command: 'git init -q && touch new.txt' }]),
      calls(['git_status', {}]),
      text('done'),
    ]);
    const seen: string[] = [];
    await harness.createAgent({ name: 'a', model, sandbox }).run('go', {
      onEvent: (event) => {
        if (event.type === 'tool-result') seen.push(String(event.content));
      },
    });
    expect(seen[1]).toContain('new.txt');
  });
});
