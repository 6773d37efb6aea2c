import { HarnessError } from '../contracts/errors.js';
import { type JsonObject } from '../contracts/json.js';
import { type CallFacts, NO_FACTS } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from '../registry/define-tool.js';
import { type ClaudeRules, importClaudeRules } from './import-claude-rules.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';
import { formatRule } from './rule-text.js';
import { loadShellReader, type ShellReader } from './shell/load-shell-reader.js';

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

const toolNamed = (name: string): ToolDefinition =>
  defineTool({
    category: 'read',
    name,
    description: 'Does it.',
    inputSchema: { type: 'object', properties: { command: {}, path: {}, url: {} } },
    semantics: { command: 'shell-command', path: 'path', url: 'url' },
    riskLevel: 'medium',
    handler: () => '',
  });

function decide(rules: ClaudeRules, name: string, args: JsonObject): string {
  const { command, path } = args;
  const facts: CallFacts = {
    ...NO_FACTS,
    workspaceRoot: '/root',
    ...(typeof command === 'string' ? { commands: { command: { raw: command, line: read(command) } } } : {}),
    ...(typeof path === 'string' ? { paths: { path: { raw: path, normalized: path, canonical: path, outside: false } } } : {}),
  };
  const service = new RuleBasedPermissionService({ ...importClaudeRules(rules), guards: [] });
  return service.decide({ tool: toolNamed(name), args }, facts, { sessionId: '', runId: '', agentPath: [] }).verdict;
}

test('each rule becomes rules over our tools', () => {
  const imported = importClaudeRules({
    allow: ['Bash(git log:*)', 'Bash(npm run build)', 'Read(src/**)', 'mcp__github__get_issue', 'WebSearch'],
    ask: ['Bash(git push*)', 'mcp__github'],
    deny: ['Read(./.env)', 'Edit(secrets/)', 'WebFetch(domain:example.com)', 'Bash(rm:*)'],
  });
  const texts = Object.fromEntries(Object.entries(imported).map(([list, rules]) => [list, rules.map(formatRule)]));
  expect(texts).toMatchInlineSnapshot(`
   {
     "allow": [
       "runs-commands{"shell-command":"git log *"}",
       "runs-commands{"shell-command":"npm run build"}",
       "shows-files{"path":"src/**"}",
       "github__get_issue",
       "searches-web",
     ],
     "ask": [
       "runs-commands{"shell-command":"git push*"}",
       "github__*",
     ],
     "deny": [
       "shows-files{"path":".env"}",
       "shows-files{"path":".env/**"}",
       "changes-files{"path":"**/secrets/**"}",
       "fetches{"url":"example.com"}",
       "fetches{"url":"*.example.com"}",
       "runs-commands{"shell-command":"rm *"}",
     ],
   }
  `);
  expect(imported.ask.every(({ beforeAllow }) => beforeAllow)).toBe(true);
});

