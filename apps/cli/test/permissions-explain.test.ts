import { jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({ 'a.txt': 'one\n' });
const explain = (...args: readonly string[]): ReturnType<typeof runMain> => runMain(['permissions', 'explain', ...args], { cwd });

test('a person sees which rule decides, and what else was tried', async () => {
  const { stdout, code } = await explain('run_command', 'command=git log; rm x', '--allow', 'run_command{"command":"git *"}');
  expect(code).toBe(3);
  expect(stdout).toMatchInlineSnapshot(`
   "ask: run_command is of high risk
   by profile

   MATCHES  STEP                     WHAT
   -        other rules              0 of the policy's rules are about other tools
   no       override or tool denies  neither an override nor the tool denies
   no       guards                   no guard speaks
   no       allow rule               run_command{"command":"git *"}: it does not
                                     cover "rm x"
   yes      level                    run_command is of high risk
   no       session grant            no grant covers this call
   "
  `);
});

test.each<[string, readonly string[], number, object]>([
  ['allow', ['read_file', 'path=a.txt'], 0, { verdict: 'allow', source: 'profile' }],
  ['ask', ['run_command', '{"command":"ls"}'], 3, { verdict: 'ask', source: 'profile' }],
  [
    'two rules together',
    [
      'run_command',
      '{"command":"ls; git log"}',
      '--allow',
      'run_command{"command":"ls *"}',
      '--allow',
      'run_command{"command":"git log *"}',
    ],
    0,
    { verdict: 'allow', rule: 'run_command{"command":"ls *"} and run_command{"command":"git log *"}' },
  ],
  [
    'deny',
    ['run_command', '{"command":"sudo rm x"}', '--deny', 'run_command{"command":"rm *"}'],
    4,
    { verdict: 'deny', source: 'deny-rule' },
  ],
  ['an unknown tool', ['nope', '{}'], 1, { verdict: 'deny', source: 'none', reason: 'There is no tool named nope.', steps: [] }],
  ['wrong arguments', ['read_file', '{}'], 1, { verdict: 'deny', source: 'none', steps: [] }],
])('%s', async (_name, args, code, expected) => {
  const ran = await explain(...args, '--json');
  expect(ran.code).toBe(code);
  expect(jsonOf(ran)).toMatchObject(expected);
});
