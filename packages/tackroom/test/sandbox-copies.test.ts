import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BubblewrapSandbox } from '@tackroom/sandbox';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import {
  defineTool,
  HarnessModule,
  RunState,
  type ToolFailure,
  type AgentOptions,
  type Harness,
  type HarnessEvent,
  type PermissionOptions,
} from 'tackroom';
import { sandboxScratch } from './sandbox-scratch.js';
import { describeWithBubblewrap } from './with-bubblewrap.js';

const scratch = sandboxScratch();
let harness: Harness | undefined;
afterEach(() => harness?.close());

const host = (name: string): Promise<string> => readFile(join(scratch.root, name), 'utf8');
const command = (line: string): ReturnType<typeof calls> => calls(['run_command', { command: line }]);
const NOTHING = { removed: [], conflicts: [], refused: [], failed: [] };

async function copying(permissions: PermissionOptions = { allow: ['*'] }): Promise<Harness> {
  const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root: scratch.root });
  return (harness = await HarnessModule.create({ bundles: ['filesystem', 'shell', 'navigation'], sandbox, permissions }));
}

async function agentOf(script: ConstructorParameters<typeof ScriptedModel>[0], options: Partial<AgentOptions> = {}) {
  return (harness ?? (await copying())).createAgent({ name: 'a', model: new ScriptedModel(script), ...options });
}

afterEach(() => void (harness = undefined));

