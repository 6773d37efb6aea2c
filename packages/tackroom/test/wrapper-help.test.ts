import { execFileSync } from 'node:child_process';
import { defineTool, rule, RuleBasedPermissionService, ToolRegistry } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';

// A word that is taken for the value of an option, or is not, names another command. So each option that a program's own help lists is
// put before a command in both ways.

/** Programs that every machine with coreutils, findutils and util-linux has, and what they want before a command. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ...'env nice nohup stdbuf xargs setsid ionice setarch unshare prlimit choom setpriv'.split(' ').map((name) => [name, ''] as const),
  ['timeout', '5 '],
  ['chroot', '/ '],
  ['flock', 'f '],
  ['taskset', '1 '],
  ['chrt', '1 '],
];
const OTHERS: readonly (readonly [string, string])[] = 'uclampset ltrace sudo systemd-inhibit'
  .split(' ')
  .map((name) => [name, ''] as const);
/** What the help says and the program does otherwise: the value stands behind "=" or not at all. */
const HELP_ERRS: ReadonlySet<string> = new Set(['xargs --max-lines', 'xargs --replace']);

/** With these it acts on processes that there are; and the value of env's -S is a command. */
const RUNS_NOTHING = /^(?:(?:ionice|chrt|taskset|prlimit|choom|uclampset) -(?:[pP]|-p|-s|s)|ionice --?u|uclampset -s|env -(?:S|-s))/;

/** One process for all: the help of each program that there is, after its name. */
function readHelps(): ReadonlyMap<string, string> {
  const script =
    'for name; do if command -v "$name" >/dev/null; then printf "\\f%s\\n" "$name"; "$name" --help 2>&1 </dev/null; fi; done; true';
  const names = [...ALWAYS, ...OTHERS].map(([name]) => name);
  const output = execFileSync('sh', ['-c', script, 'sh', ...names], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return new Map(output.split('\f').flatMap((text) => (text === '' ? [] : [[text.slice(0, text.indexOf('\n')), text] as const])));
}

/** The options that a help lists, each with whether the next word belongs to it. */
function readOptions(name: string, help: string): ReadonlyMap<string, boolean> {
  const options = new Map<string, boolean>();
  for (const line of help.split('\n')) {
    const [, spec = ''] = /^\s{1,8}(-.*?)(?:\s{2,}|$)/.exec(line) ?? [];
    const [lead = ''] = /^(?:--?[A-Za-z0-9][\w.-]*(?:\[[^\]]*\]|=\S+)?(?:,\s*)?)+/.exec(spec) ?? [];
    const names = lead.match(/(?<![^\s,])--?[A-Za-z0-9][\w.-]*/g) ?? [];
    const last = names.at(-1);
    if (last === undefined) continue;
    const behind = spec.slice(lead.lastIndexOf(last) + last.length).trim();
    for (const option of names) options.set(option, /^(?:[=<A-Z]|\S+\|)/.test(behind) && !HELP_ERRS.has(`${name} ${option}`));
  }
  return options;
}

const run = defineTool({
  name: 'run',
  description: 'Runs a command.',
  category: 'execute',
  riskLevel: 'high',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  semantics: { command: 'shell-command' },
  handler: () => '',
});
const registry = new ToolRegistry();
registry.register(run);
const workspace = new InMemoryWorkspace({});

async function verdict(command: string, permissions: RuleBasedPermissionService): Promise<string> {
  return (await registry.explain({ name: 'run', args: { command } }, { permissions, ctx: { workspace: workspace.session('') } })).verdict;
}

const helps = readHelps();

test.each([...ALWAYS, ...OTHERS])('of no option that %s has it is told wrongly whether a word belongs to it', async (name, operand) => {
  const help = helps.get(name);
  if (help === undefined) {
    const isRequired = process.env['CI'] === 'true' && ALWAYS.some(([always]) => always === name);
    if (isRequired) throw new Error(`${name} is not installed, so that what its help says cannot be checked.`);
    return; // A user's machine may lack it.
  }
  const denies = new RuleBasedPermissionService({ allow: ['run'], deny: [rule('run', { command: 'rm *' })] });
  const allows = new RuleBasedPermissionService({
    allow: [`${name} *`, `${name} * git *`, `${name} * cat *`, 'git *', 'cat *'].map((command) => rule('run', { command })),
  });
  const options = readOptions(name, help);
  const passing: string[] = [];
  for (const [option, takesWord] of options) {
    if (RUNS_NOTHING.test(`${name} ${option}`)) continue;
    const denied = takesWord ? `${name} ${option} git ${operand}rm f` : `${name} ${option} ${operand}rm f`;
    const notAllowed = takesWord ? `${name} ${option} cat ${operand}touch f` : `${name} ${option} ${operand}touch cat f`;
    if ((await verdict(denied, denies)) === 'allow') passing.push(denied);
    if ((await verdict(notAllowed, allows)) === 'allow') passing.push(notAllowed);
  }
  expect(passing).toEqual([]);
  expect(options.size).toBeGreaterThan(1);
});
