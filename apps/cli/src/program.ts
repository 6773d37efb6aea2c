import { Command, Option } from 'commander';
import { addAgentFlags, type AgentFlags } from './agent-flags.js';
import type { AuditShowFlags } from './commands/audit-show.js';
import type { AuditVerifyFlags } from './commands/audit-verify.js';
import type { CallFlags } from './commands/call.js';
import type { DoctorFlags } from './commands/doctor.js';
import type { InitFlags } from './commands/init.js';
import type { ResumeFlags } from './commands/resume.js';
import type { PermissionsExplainFlags } from './commands/permissions-explain.js';
import type { SchemasFlags } from './commands/schemas.js';
import type { ToolsLintFlags } from './commands/tools-lint.js';
import type { ToolsLockFlags } from './commands/tools-lock.js';
import type { ToolsShowFlags } from './commands/tools-show.js';
import { ANSWER_FLAGS, splitDecisions, type DecisionFlag } from './decision-flags.js';
import { ExitCode } from './exit-code.js';
import { addHarnessFlags, byOption, type HarnessFlags } from './harness-flags.js';
import type { CommandIo } from './io.js';
import { addUnavailable } from './not-available.js';

/**
 * Parses a command line (without the program's own name), runs its command and gives the exit code. Throws what is wrong
 * with the line, and what the command throws. A command is loaded when it runs, so that help costs nothing of it.
 */
export async function runProgram(argv: readonly string[], io: CommandIo, version: string): Promise<ExitCode> {
  let code: ExitCode = ExitCode.success;
  let decisions: readonly DecisionFlag[] = [];
  let line = argv;
  const program = buildProgram(io, { version, decisions: () => decisions, exit: (given) => (code = given) });
  const resume = program.commands.find((command) => command.name() === 'resume');
  if (resume !== undefined && argv[0] === resume.name()) {
    const takesValue = (flag: string): boolean =>
      resume.options.some(({ long, short, required }) => required && (long === flag || short === flag));
    ({ decisions, rest: line } = splitDecisions(argv, takesValue));
  }
  await program.parseAsync([...line], { from: 'user' });
  return code;
}

/** What the commands of a program are given and give. */
export interface ProgramContext {
  readonly version: string;
  /** The answers that stand on a `resume` line; they are taken out before the line is parsed. */
  readonly decisions: () => readonly DecisionFlag[];
  readonly exit: (code: ExitCode) => void;
}

/** Builds the command line; parsing it runs the chosen command. */
export function buildProgram(io: CommandIo, { version, decisions, exit }: ProgramContext): Command {
  const program = new Command('tackroom');
  program
    .description('Call tools and run agents on them, from a shell.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getOutHasColors: () => false,
    })
    .showSuggestionAfterError()
    .addHelpText('after', example('tackroom call read_file path=README.md'));
  addToolsCommands(program, io, exit);

  addCallCommand(program, io, exit);
  addAgentCommands(program, io, { decisions, exit });
  addPermissionsCommands(program, io, exit);
  addAuditCommands(program, io, exit);
  addSchemasCommand(program, io, exit);
  addDoctorCommand(program, io, { version, exit });
  addInitCommand(program, io, exit);
  addUnavailable(program);
  return program;
}

function addCallCommand(program: Command, io: CommandIo, exit: ProgramContext['exit']): void {
  addHarnessFlags(program.command('call').description('make one call through the whole pipeline'))
    .argument('<tool>', 'exact name of the tool')
    .argument('[args...]', 'arguments as one JSON object, or key=value words')
    .option('--approve', 'approve the call if it must be asked about')
    .addOption(byOption())
    .option('--session <id>', 'session that the call belongs to')
    .option('--deps <json>', 'dependencies of the call, as JSON')
    .addHelpText('after', example('tackroom call read_file path=README.md'))
    .action(async (tool: string, words: readonly string[], flags: CallFlags) => {
      const { call } = await import('./commands/call.js');
      exit(await call(tool, words, flags, io));
    });
}