describeWithBubblewrap('copies', () => {
  test('a run says what came of its changes, in its result and as an event before its end', async () => {
    const events: HarnessEvent[] = [];
    const agent = await agentOf([command('echo new > new.txt; ln -s /etc/passwd out'), text('done')]);
    const result = await agent.run('go', { onEvent: (event) => void events.push(event) });
    const report = { ...NOTHING, copied: ['new.txt'], refused: [{ path: 'out', reason: 'it is a link that leads out of the workspace' }] };
    expect(result.sync).toEqual(report);
    expect(events.slice(-2)).toMatchObject([{ type: 'sandbox-sync', ...report }, { type: 'run-finish' }]);
    expect(JSON.parse(JSON.stringify(events.at(-2)))).toEqual(events.at(-2));
    expect([await host('new.txt'), scratch.left()]).toEqual(['new\n', []]);
  });

  test('a run that changed nothing says so, and one that used nothing says nothing', async () => {
    const agent = await agentOf([command('true'), text('done'), text('done')]);
    expect((await agent.run('go')).sync).toEqual({ ...NOTHING, copied: [] });
    expect((await agent.run('go')).sync).toBeUndefined();
  });

  test('whole paths below the root mean the copy, to commands and to file tools', async () => {
    await writeFile(join(scratch.root, 'a.txt'), 'as it was\n');
    const path = join(scratch.root, 'a.txt');
    const seen: string[] = [];
    const agent = await agentOf([
      command(`cd ${scratch.root} && sed -i s/was/is/ ${path} && ln -s ${path} link`),
      calls(['edit_file', { path, old_string: 'is', new_string: 'will be' }]),
      calls(['read_file', { path }]),
      calls(['read_file', { path: join(scratch.root, '../outside') }]),
      text('done'),
    ]);
    const result = await agent.run('go', {
      onEvent: (event) => {
        if (event.type === 'tool-result') seen.push(String(event.content));
      },
    });
    expect(seen[2]).toContain('as it will be');
    expect(seen[3]).toContain('outside');
    expect(seen.join()).not.toContain('tackroom-copy');
    expect([await host('a.txt'), result.sync?.copied]).toEqual(['as it will be\n', ['a.txt', 'link']]);
  });

  test('a paused run brings its changes back, and goes on with the files as they are then, where it was', async () => {
    await mkdir(join(scratch.root, 'sub'));
    await copying({ allow: ['change_directory', 'run_command'], ask: ['delete'] });
    const agent = await agentOf([
      calls(['change_directory', { path: 'sub' }]),
      command('echo draft > a.txt'),
      calls(['delete', { path: 'b.txt' }]),
      command('pwd; cat a.txt'),
      text('done'),
    ]);
    await writeFile(join(scratch.root, 'sub/b.txt'), '');
    const paused = await agent.run('go');
    expect([paused.status, paused.sync?.copied, await host('sub/a.txt'), scratch.left()]).toEqual(['paused', ['sub/a.txt'], 'draft\n', []]);
    await writeFile(join(scratch.root, 'sub/a.txt'), 'edited by a person\n');
    const seen: string[] = [];
    const resumed = await agent.resume(RunState.parse(JSON.stringify(paused.state)).approve(), {
      onEvent: (event) => {
        if (event.type === 'tool-result') seen.push(String(event.content));
      },
    });
    expect([resumed.status, seen[1]]).toEqual([
      'completed',
      expect.stringMatching(new RegExp(`^${scratch.root}/sub\nedited by a person\n`)),
    ]);
    expect([resumed.sync, await readdir(join(scratch.root, 'sub'))]).toEqual([
      { ...NOTHING, copied: [], removed: ['sub/b.txt'] },
      ['a.txt'],
    ]);
  });

  test('a cancelled run leaves nothing running and nothing on disk, and what it did is not lost', async () => {
    const agent = await agentOf([command('echo half > a.txt; echo ready; sleep 1000')]);
    const stream = agent.stream('go');
    for await (const event of stream) {
      if (event.type === 'tool-progress') stream.cancel();
    }
    const result = await stream.result;
    expect([result.status, result.sync?.copied, scratch.left()]).toEqual(['cancelled', ['a.txt'], []]);
  });

  test('a session of the agent keeps its /tmp, and its files are those of the host at each run', async () => {
    const agent = await agentOf([command('echo kept > /tmp/x; echo 1 > a.txt'), text('done'), command('cat /tmp/x a.txt'), text('done')], {
      sandboxSession: 'agent',
    });
    expect((await agent.run('go')).sync?.copied).toEqual(['a.txt']);
    await writeFile(join(scratch.root, 'a.txt'), 'by a person\n');
    const second = await agent.run('go');
    expect(JSON.stringify(second.messages)).toContain('kept\\nby a person');
    expect(scratch.left()).toHaveLength(2);
    await agent.close();
    expect(scratch.left()).toEqual([]);
  });

  test('runs of one session share the copy, and the last one brings it back; who comes while it does begins with its files', async () => {
    await copying();
    const write = (name: string) => calls(['write_file', { path: name, content: name }]);
    const [first, second] = [await agentOf([write('a'), text('done')]), await agentOf([write('b'), command('ls'), text('done')])];
    const results = [first.run('go', { sessionId: 's' }), second.run('go', { sessionId: 's' })];
    const reports = (await Promise.all(results)).map(({ sync }) => sync?.copied ?? []);
    expect([reports.flat().sort(), (await readdir(scratch.root)).sort(), scratch.left()]).toEqual([['a', 'b'], ['a', 'b'], []]);
    const third = await agentOf([command('ls'), text('done')]);
    expect(JSON.stringify((await third.run('go', { sessionId: 's' })).messages)).toContain('a\\nb');
  });

  test('a handler that is late has no copy to work on', async () => {
    await copying();
    let late: Promise<unknown> | undefined;
    let runEnded = (): void => undefined;
    const end = new Promise<void>((resolve) => (runEnded = resolve));
    const tool = defineTool({
      name: 'late',
      description: 'Works on after its run.',
      inputSchema: { type: 'object' },
      handler: (_args, { workspace, sandbox }) => {
        void workspace.cwd;
        late = end.then(() =>
          Promise.all([workspace.stat('.'), sandbox.exec('true')].map((made) => made.catch((error: ToolFailure) => error.code))),
        );
        return 'begun';
      },
    });
    await (await agentOf([calls(['late', {}]), text('done')], { tools: [tool] })).run('go');
    runEnded();
    expect([await late, scratch.left()]).toEqual([['SANDBOX_CLOSED', 'SANDBOX_CLOSED'], []]);
  });

  test('what cannot be brought back is kept and said', async () => {
    const agent = await agentOf([command('mkdir -p new && echo work > new/a.txt'), text('done')]);
    const stream = agent.stream('go');
    for await (const event of stream) {
      if (event.type !== 'tool-result') continue;
      await rm(scratch.root, { recursive: true });
    }
    const { sync } = await stream.result;
    expect(sync).toMatchObject({
      copied: [],
      failed: [{ path: '.', reason: 'error WORKSPACE_ROOT_MISSING' }],
    });
    expect(await readFile(join(sync?.keptIn ?? '', 'new/a.txt'), 'utf8')).toBe('work\n');
    await rm(sync?.keptIn ?? '', { recursive: true });
    expect(scratch.left()).toEqual([]);
  });

  test('a copy that somebody removed is a failed call, not an empty workspace', async () => {
    await writeFile(join(scratch.root, 'a.txt'), 'a');
    const agent = await agentOf([command('ls'), command('ls'), text('done')]);
    const results: unknown[] = [];
    const stream = agent.stream('go');
    for await (const event of stream) {
      if (event.type !== 'tool-result') continue;
      results.push(event.success);
      for (const path of scratch.left()) {
        // At once: the run goes on meanwhile.
        if (path.includes('tackroom-copy-')) rmSync(path, { recursive: true });
      }
    }
    const { sync } = await stream.result;
    expect([results, sync, await host('a.txt')]).toEqual([
      [true, false],
      { ...NOTHING, copied: [], failed: [{ path: '.', reason: 'error ENOENT' }] },
      'a',
    ]);
  });
});
