import { readFileSync } from 'node:fs';
import { type CallFacts, type DecisionContext, NO_FACTS } from '../../contracts/permissions.js';
import { defineTool } from '../../registry/define-tool.js';
import { rule } from '../rule.js';
import { RuleBasedPermissionService } from '../rule-based-permission-service.js';
import { loadShellReader, type ShellReader } from './load-shell-reader.js';

const CONTEXT: DecisionContext = { sessionId: 's', runId: 'r', agentPath: ['main'] };
const runCommand = defineTool({
  name: 'run_command',
  description: 'Runs a command.',
  handler: () => '',
  category: 'execute',
  riskLevel: 'high',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  semantics: { command: 'shell-command' },
});

/** A policy and the lines that it must not let pass. */
interface Section {
  readonly reading: 'permit' | 'restrict';
  readonly patterns: readonly string[];
  readonly lines: string[];
}

function readSections(): readonly Section[] {
  const sections: Section[] = [];
  for (const line of readFileSync(new URL('attack-lines.txt', import.meta.url), 'utf8').split('\n')) {
    const [, policy, patterns] = /^(allow|deny) (.*)$/.exec(line) ?? [];
    if (policy !== undefined) {
      sections.push({ reading: policy === 'allow' ? 'permit' : 'restrict', patterns: patterns?.split('; ') ?? [], lines: [] });
    } else if (line !== '' && !line.startsWith('# ')) sections.at(-1)?.lines.push(line.replaceAll('⏎', '\n'));
  }
  return sections;
}

const sections = readSections();
let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

test.each(sections)('$reading $patterns lets none of these lines pass', ({ reading, patterns, lines }) => {
  const rules = patterns.map((pattern) => rule('run_command', { command: pattern }));
  const policy = reading === 'permit' ? { allow: rules } : { allow: ['run_command'], deny: rules };
  const service = new RuleBasedPermissionService({ ...policy, guards: [] });
  const passes = (line: string): boolean => {
    const facts: CallFacts = { ...NO_FACTS, commands: { command: { raw: line, line: read(line) } } };
    return service.decide({ tool: runCommand, args: { command: line } }, facts, CONTEXT).verdict === 'allow';
  };
  expect(lines.filter(passes)).toEqual([]);
});

test('there are lines for every part of the tables', () => {
  expect(new Set(sections.flatMap(({ lines }) => lines)).size).toBeGreaterThanOrEqual(300);
});
