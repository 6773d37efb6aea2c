import fc from 'fast-check';
import { HarnessError } from '../contracts/errors.js';
import { escapeGlob } from '../registry/glob.js';
import { rule, type Rule } from './rule.js';
import { formatRule, parseRule } from './rule-text.js';

const told = ({ subject, args }: Rule): unknown => ({ subject, args });

test.each([
  ['read_file', rule('read_file')],
  ['  read_file ', rule('read_file')],
  ['github__create_issue', rule('github__create_issue')],
  ['write_*', rule('write_*')],
  ['*', rule('*')],
  ['git_[sdl]*', rule('git_[sdl]*')],
  ['run_command{"command":"git log*"}', rule('run_command', { command: 'git log*' })],
  ['run_command {"command": "git log*", "cwd": "src/**"}', rule('run_command', { command: 'git log*', cwd: 'src/**' })],
  ['write_*{"path":"src/[[]lang]/page.ts"}', rule('write_*', { path: 'src/[[]lang]/page.ts' })],
  ['t{"a}":"{\\"b\\":\\"c\\"}"}', rule('t', { 'a}': '{"b":"c"}' })],
  ['category:execute', rule.category('execute')],
  ['risk:high', rule.risk('high')],
])('%s is read', (text, expected) => {
  expect(told(parseRule(text))).toEqual(told(expected));
});

test('an argument named __proto__ is an argument', () => {
  expect(parseRule('t{"__proto__":"x"}').args).toEqual([{ name: '__proto__', pattern: 'x' }]);
});

test.each([
  ['', 'neither a tool name nor a glob'],
  ['   ', 'neither a tool name nor a glob'],
  ['run command', 'neither a tool name nor a glob'],
  ['Bash(git log:*)', 'importClaudeRules'],
  ['CustomerTools.deleteRecords', 'neither a tool name nor a glob'],
  ['{"command":"x"}', 'neither a tool name nor a glob'],
  ['run_command{', 'not a tool name followed by one JSON object'],
  ['run_command{"command":"git log*"', 'not a tool name followed by one JSON object'],
  ['run_command{"command":"git log*"} x', 'not a tool name followed by one JSON object'],
  ['run_command{command:"x"}', 'not a tool name followed by one JSON object'],
  ['run_command["x"]{"a":"b"}', 'neither a tool name nor a glob'],
  ['run_command{}', 'names no argument'],
  ['run_command{"command":5}', 'must be a string'],
  ['run_command{"command":null}', 'must be a string'],
  ['run_command{"command":["a"]}', 'must be a string'],
  ['run_command{"command":"rm *","command":"ls"}', 'names an argument twice'],
  ['risk:extreme', 'no risk level'],
  ['category:', 'a category is a plain text'],
])('%j is refused', (text, message) => {
  const error = thrownBy(() => parseRule(text));
  expect(HarnessError.is(error, 'PERMISSIONS_RULE_INVALID')).toBe(true);
  expect((error as HarnessError).message).toContain(message);
});

test('a message about hostile text is safe to print', () => {
  expect(String((thrownBy(() => parseRule('a\u001b[2Kb')) as HarnessError).message)).not.toMatch(/\u001b/);
});

test('the text of a rule reads back as the same rule', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
  const patterns = fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' }), { minKeys: 1 });
  fc.assert(
    fc.property(fc.oneof(name, fc.constantFrom('write_*', '*', 'git_[sd]?')), fc.option(patterns, { nil: undefined }), (tool, args) => {
      const written = rule(tool, args);
      const text = formatRule(written);
      expect(told(parseRule(text))).toEqual(told(written));
      expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
    }),
  );
});

test('a pattern written by escaping keeps its meaning in text', () => {
  expect(formatRule(rule('write_file', { path: escapeGlob('src/[lang]/page*.ts') }))).toMatchInlineSnapshot(
    `"write_file{"path":"src/[[]lang]/page[*].ts"}"`,
  );
});

test('rules that are not text have a text to show', () => {
  class CustomerTools {
    deleteRecords(): void {}
  }
  expect(formatRule(rule(CustomerTools, 'deleteRecords', { table: 'p*' }))).toMatchInlineSnapshot(
    `"CustomerTools.deleteRecords{"table":"p*"}"`,
  );
  expect(formatRule(rule(CustomerTools))).toMatchInlineSnapshot(`"CustomerTools.*"`);
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