test.each<[ClaudeRules, string, JsonObject, string]>([
  [{ allow: ['Bash(git log:*)'] }, 'run_command', { command: 'git log' }, 'allow'],
  [{ allow: ['Bash(git log:*)'] }, 'run_command', { command: 'git log -3' }, 'allow'],
  [{ allow: ['Bash(git log:*)'] }, 'run_command', { command: 'git logs' }, 'ask'],
  [{ allow: ['Bash(git log:*)'] }, 'run_command', { command: 'git log; rm x' }, 'ask'],
  [{ allow: ['Bash(git log:*)', 'Bash(npm test)'] }, 'run_command', { command: 'git log && npm test' }, 'allow'],
  [{ allow: ['Bash(ls [a])'] }, 'run_command', { command: 'ls a' }, 'ask'],
  [{ allow: ['Bash'] }, 'run_command', { command: 'anything $X' }, 'allow'],
  [{ allow: ['Bash'], ask: ['Bash(git push:*)'] }, 'run_command', { command: 'git push origin' }, 'ask'],
  [{ allow: ['Bash'], deny: ['Bash(rm:*)'] }, 'run_command', { command: 'sudo rm x' }, 'deny'],
  [{ deny: ['Read(.env)'] }, 'read_file', { path: 'deep/.env' }, 'deny'],
  [{ deny: ['Read(.env)'] }, 'grep', { path: '.env' }, 'deny'],
  [{ deny: ['Read(/.env)'] }, 'read_file', { path: 'deep/.env' }, 'ask'],
  [{ deny: ['Read(secrets)'] }, 'read_file', { path: 'secrets/k' }, 'deny'],
  [{ deny: ['Read(//etc/**)'] }, 'read_file', { path: '/etc/passwd' }, 'deny'],
  [{ allow: ['Edit(src/**)'] }, 'write_file', { path: 'src/a/b.ts' }, 'allow'],
  [{ allow: ['Edit(src/**)'] }, 'read_file', { path: 'src/a/b.ts' }, 'ask'],
  [{ allow: ['WebFetch(domain:a.example)'] }, 'fetch_url', { url: 'https://a.example/x' }, 'allow'],
  [{ allow: ['WebFetch(domain:a.example)'] }, 'fetch_url', { url: 'https://x.a.example/' }, 'ask'],
  [{ deny: ['WebFetch(domain:a.example)'] }, 'fetch_url', { url: 'https://x.a.example/' }, 'deny'],
  [{ allow: ['mcp__github'] }, 'github__get_issue', {}, 'allow'],
  [{ deny: ['mcp__github__*'] }, 'github__get_issue', {}, 'deny'],
])('%j: %s %j is %s', (rules, name, args, expected) => {
  expect(decide(rules, name, args)).toBe(expected);
});

test('what has no counterpart is refused, all of it at once', () => {
  const rules = {
    allow: ['Bash(ls:*', 'Task(x)', 5],
    deny: ['Read(~/.ssh/**)', 'WebFetch(https://x)'],
    ask: 'Bash',
  } as unknown as ClaudeRules; // what a settings file may hold
  let refused: unknown;
  try {
    importClaudeRules(rules);
  } catch (error) {
    refused = error;
  }
  expect(HarnessError.is(refused, 'PERMISSIONS_INVALID')).toBe(true);
  expect((refused as HarnessError).message).toMatchInlineSnapshot(`
   "The rules cannot be imported: 6 problems.
     - allow[0] (Bash(ls:*): has a parenthesis that is not closed [PERMISSIONS_RULE_INVALID]
     - allow[1] (Task(x)): names no tool that has a counterpart; those are Bash, Read, Glob, Grep, LS, Edit, MultiEdit, Write, WebFetch, WebSearch and mcp__server__tool [PERMISSIONS_RULE_INVALID]
     - allow[2]: must be a text [PERMISSIONS_RULE_INVALID]
     - ask: must be an array of texts [PERMISSIONS_RULE_INVALID]
     - deny[0] (Read(~/.ssh/**)): has a part in parentheses that cannot be read: "~/.ssh/**" [PERMISSIONS_RULE_INVALID]
     - deny[1] (WebFetch(https://x)): has a part in parentheses that cannot be read: "https://x" [PERMISSIONS_RULE_INVALID]"
  `); // its brand was looked at above
});

test('a rule about a tool that nobody has is no mistake there, but it is named', () => {
  const service = new RuleBasedPermissionService(importClaudeRules({ deny: ['Bash(rm:*)', 'WebSearch', 'mcp__github__x'] }));
  const tools = [toolNamed('run_command')];
  expect(service.checkAgainst(tools)).toEqual([]);
  expect(service.idleRules(tools)).toEqual(['permissions.deny[1] (searches-web)', 'permissions.deny[2] (github__x)']);
});

test('levels of settings hold together, and a problem says in which it is', () => {
  const imported = importClaudeRules({ deny: ['Read(.env)'] }, { allow: ['Bash'] }, { deny: ['Bash(rm:*)'] });
  expect([imported.deny.length, imported.allow.length]).toEqual([3, 1]);
  expect(() => importClaudeRules({}, { deny: ['Nap'] })).toThrow('settings 2: deny[0] (Nap)');
});

test.each([
  ['Read(src\\*.ts)', 'has a backslash; write / between folders'],
  ['Edit(a\\b)', 'has a backslash'],
  ['Bash(echo \\*)', 'escapes a star'],
])('a backslash that could be read two ways is refused: %s', (rule, message) => {
  expect(() => importClaudeRules({ deny: [rule] })).toThrow(message);
});
