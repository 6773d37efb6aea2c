import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, jsonOf, scratchFolder } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const mark = (text: string) => ({ name: 'mark', args: { text } });
const cwd = scratchFolder({
  'tools.mjs': `
    import { appendFileSync } from 'node:fs';
    import { defineTool } from 'tackroom';
    const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
    export default [
      defineTool({ name: 'note', description: 'Notes.', inputSchema, handler: ({ text }) => { appendFileSync('effects.txt', 'note ' + text + '\\n'); return 'noted'; } }),
      defineTool({ name: 'mark', description: 'Marks.', permission: 'ask', concurrency: 'serial', inputSchema,
        handler: ({ text }, { call }) => {
          appendFileSync('effects.txt', 'mark ' + text + '\\n');
          if (text !== 'hang') return 'marked';
          call.progress('marked');
          return new Promise(() => setInterval(() => undefined, 1000));
        } }),
    ];`,
  'mixed.json': { turns: [{ toolCalls: [mark('a'), { name: 'note', args: { text: 'free' } }, mark('b'), mark('c'), mark('d')] }] },
  'hang.json': { turns: [{ toolCalls: [mark('hang')] }] },
  'rest.json': { turns: [{ text: 'Done.' }] },
});

const FLAGS = ['--tools', 'tools.mjs', '--state', 'state.json', '--json'];
const effects = (): string => readFileSync(join(cwd, 'effects.txt'), 'utf8');

/** A process that pauses, and the ids of what waits. */
async function pause(script: string): Promise<readonly string[]> {
  writeFileSync(join(cwd, 'effects.txt'), '');
  const ran = await spawnCommand(['run', 'go', '--model', `scripted:${script}`, ...FLAGS], { cwd });
  expect(ran.code).toBe(3);
  const pending: readonly { readonly id: string }[] = eventsOf(ran).at(-1)?.['pending'] ?? [];
  return pending.map(({ id }) => id);
}

const resume = (...flags: readonly string[]) => spawnCommand(['resume', '--model', 'scripted:rest.json', ...FLAGS, ...flags], { cwd });

testBuilt('one process pauses; another one approves, refuses and edits, and its policy denies', async () => {
  const [a = '', b = '', c = '', d = ''] = await pause('mixed.json');
  expect(effects()).toBe('note free\n');
  const decisions = ['--approve', a, '--reject', b, '-m', 'not b', '--edit', c, '{"text":"edited"}', '--approve', d];
  const ran = await resume(...decisions, '--deny', 'mark{"text":"d"}', '--by', 'jo');
  expect(ran.code).toBe(0);
  expect(effects()).toBe('note free\nmark a\nmark edited\n');
  const results = eventsOf(ran).flatMap((event) => (event['type'] === 'tool-result' ? [event['content']] : []));
  expect([...results].sort()).toEqual([
    'A person refused this call and said: not b. Do not make this call again.',
    expect.stringContaining('Permission denied'),
    'marked',
    'marked',
  ]);
});

testBuilt('an edit that does not fit the tool is answered, and runs nothing', async () => {
  const [a = '', ...rest] = await pause('mixed.json');
  const ran = await resume('--edit', a, '{"texts":"x"}', ...rest.flatMap((id) => ['--reject', id]));
  expect(ran.code).toBe(0);
  expect(effects()).toBe('note free\n');
  expect(eventsOf(ran).filter(({ type }) => type === 'tool-result')[0]).toMatchObject({ error: { code: 'ARGUMENTS_INVALID' } });
});

testBuilt('approvals of calls that wait behind another one last over three processes', async () => {
  const [a = '', b = '', c = '', d = ''] = await pause('mixed.json');
  const second = await resume('--approve', b, '--approve', d, '--partial', '--by', 'jo');
  expect([second.code, effects()]).toEqual([3, 'note free\n']);
  const waiting: readonly { readonly id: string }[] = eventsOf(second).at(-1)?.['pending'] ?? [];
  expect(waiting.map(({ id }) => id)).toEqual([a, c]);
  expect((await resume('--reject', 'all', '--by', 'ops')).code).toBe(0);
  expect(effects()).toBe('note free\nmark b\nmark d\n');
});

testBuilt('a process that is killed after an effect leaves nothing that would repeat it', async () => {
  await pause('hang.json');
  let isKilled = false;
  const killed = await spawnCommand(['resume', '--model', 'scripted:rest.json', ...FLAGS, '--approve', 'all'], {
    cwd,
    onOutput: (stdout, child) => {
      if (!isKilled && stdout.includes('"tool-progress"')) isKilled = child.kill('SIGKILL');
    },
  });
  expect([isKilled, killed.code, effects()]).toEqual([true, -1, 'mark hang\n']);
  const again = await resume('--approve', 'all');
  expect(again.code).toBe(2);
  expect(jsonOf(again)).toMatchObject({ error: { code: 'CLI_STATE_CLAIMED' } });
  expect([effects(), existsSync(join(cwd, 'state.json.resumed'))]).toEqual(['mark hang\n', true]);
});

testBuilt('several processes that record at once write one trail that verifies', async () => {
  await Promise.all(Array.from({ length: 3 }, (_, at) => spawnCommand(['call', 'note', `text=${at}`, '--tools', 'tools.mjs'], { cwd })));
  const verified = await spawnCommand(['audit', 'verify', '--json'], { cwd });
  expect(jsonOf(verified)).toMatchObject({ ok: true, problems: [] });
});
