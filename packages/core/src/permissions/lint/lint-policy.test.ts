import { defineTool } from '../../registry/define-tool.js';
import { rule } from '../rule.js';
import { lintPolicy } from './lint-policy.js';

const runCommand = defineTool({
  name: 'run_command',
  description: 'Runs a command.',
  handler: () => '',
  inputSchema: { type: 'object', properties: { command: { type: 'string' }, note: { type: 'string' } } },
  semantics: { command: 'shell-command' },
});

type List = 'allow' | 'ask' | 'deny';
const said = async (list: List, command: string): Promise<readonly string[]> =>
  (await lintPolicy({ [list]: [rule('run_command', { command })] }, [runCommand])).map(
    ({ kind, suggestion }) => `${kind}${suggestion === undefined ? '' : ` -> ${suggestion}`}`,
  );

test.each<[string, string]>([
  ['git diff*', 'covers-longer-words -> git diff *'],
  ['tr*', 'covers-longer-words -> tr *'],
  ['npm run build*', 'covers-longer-words -> npm run build *'],
  ['*', 'covers-every-program'],
  ['?it log', 'covers-every-program'],
  ['* --version', 'covers-every-program'],
  ['npm run *', 'runs-what-it-is-given -> npm run build'],
  ['npx *', 'runs-what-it-is-given -> npx tsc *'],
  ['python3 *', 'runs-what-it-is-given -> python3 scripts/build *'],
  ['node*', 'runs-what-it-is-given -> node scripts/build *'],
  ['bash *', "runs-what-it-is-given -> bash -c 'npm test'"],
  ['xargs *', 'runs-what-it-is-given -> xargs grep *'],
  ['timeout *', 'runs-what-it-is-given -> timeout * npm test'],
  ['find *', 'runs-what-it-is-given -> find src *'],
  ['make *', 'runs-what-it-is-given -> make test'],
  ['git *', 'runs-what-it-is-given -> git status *'],
  ['docker *', 'runs-what-it-is-given'],
  ['git log | head *', 'never-allows'],
  ['git log; ls', 'never-allows'],
  ['ls && *', 'never-allows'],
  ['CI=1 npm run *', 'runs-what-it-is-given -> CI=1 npm run build'],
  ['cat > *', 'never-allows'],
  ['$HOME/bin/x *', 'never-allows'],
  ['git commit -m "*"', 'never-allows -> git commit -m *'],
  ['echo "a b"', "never-allows -> echo 'a b'"],
  ['git  log *', 'never-allows -> git log *'],
])('of allow %j: %s', async (pattern, expected) => {
  expect(await said('allow', pattern)).toEqual([expected]);
});

test.each([
  'git diff *',
  'npm test',
  './build.sh *',
  'timeout * npm test',
  "bash -c 'npm test'",
  'CI=1 npm test',
  'PATH=/usr/bin git log *',
  'git log --output=*',
  'git push --force*',
  'find src *',
  'jest [!-]*',
  'git commit -m *',
  'tar cf [*] x',
])('of allow %j nothing', async (pattern) => {
  expect(await said('allow', pattern)).toEqual([]);
});

test.each<[string, readonly string[]]>([
  ['rm -[rf]* *', ['options-in-one-order']],
  ['*rm -rf *', ['options-in-one-order']],
  ['rm', ['only-without-arguments -> rm *']],
  ['rm *', []],
  ['rm -rf *', []],
  ['git push --force*', []],
  ['npm publish *', []],
])('of deny and ask %j: %j', async (pattern, expected) => {
  expect(await said('deny', pattern)).toEqual(expected);
  expect(await said('ask', pattern)).toEqual(expected);
});

test('only parameters that hold commands are looked at, of any tool that the rule is about', async () => {
  const policy = { allow: [rule('run_*', { command: 'tr*', note: 'tr*' }), rule('other', { command: 'tr*' })] };
  expect(await lintPolicy(policy, [runCommand])).toMatchInlineSnapshot(`
   [
     {
       "kind": "covers-longer-words",
       "message": "has no blank before its star, so that it also covers truncate",
       "rule": "run_*{"command":"tr*","note":"tr*"}",
       "suggestion": "tr *",
       "where": "permissions.allow[0]",
     },
   ]
  `);
});

test('a policy that does not boot is refused', async () => {
  await expect(lintPolicy({ deny: ['run_command{"command":'] }, [runCommand])).rejects.toMatchObject({ code: 'PERMISSIONS_INVALID' });
});