function addAgentCommands(program: Command, io: CommandIo, { decisions, exit }: Omit<ProgramContext, 'version'>): void {
  addAgentFlags(program.command('run').description('run an agent on a task'))
    .argument('<task>', 'what the agent is to do, in quotes')
    .addHelpText('after', example('tackroom run "What is in this folder?" --model scripted:turns.json'))
    .action(async (task: string, flags: AgentFlags) => {
      const { run } = await import('./commands/run.js');
      exit(await run(task, flags, io));
    });

  addAgentFlags(program.command('resume').description('continue a paused run in this process'))
    .option('--partial', 'go on although some requests are not decided; the run pauses again for them')
    .option('--accept-unsigned', 'take a state that nobody signed; what was decided in it does not count')
    .addHelpText('after', answersHelp())
    .addHelpText('after', example('tackroom resume --state run.json --approve all --model scripted:rest.json'))
    .action(async (flags: ResumeFlags) => {
      const { resume } = await import('./commands/resume.js');
      exit(await resume(decisions(), flags, io));
    });

  addAgentFlags(program.command('chat').description('talk to an agent; without a model you are the model'))
    .addHelpText('after', example('tackroom chat --model scripted:turns.json'))
    .action(async (flags: AgentFlags) => {
      const { chat } = await import('./commands/chat.js');
      exit(await chat(flags, io));
    });
}

function addPermissionsCommands(program: Command, io: CommandIo, exit: ProgramContext['exit']): void {
  const permissions = program
    .command('permissions')
    .description('ask the policy')
    .addHelpText('after', example('tackroom permissions explain read_file path=README.md'));
  addHarnessFlags(permissions.command('explain').description('say what the policy decides of a call, and by which rule; nothing runs'))
    .argument('<tool>', 'exact name of the tool')
    .argument('[args...]', 'arguments as one JSON object, or key=value words')
    .option('--session <id>', 'session whose grants count')
    .addHelpText('after', example('tackroom permissions explain read_file path=README.md'))
    .action(async (tool: string, words: readonly string[], flags: PermissionsExplainFlags) => {
      const { permissionsExplain } = await import('./commands/permissions-explain.js');
      exit(await permissionsExplain(tool, words, flags, io));
    });
}

function addAuditCommands(program: Command, io: CommandIo, exit: ProgramContext['exit']): void {
  const audit = program
    .command('audit')
    .description('read an audit trail')
    .addHelpText('after', example('tackroom audit verify --file audit.jsonl'));
  const addAuditCommand = (name: string, description: string): Command =>
    audit
      .command(name)
      .description(description)
      .option('--file <file>', 'the trail (default: .tackroom/audit.jsonl)')
      .option('--json', 'print JSON only')
      .option('--cwd <dir>', 'directory that relative paths start from');
  addAuditCommand('show', 'show what was decided and what ran')
    .option('--run <id>', 'records of this run only')
    .option('--tool <name>', 'records of this tool only')
    .addHelpText('after', example('tackroom audit show --file audit.jsonl --tool run_command'))
    .action(async (flags: AuditShowFlags) => {
      const { auditShow } = await import('./commands/audit-show.js');
      exit(await auditShow(flags, io));
    });
  addAuditCommand('verify', 'say whether the trail is as it was written')
    .option('--anchor <anchor>', 'what verify printed before: also say whether anything has gone since')
    .addHelpText('after', example('tackroom audit verify --file audit.jsonl'))
    .action(async (flags: AuditVerifyFlags) => {
      const { auditVerify } = await import('./commands/audit-verify.js');
      exit(await auditVerify(flags, io));
    });
}

function addDoctorCommand(program: Command, io: CommandIo, { version, exit }: Omit<ProgramContext, 'decisions'>): void {
  program
    .command('doctor')
    .description('look for what keeps tools and agents from working here')
    .option('--json', 'print JSON only; logs go to stderr')
    .option('--config <file>', 'configuration to look at (default: the nearest tackroom.config.* upwards)')
    .option('--cwd <dir>', 'directory that relative paths start from')
    .addHelpText('after', example('tackroom doctor'))
    .action(async (flags: DoctorFlags, command: Command) => {
      const { doctor } = await import('./commands/doctor.js');
      const commands = command
        .createHelp()
        .visibleCommands(program)
        .map((each) => each.name());
      exit(await doctor(flags, io, { version, commands }));
    });
}

