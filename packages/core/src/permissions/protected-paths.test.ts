import { type CallFacts, NO_FACTS, type PathFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool, type ToolOptions } from '../registry/define-tool.js';
import { rule } from './rule.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';

const context = { sessionId: 's', runId: 'r', agentPath: [] };

function tool(options: Partial<ToolOptions> = {}): ToolDefinition {
  const inputSchema = { type: 'object', properties: { path: {}, note: { type: 'string' } } };
  return defineTool({ name: 't', description: 'Writes.', inputSchema, handler: () => '', semantics: { path: 'path' }, ...options });
}

const writer = tool({ category: 'write', riskLevel: 'medium' });

function factsOf(raw: string, canonical = raw): CallFacts {
  const fact: PathFact = { raw, normalized: raw, canonical, outside: false };
  return { ...NO_FACTS, paths: { path: fact } };
}

const decide = (of: ToolDefinition, path: string, facts = factsOf(path)): string => {
  const service = new RuleBasedPermissionService({ allow: ['t'] });
  service.grant('s', of);
  const { verdict, source } = service.decide({ tool: of, args: { path } }, facts, context);
  return `${verdict} by ${source}`;
};

test.each([
  '.git/config',
  '.git',
  'sub/.git/hooks/post-commit',
  'a/b/c/.git',
  './x/../.git/config',
  '.GIT/config',
  '.g\u200cit/config',
  'sub/GIT~1/config',
  '.env',
  '.env.local',
  'packages/api/.envrc',
  'tackroom.config.ts',
  'apps/x/tackroom.config.json',
  'tackroom.tools.lock.json',
  'apps/x/tackroom.tools.lock.json',
  '.tackroom/audit.jsonl',
  '.mcp.json',
  '.vscode/tasks.json',
  'a/.vscode/settings.json',
  'my.code-workspace',
  '.idea/runConfigurations/x.xml',
  '.husky/pre-commit',
  '.devcontainer/devcontainer.json',
])('writing %s asks, although writes are allowed and granted', (path) => {
  expect(decide(writer, path)).toBe('ask by guard');
});

test.each([
  '.gitignore',
  '.github/ISSUE_TEMPLATE.md',
  'git/config',
  'src/env.ts',
  'x.env',
  'tackroom.tools.lock.json.md',
  'tackroom.md',
  'docs/.gitkeep',
])('writing %s is an ordinary write', (path) => {
  expect(decide(writer, path)).toBe('allow by allow-rule');
});

test.each([
  ['repository', '"sub/config" is part of a git repository or would make one, and that needs a person\'s word'],
  ['hooks', '"sub/config" is where git keeps its hooks, and changing it needs a person\'s word'],
] as const)('what is protected for its place, not for its name, asks: %s', (obeyed, reason) => {
  const fact: PathFact = { raw: 'sub/config', normalized: 'sub/config', canonical: 'sub/config', outside: false, obeyed };
  const service = new RuleBasedPermissionService({ allow: ['t'] });
  const decision = service.decide({ tool: writer, args: { path: 'sub/config' } }, { ...NO_FACTS, paths: { path: fact } }, context);
  expect(decision).toEqual({ verdict: 'ask', source: 'guard', reason });
});

test('what links lead to is protected, and what the workspace makes of a path', () => {
  expect(decide(writer, 'link/config', factsOf('link/config', '.git/config'))).toBe('ask by guard');
  const fact: PathFact = { raw: 'config', normalized: '.git/config', canonical: undefined, outside: false };
  expect(decide(writer, 'config', { ...NO_FACTS, paths: { path: fact } })).toBe('ask by guard');
});

test.each<[string, Partial<ToolOptions>, string]>([
  ['a tool that executes', { category: 'execute' }, 'ask by guard'],
  ['a risky tool of another category', { category: 'general', riskLevel: 'medium' }, 'ask by guard'],
  ['a writer that calls itself harmless', { category: 'write', riskLevel: 'low' }, 'ask by guard'],
  ['a reader', { category: 'read', riskLevel: 'high' }, 'allow by allow-rule'],
  ['a harmless tool', { category: 'navigate', riskLevel: 'low' }, 'allow by allow-rule'],
  ['a tool whose parameter is only text', { category: 'write', semantics: {} }, 'allow by allow-rule'],
])('%s: %s', (_case, options, expected) => {
  expect(decide(tool(options), '.git/config')).toBe(expected);
});

test('elements of an array are looked at', () => {
  const service = new RuleBasedPermissionService({ allow: ['t'] });
  const call = { tool: writer, args: { path: ['a.txt', ['.env']] } };
  expect(service.decide(call, NO_FACTS, context)).toMatchInlineSnapshot(`
   {
     "reason": "".env" is a protected path, and changing it needs a person's word",
     "source": "guard",
     "verdict": "ask",
   }
  `);
});

test('the guard yields to an allow rule that says so and to a stricter word', () => {
  const call = { tool: writer, args: { path: '.env' } };
  const verdict = (options: ConstructorParameters<typeof RuleBasedPermissionService>[0]): string =>
    new RuleBasedPermissionService(options).decide(call, factsOf('.env'), context).verdict;
  expect(verdict({ allow: [rule('t', { path: '.env' }, { evenIfDangerous: true })] })).toBe('allow');
  expect(verdict({ allow: [rule('t', { path: 'src/*' }, { evenIfDangerous: true }), 't'] })).toBe('ask');
  expect(verdict({ profile: 'locked' })).toBe('deny');
  expect(verdict({ profile: 'locked', allow: ['t'] })).toBe('ask');
  expect(verdict({ profile: 'open' })).toBe('allow');
  expect(verdict({ profile: 'open', guards: ['protected-paths'] })).toBe('ask');
  expect(verdict({ guards: [], allow: ['t'] })).toBe('allow');
});
