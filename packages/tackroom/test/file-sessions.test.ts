import { mkdtemp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { ArtifactStore, filesystem, HarnessModule, navigation, rule, shell, type Harness, type HarnessEvent } from 'tackroom';

let base: string;
let harness: Harness | undefined;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-sessions-')));
  await mkdir(join(base, 'root/src'), { recursive: true });
  await mkdir(join(base, 'manual/private'), { recursive: true });
  await writeFile(join(base, 'root/src/a.txt'), 'A');
  await writeFile(join(base, 'manual/private/key.md'), 'KEY');
  await writeFile(join(base, 'manual/page.md'), 'PAGE');
});
afterEach(async () => {
  await harness?.close();
  await rm(base, { recursive: true });
});

test('a working directory holds for one session: its file tools and its commands', async () => {
  const root = join(base, 'root');
  harness = await HarnessModule.create({
    bundles: [filesystem({ root }), navigation(), shell({ root })],
    permissions: { profile: 'open' },
  });
  const agent = harness.createAgent({
    name: 'mover',
    planning: false,
    model: new ScriptedModel([
      calls(['change_directory', { path: 'src' }]),
      calls(['read_file', { path: 'a.txt' }], ['run_command', { command: 'pwd' }]),
      text('Done.'),
      calls(['read_file', { path: 'a.txt' }]),
      text('Done again.'),
    ]),
  });
  const said = async (sessionId: string): Promise<readonly string[]> => {
    const events: HarnessEvent[] = [];
    for await (const event of agent.stream('Go.', { sessionId })) events.push(event);
    return events.flatMap((event) => (event.type === 'tool-result' ? [String(event.content).split('\n')[0] ?? ''] : []));
  };
  expect(await said('one')).toEqual([
    'The working directory is src, below the root of the workspace.',
    'a.txt, line 1 of 1; no line end after the last line',
    join(root, 'src'),
  ]);
  expect(await said('two')).toEqual(['"a.txt" does not exist.']);
});

test('a generated file is an event of the run, an artifact and a note for the model', async () => {
  const outputDir = join(base, 'output');
  harness = await HarnessModule.create({
    bundles: [filesystem({ root: join(base, 'root'), outputDir })],
    permissions: { profile: 'open' },
  });
  const model = new ScriptedModel([calls(['generate_file', { path: 'r.md', content: '# R' }]), text('Done.')]);
  const agent = harness.createAgent({ name: 'writer', planning: false, model });
  const events: HarnessEvent[] = [];
  for await (const event of agent.stream('Go.')) events.push(event);
  const result = events.find((event) => event.type === 'tool-result');
  expect(result).toMatchObject({ success: true, output: { path: 'r.md', artifact: expect.stringMatching(/^art_/) } });
  const { artifact } = result?.output as { artifact: string };
  expect(events.filter((event) => event.type === 'artifact')).toMatchObject([
    { callId: result?.callId, artifactId: artifact, path: 'r.md' },
  ]);
  expect(await readFile(join(outputDir, 'r.md'), 'utf8')).toBe('# R');
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('[r.md, text/markdown, 3 bytes: not shown]');
});

test('a program gets what was published from its own store', async () => {
  const kept = new Map<string, unknown>();
  const store = {
    put: (data: unknown, info: object) => {
      kept.set('art_1', { data, ...info });
      return 'art_1';
    },
    get: () => undefined,
  };
  harness = await HarnessModule.create({
    providers: [{ provide: ArtifactStore, useValue: store }],
    bundles: [filesystem({ root: join(base, 'root'), outputDir: join(base, 'output') })],
    permissions: { profile: 'open' },
  });
  await harness.execute({ name: 'generate_file', args: { path: 'r.csv', content: 'a,b' } });
  expect([...kept.values()]).toEqual([{ runId: expect.any(String), data: 'a,b', mediaType: 'text/csv', filename: 'r.csv' }]);
});

test('rules name files of an extra root as the model does', async () => {
  harness = await HarnessModule.create({
    workspace: { root: join(base, 'root'), also: { manual: join(base, 'manual') } },
    bundles: ['filesystem'],
    permissions: { deny: [rule('read_file', { path: 'manual:/private/**' })] },
  });
  const read = async (path: string): Promise<string | undefined> =>
    (await harness?.execute({ name: 'read_file', args: { path } }))?.error?.code;
  expect(await read('manual:/page.md')).toBeUndefined();
  for (const path of ['manual:/private/key.md', 'manual:/./private//key.md', './manual:/private/key.md', 'src/../manual:/private/key.md']) {
    expect([path, await read(path)]).toEqual([path, 'PERMISSION_DENIED']);
  }
});
