import { listCommands } from './program-flags.js';
import { runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({
  'README.md': '# Demo\n',
  'audit.jsonl': '',
  'app/tsconfig.json': { compilerOptions: { types: [] }, files: ['tools.ts'] },
  'app/tools.ts': 'export class Tools {}',
  'turns.json': { turns: [{ text: 'A readme.' }] },
  'pause.json': { turns: [{ toolCalls: [{ name: 'run_command', args: { command: 'echo hi' } }] }] },
  'rest.json': { turns: [{ text: 'Done.' }] },
});

const help = async (...args: readonly string[]): Promise<string> => {
  const ran = await runMain([...args, '--help'], { cwd });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
};

test('tackroom --help', async () => {
  expect(await help()).toMatchInlineSnapshot(`
   "Usage: tackroom [options] [command]

   Call tools and run agents on them, from a shell.

   Options:
     -V, --version                    output the version number
     -h, --help                       display help for command

   Commands:
     tools                            look at the registered tools
     call [options] <tool> [args...]  make one call through the whole pipeline
     run [options] <task>             run an agent on a task
     resume [options]                 continue a paused run in this process
     chat [options]                   talk to an agent; without a model you are the
                                      model
     permissions                      ask the policy
     audit                            read an audit trail
     schemas [options]                write the schemas of a project's tools from
                                      their signatures
     doctor [options]                 look for what keeps tools and agents from
                                      working here
     init [options] [dir]             make a new project
     help [command]                   display help for command

   Example:
     $ tackroom call read_file path=README.md
   "
  `);
});

test('tackroom tools --help', async () => {
  expect(await help('tools')).toMatchInlineSnapshot(`
   "Usage: tackroom tools [options] [command]

   look at the registered tools

   Options:
     -h, --help             display help for command

   Commands:
     ls [options]           list every tool
     show [options] <name>  show one tool whole
     lint [options]         say what providers refuse of the tools, and what models
                            are not told
     lock [options]         write what models see of the tools into a file, or
                            compare it with the file
     help [command]         display help for command

   Example:
     $ tackroom tools ls
   "
  `);
});

test('tackroom call --help', async () => {
  expect(await help('call')).toMatchInlineSnapshot(`
   "Usage: tackroom call [options] <tool> [args...]

   make one call through the whole pipeline

   Arguments:
     tool                    exact name of the tool
     args                    arguments as one JSON object, or key=value words

   Options:
     --json                  print JSON only; logs go to stderr
     --config <file>         configuration (default: the nearest tackroom.config.*
                             upwards)
     --cwd <dir>             directory that relative paths start from
     --root <dir>            workspace of the file tools and the shell (default:
                             the current directory, or the folder of the
                             configuration)
     --tools <file>          module that exports toolkit classes or tool
                             definitions (repeatable)
     --bundle <name[:json]>  bundle to use instead of filesystem and shell, or of
                             those configured, with options (repeatable)
     --allow <rule>          allow calls that match: tool, glob*, or
                             tool{"arg":"pattern"} (repeatable)
     --ask <rule>            ask about calls that match (repeatable)
     --deny <rule>           deny calls that match; nothing overrides it
                             (repeatable)
     --profile <name>        what is decided where no rule speaks (default:
                             guarded) (choices: "guarded", "open", "locked")
     --approve               approve the call if it must be asked about
     --by <name>             whose answers are given here (default: the name of the
                             user)
     --session <id>          session that the call belongs to
     --deps <json>           dependencies of the call, as JSON
     -h, --help              display help for command

   Example:
     $ tackroom call read_file path=README.md
   "
  `);
});

test('tackroom resume --help', async () => {
  expect(await help('resume')).toMatchInlineSnapshot(`
   "Usage: tackroom resume [options]

   continue a paused run in this process

   Options:
     --json                  print JSON only; logs go to stderr
     --config <file>         configuration (default: the nearest tackroom.config.*
                             upwards)
     --cwd <dir>             directory that relative paths start from
     --root <dir>            workspace of the file tools and the shell (default:
                             the current directory, or the folder of the
                             configuration)
     --tools <file>          module that exports toolkit classes or tool
                             definitions (repeatable)
     --bundle <name[:json]>  bundle to use instead of filesystem and shell, or of
                             those configured, with options (repeatable)
     --allow <rule>          allow calls that match: tool, glob*, or
                             tool{"arg":"pattern"} (repeatable)
     --ask <rule>            ask about calls that match (repeatable)
     --deny <rule>           deny calls that match; nothing overrides it
                             (repeatable)
     --profile <name>        what is decided where no rule speaks (default:
                             guarded) (choices: "guarded", "open", "locked")
     --agent <name>          agent of the configuration (default: its only one, or
                             the one called default)
     --model <id>            provider/model such as openai/gpt-5,
                             http://HOST:PORT/v1#model, scripted:FILE, or operator
     --system <text>         system prompt of the agent
     --deps <json>           dependencies of the run, as JSON
     --state <file>          where a paused run is written, and read again by
                             resume (default: below .tackroom/states)
     --state-key <file>      file with the key that signs states (default: a key of
                             the user)
     --transcript <file>     write what each model request contained, as JSON lines
     --max-steps <n>         most model requests of the run (default: 50)
     --yes-to <rule>         approve asks that match without asking (repeatable)
     --by <name>             whose answers are given here (default: the name of the
                             user)
     --partial               go on although some requests are not decided; the run
                             pauses again for them
     --accept-unsigned       take a state that nobody signed; what was decided in
                             it does not count
     -h, --help              display help for command

   Answers:
     --approve <id|all>    let the call run
     --reject <id|all>     refuse the call
     -m, --message <text>  why the one before is refused
     --edit <id> <json>    let the call run with other arguments
     --answer <id> <text>  answer a question

   Example:
     $ tackroom resume --state run.json --approve all --model scripted:rest.json
   "
  `);
});

test('tackroom doctor --help', async () => {
  expect(await help('doctor')).toMatchInlineSnapshot(`
   "Usage: tackroom doctor [options]

   look for what keeps tools and agents from working here

   Options:
     --json           print JSON only; logs go to stderr
     --config <file>  configuration to look at (default: the nearest
                      tackroom.config.* upwards)
     --cwd <dir>      directory that relative paths start from
     -h, --help       display help for command

   Example:
     $ tackroom doctor
   "
  `);
});

test('tackroom init --help', async () => {
  expect(await help('init')).toMatchInlineSnapshot(`
   "Usage: tackroom init [options] [dir]

   make a new project

   Arguments:
     dir            folder to make it in (default: the current one, if it is empty)

   Options:
     --name <name>  name of the package (default: the name of the folder)
     --json         print JSON only
     --cwd <dir>    directory that relative paths start from
     -h, --help     display help for command

   Example:
     $ tackroom init my-agent
   "
  `);
});

test('help and version are on stdout, also with --json', async () => {
  const { version } = (await import('../package.json', { with: { type: 'json' } })).default;
  expect(await runMain(['--version'], { cwd })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect((await runMain(['help', 'call'], { cwd })).stdout).toBe(await help('call'));
  expect((await runMain(['call', '--json', '--help'], { cwd })).stdout).toBe(await help('call'));
});

const lines = [[], ['tools'], ...listCommands().flatMap(({ name, available }) => (available ? [name.split(' ')] : []))];

test.each(lines.map((words) => [words.join(' '), words] as const))('the example in the help of "%s" works', async (_name, words) => {
  const [, example = ''] = /^Example:\n {2}\$ tackroom (.+)$/m.exec(await help(...words)) ?? [];
  if (words[0] === 'resume') await runMain(['run', 'go', '--model', 'scripted:pause.json', '--state', 'run.json'], { cwd });
  const args = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  expect(args.slice(0, words.length)).toEqual(words);
  expect(await runMain(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
});
