import { shell, type ShellOptions } from './shell.js';

test('run_command, as it is registered', () => {
  const { tools, problems } = shell();
  expect(problems).toEqual([]);
  expect(tools).toHaveLength(1);
  expect(tools[0]).toMatchObject({
    name: 'run_command',
    category: 'execute',
    riskLevel: 'high',
    concurrency: 'serial',
    replayPolicy: 'manual',
    timeoutMs: 300_000,
    ownLimits: true,
    pages: false,
    semantics: { command: 'shell-command', cwd: 'path' },
  });
});

test('what a model is told', () => {
  expect(shell().tools.map(({ description, inputSchema }) => ({ description, inputSchema }))).toMatchInlineSnapshot(`
   [
     {
       "description": "Run a command with bash and wait until it ends. Pipes, redirection and scripts of several lines work. Each command starts anew in the working directory: \`cd\` and variables do not last, so say it in one command or use cwd. There is no terminal and standard input is empty: use flags that keep programs from asking. Whatever is still running when the command ends or its time is up is stopped, so no server stays up after the call. The result has the output, the error output if there is any, and how the command ended; very long output loses its middle.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "command": {
             "description": "The command, as you would type it in bash.",
             "minLength": 1,
             "type": "string",
           },
           "cwd": {
             "description": "Directory to start in, relative to the working directory. It must lie inside the workspace.",
             "type": "string",
           },
           "timeout_seconds": {
             "default": 30,
             "description": "Seconds after which the command is stopped.",
             "exclusiveMinimum": 0,
             "maximum": 300,
             "type": "number",
           },
         },
         "required": [
           "command",
         ],
         "type": "object",
       },
     },
   ]
  `);
});

test('options', () => {
  const bundle = shell({ root: '.', permission: 'ask', names: { run_command: 'bash' }, timeoutSeconds: 120 });
  expect([bundle.workspaceRoot, bundle.tools.map(({ name, permission, hidden }) => [name, permission, hidden])]).toEqual([
    '.',
    [['bash', 'ask', { timeout_seconds: 120 }]],
  ]);
});

test.each<[object, string]>([
  [
    { timeout: 5 },
    'shell.timeout is not an option; the options are include, exclude, permission, replace, root, names, timeoutSeconds, maxOutputChars.',
  ],
  [{ timeoutSeconds: 0 }, 'shell.timeoutSeconds is 0; write a whole number from 1.'],
  [
    { timeoutSeconds: 301 },
    'shell.timeoutSeconds does not fit: The value to hide in run_command does not fit: timeout_seconds: must be at most 300, got 301.',
  ],
  [{ names: { run_bash: 'x' } }, 'shell.names names no tool of this bundle with run_bash; it has run_command.'],
])('%j is a problem', (options, expected) => {
  expect(shell(options as ShellOptions).problems.map(({ where, message }) => `${where} ${message}`)).toEqual([expected]);
});