function addSchemasCommand(program: Command, io: CommandIo, exit: ProgramContext['exit']): void {
  program
    .command('schemas')
    .description("write the schemas of a project's tools from their signatures")
    .option('--project <path>', 'tsconfig, or the folder that has it (default: the current folder)')
    .option('--out <file>', 'where to write (default: tackroom.schemas.json beside the nearest package.json)')
    .option('--check', 'write nothing; give 1 if the file is not what the sources say')
    .option('--watch', 'write again after every change, until interrupted')
    .option('--json', 'print JSON only')
    .option('--cwd <dir>', 'directory that relative paths start from')
    .addHelpText('after', example('tackroom schemas --project app'))
    .action(async (flags: SchemasFlags) => {
      const { schemas } = await import('./commands/schemas.js');
      exit(await schemas(flags, io));
    });
}

function addInitCommand(program: Command, io: CommandIo, exit: ProgramContext['exit']): void {
  program
    .command('init')
    .description('make a new project')
    .argument('[dir]', 'folder to make it in (default: the current one, if it is empty)')
    .option('--name <name>', 'name of the package (default: the name of the folder)')
    .option('--json', 'print JSON only')
    .option('--cwd <dir>', 'directory that relative paths start from')
    .addHelpText('after', example('tackroom init my-agent'))
    .action(async (dir: string | undefined, flags: InitFlags) => {
      const { init } = await import('./commands/init.js');
      exit(init(dir, flags, io));
    });
}

/** Answers are no options of the parser: see {@link splitDecisions}. */
function answersHelp(): string {
  const width = Math.max(...ANSWER_FLAGS.map(({ flags }) => flags.length));
  const lines = ANSWER_FLAGS.map(({ flags, description }) => `  ${flags.padEnd(width)}  ${description}`);
  return ['', 'Answers:', ...lines].join('\n');
}

function addToolsCommands(program: Command, io: CommandIo, exit: (code: ExitCode) => void): void {
  const tools = program.command('tools').description('look at the registered tools').addHelpText('after', example('tackroom tools ls'));
  addHarnessFlags(tools.command('ls').description('list every tool'))
    .addHelpText('after', example('tackroom tools ls --bundle filesystem'))
    .action(async (flags: HarnessFlags) => {
      const { toolsLs } = await import('./commands/tools-ls.js');
      exit(await toolsLs(flags, io));
    });
  addHarnessFlags(tools.command('show').description('show one tool whole').argument('<name>', 'exact name of the tool'))
    .option('--effective', 'show where each effective value comes from')
    .addHelpText('after', example('tackroom tools show read_file --effective'))
    .action(async (name: string, flags: ToolsShowFlags) => {
      const { toolsShow } = await import('./commands/tools-show.js');
      exit(await toolsShow(name, flags, io));
    });
  addToolsChecks(tools, io, exit);
}

function addToolsChecks(tools: Command, io: CommandIo, exit: ProgramContext['exit']): void {
  addHarnessFlags(tools.command('lint').description('say what providers refuse of the tools, and what models are not told'))
    .addOption(
      new Option('--provider <name...>', 'provider to look at the tools for (repeatable; default: all)').choices([
        'openai',
        'anthropic',
        'google',
      ]),
    )
    .option('--locked [file]', 'hold the tools to the lock file, too')
    .addHelpText('after', example('tackroom tools lint --provider openai'))
    .action(async (flags: ToolsLintFlags) => {
      const { toolsLint } = await import('./commands/tools-lint.js');
      exit(await toolsLint(flags, io));
    });
  addHarnessFlags(tools.command('lock').description('write what models see of the tools into a file, or compare it with the file'))
    .option('--check', 'write nothing; fail if something changed since')
    .option('--out <file>', 'the lock file (default: tackroom.tools.lock.json beside the configuration)')
    .addHelpText('after', example('tackroom tools lock'))
    .action(async (flags: ToolsLockFlags) => {
      const { toolsLock } = await import('./commands/tools-lock.js');
      exit(await toolsLock(flags, io));
    });
}

function example(line: string): string {
  return `\nExample:\n  $ ${line}`;
}
