import { compileGlob, defineTool, rule, RuleBasedPermissionService, ToolRegistry, type PermissionLevel } from '@tackroom/core';

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

/** Marked programs of the lines. */
export const PROGRAMS: readonly string[] = ['ok', 'fine', 'zap', 'evil'];

const ALLOWED =
  'ok|ok x*|ok -x*|fine *|echo *|cat *|env *|bash *|xargs *|find *|eval *|trap *|wait|exec *|sed *|sort *|test *|read *|printf *|declare *|set *'.split(
    '|',
  );
const DENIED = ['zap *', 'ok --forbidden*'];

const permitting = new RuleBasedPermissionService({ allow: ALLOWED.map((command) => rule('run', { command })) });
const restricting = new RuleBasedPermissionService({ deny: DENIED.map((command) => rule('run', { command })), allow: ['run'] });

/** What two policies say of a line: one that allows some commands, and one that allows all but some. */
export interface LineDecision {
  readonly permit: PermissionLevel;
  readonly restrict: PermissionLevel;
}

export async function decideLine(command: string): Promise<LineDecision> {
  const [permit, restrict] = await Promise.all(
    [permitting, restricting].map(
      async (permissions) => (await registry.explain({ name: 'run', args: { command } }, { permissions })).verdict,
    ),
  );
  return { permit: permit ?? 'deny', restrict: restrict ?? 'deny' };
}

/** The programs that ran, each with its arguments, of those that the decision did not cover. */
export function uncovered({ permit, restrict }: LineDecision, ran: readonly string[]): readonly string[] {
  return ran.filter((text) => (permit === 'allow' && !isAllowed(text)) || (restrict === 'allow' && isDenied(text)));
}

const isAllowed = covers(ALLOWED);
const isDenied = covers(DENIED);

function covers(patterns: readonly string[]): (text: string) => boolean {
  const bare = patterns.flatMap((pattern) => (pattern.endsWith(' *') ? [pattern.slice(0, -2)] : []));
  const globs = [...patterns, ...bare].map((pattern) => compileGlob(pattern));
  return (text) => globs.some((matches) => matches(text));
}
