import { jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const cwd = scratchFolder({
  'tools.mjs': `
    import { defineTool } from 'tackroom';
    const text = { type: 'string', description: 'A text.' };
    const tool = (name, inputSchema, more) => defineTool({ name, description: 'Do it.', inputSchema, handler: () => name, ...more });
    export default [
      tool('1st', { type: 'object', properties: { p: text, kind: { const: 1 } } }),
      tool('edit', { type: 'object', properties: { 'a[b]': text }, anyOf: [{ required: ['a[b]'] }, { properties: { c: text }, required: ['c'] }] }),
      tool('find', { type: 'object', properties: { at: { type: 'object', description: 'x'.repeat(601), properties: { bare: { type: 'string' } } } } }),
      tool('look-up', { type: 'object', properties: {} }),
      tool('look_up', { type: 'object', properties: {} }),
      tool('silent', { type: 'object', properties: { map: { type: 'object', description: 'Of names.', additionalProperties: text } } }, {
        description: '',
        allowEmptyDescription: true,
      }),
      tool('talker', { type: 'object', properties: {} }, { description: 'y'.repeat(2001) }),
    ];`,
});
const lint = (...args: readonly string[]) => spawnCommand(['tools', 'lint', '--tools', 'tools.mjs', ...args], { cwd });

testBuilt('what is wrong with each tool, with all providers', async () => {
  const { code, stdout, stderr } = await lint();
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatchInlineSnapshot(`
   "1st
     ✗ google: Gemini takes a letter or "_" first, then up to 127 letters, digits, "_", ".", ":" and "-"; register the tool under another name, or leave it out with a filter.

   edit
     ! openai: the model is not told: which parameters go together is only said in words, because anyOf is at the root
     · openai: cannot be strict: its root is put together from other schemas
     ! anthropic: the model is not told: which parameters go together is only said in words, because anyOf is at the root
     · anthropic: a[b]: is called a_b, because the provider takes no such name
     ! google: the model is not told: which parameters go together is only said in words, because anyOf is at the root

   find
     ! at: has a description of 601 characters, which every request carries; keep it below 600
     ! at.bare: has no description

   look-up
     ! has a name that differs from look_up only in letter case, "_" or "-"; a model mixes them up

   look_up
     ! has a name that differs from look-up only in letter case, "_" or "-"; a model mixes them up

   silent
     ! has no description, which is all that a model knows of it
     · openai: map: cannot be strict: it is an open map (additionalProperties)
     ! google: map: the model is not told: additionalProperties: what an open map may hold

   talker
     ! has a description of 2001 characters, which every request carries; keep it below 2000
     ! openai: the model is not told: the description is cut at 1024 of its 2001 characters

   1 error, 11 warnings, 3 notes in 16 tools.
   "
  `);
});

testBuilt('one provider, as JSON', async () => {
  const ran = await lint('--provider', 'google', '--json');
  expect(ran.code).toBe(1);
  const { ok, findings }: { ok: boolean; findings: readonly { readonly provider?: string }[] } = jsonOf(ran);
  expect(ok).toBe(false);
  expect(findings.filter(({ provider }) => provider !== undefined)).toEqual([
    {
      level: 'error',
      rule: 'provider-name-refused',
      tool: '1st',
      provider: 'google',
      message: expect.stringContaining('Gemini takes a letter or "_" first'),
    },
    {
      level: 'warning',
      rule: 'provider-lost',
      tool: 'edit',
      provider: 'google',
      message: 'the model is not told: which parameters go together is only said in words, because anyOf is at the root',
    },
    {
      level: 'warning',
      rule: 'provider-lost',
      tool: 'silent',
      provider: 'google',
      path: 'map',
      message: 'the model is not told: additionalProperties: what an open map may hold',
    },
  ]);
  expect((await lint('--provider', 'openai', 'anthropic')).code).toBe(0);
});

test('the built-in tools have nothing to be said of', async () => {
  const bundles = ['filesystem', 'shell'].flatMap((name) => ['--bundle', name]);
  const { code, stdout } = await runMain(['tools', 'lint', ...bundles], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^No error in \d+ tools\.\n$/)]);
});

test('a provider that nobody knows', async () => {
  const { code, stderr } = await runMain(['tools', 'lint', '--provider', 'nobody'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('Allowed choices are openai, anthropic, google');
});

test('a terminal gets whole lines, and marks in colour', async () => {
  const config = { bundles: [] };
  writeFiles(cwd, { 'empty/tackroom.config.json': config });
  const options = { cwd: `${cwd}/empty`, atTerminal: true, env: { NO_COLOR: '', TERM: 'xterm' } };
  expect((await runMain(['tools', 'lint'], options)).stdout).toBe('\u001b[32mNo error\u001b[39m in 0 tools.\n');
});

test('rules on commands that allow more or deny less than they seem to', async () => {
  const config = {
    permissions: {
      allow: ['git diff*', 'tr*', '* --help', 'npm run *', 'git log | head *', 'git log *'].map(
        (command) => `run_command${JSON.stringify({ command })}`,
      ),
      deny: ['run_command{"command":"rm -[rf]* *"}', 'run_command{"command":"rm"}', 'run_command{"command":"git push --force *"}'],
    },
    agents: { helper: { permissions: { allow: ['run_command{"command":"python *"}'] } } },
  };
  writeFiles(cwd, { 'policy/tackroom.config.json': config });
  const { code, stdout } = await runMain(['tools', 'lint'], { cwd: `${cwd}/policy` });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
   "permissions.allow[0]: run_command{"command":"git diff*"}
     ! has no blank before its star, so that it also covers git difftool, git diff-index; write "git diff *"

   permissions.allow[1]: run_command{"command":"tr*"}
     ! has no blank before its star, so that it also covers truncate; write "tr *"

   permissions.allow[2]: run_command{"command":"* --help"}
     ! begins with a star, so that any program may stand there; name the program

   permissions.allow[3]: run_command{"command":"npm run *"}
     ! leaves open what npm run does: it runs any script that package.json names, now or later; write "npm run build"

   permissions.allow[4]: run_command{"command":"git log | head *"}
     ! never allows anything: each command of a line is compared by itself; write one rule for each

   permissions.deny[0]: run_command{"command":"rm -[rf]* *"}
     ! is about its options in this order and spelling only, because one of them or the program is a pattern itself; write the program and each option out

   permissions.deny[1]: run_command{"command":"rm"}
     ! is about rm without arguments only; write "rm *"

   agents.helper.permissions.allow[0]: run_command{"command":"python *"}
     ! leaves open what python does: it runs any script, also one that was just written; write "python scripts/build *"

   No error, 8 warnings in 9 tools.
   "
  `);
  const { findings }: { findings: readonly unknown[] } = jsonOf(await runMain(['tools', 'lint', '--json'], { cwd: `${cwd}/policy` }));
  expect(findings[0]).toMatchInlineSnapshot(`
   {
     "level": "warning",
     "message": "has no blank before its star, so that it also covers git difftool, git diff-index; write "git diff *"",
     "policyRule": "permissions.allow[0]: run_command{"command":"git diff*"}",
     "rule": "policy-covers-longer-words",
     "suggestion": "git diff *",
   }
  `);
});
