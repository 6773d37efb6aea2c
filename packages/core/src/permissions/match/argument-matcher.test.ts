import type { JsonObject, JsonValue } from '../../contracts/json.js';
import { NO_FACTS } from '../../contracts/permissions.js';
import type { ParameterSemantics } from '../../contracts/tool-definition.js';
import { compileArgumentMatcher } from './argument-matcher.js';
import type { Reading } from './matcher.js';

function match(pattern: string, reading: Reading, args: JsonObject, semantics: ParameterSemantics = 'text', omitted?: JsonValue): string {
  return compileArgumentMatcher({ name: 'a', pattern, semantics, reading, omitted }).match(args, NO_FACTS);
}

test.each<[JsonValue, string, string, string]>([
  ['src/x', 'src*', 'yes', 'yes'],
  ['SRC/x', 'src*', 'no', 'no'],
  ['a/b', '*', 'yes', 'yes'],
  ['a\nb', 'a*b', 'yes', 'yes'],
  ['', '*', 'yes', 'yes'],
  ['', '?', 'no', 'no'],
  [true, 'true', 'yes', 'yes'],
  [true, 't*', 'yes', 'yes'],
  [false, 'true', 'no', 'no'],
  [5, '5', 'yes', 'yes'],
  [5.5, '5*', 'yes', 'yes'],
  [1e21, '1e+21', 'yes', 'yes'],
  [null, '*', 'no', 'no'],
  [null, 'null', 'no', 'no'],
  [{}, '*', 'no', 'no'],
  [{ a: 'x' }, '*', 'no', 'no'],
  [['x', 'xy'], 'x*', 'yes', 'yes'],
  [['x', 'y'], 'x*', 'no', 'yes'],
  [['y', ['x']], 'x*', 'no', 'yes'],
  [['x', null], 'x*', 'no', 'yes'],
  [['x', 5], 'x*', 'no', 'yes'],
  [[], '*', 'no', 'no'],
  [[[]], '*', 'no', 'no'],
  [['x', ['x', 'y']], 'x*', 'no', 'yes'],
  [0, '-0', 'no', 'no'],
  [0, '0', 'yes', 'yes'],
  [1, '1.0', 'no', 'no'],
  ['true', 'true', 'yes', 'yes'],
  ['x\0y', 'x*', 'yes', 'yes'],
  ['\ud83d\ude00', '?', 'yes', 'yes'],
  ['\ud83d', '?', 'yes', 'yes'],
  ['[x]', '[x]', 'no', 'no'],
  ['[x]', '[[]x]', 'yes', 'yes'],
  ['x]', '[]x]]', 'yes', 'yes'],
  ['xy', 'x', 'no', 'no'],
  [' x', 'x', 'no', 'no'],
  ['a\u0301', '\u00e1', 'no', 'no'],
  ['\u0430', 'a', 'no', 'no'],
])('%j against %s: permit %s, restrict %s', (value, pattern, permit, restrict) => {
  expect([match(pattern, 'permit', { a: value }), match(pattern, 'restrict', { a: value })]).toEqual([permit, restrict]);
});

test('an absent argument matches nothing, also when its name is inherited', () => {
  expect(match('*', 'permit', {})).toBe('no');
  expect(match('*', 'restrict', {})).toBe('no');
  expect(match('*', 'restrict', Object.create({ a: 'x' }) as JsonObject)).toBe('no');
});

test('a restricting rule reads the default of an omitted argument, a permitting one does not', () => {
  expect(match('/etc*', 'restrict', {}, 'text', '/etc')).toBe('yes');
  expect(match('/etc*', 'restrict', { a: 'x' }, 'text', '/etc')).toBe('no');
  expect(match('/etc*', 'permit', {}, 'text', '/etc')).toBe('no');
  expect(match('true', 'restrict', {}, 'text', true)).toBe('yes');
  expect(match('5', 'restrict', {}, 'text', 5)).toBe('yes');
  expect(match('x', 'restrict', {}, 'text', ['y', 'x'])).toBe('yes');
  expect(match('*', 'restrict', {}, 'text', null)).toBe('no');
  expect(match('/etc*', 'restrict', { a: null }, 'text', '/etc')).toBe('no');
});

test('a pattern that means nothing to the kind of parameter never permits and is unknown when it restricts', () => {
  expect(match('src/**.key', 'permit', { a: 'src/x.key' }, 'path')).toBe('no');
  expect(match('src/**.key', 'restrict', { a: 'other' }, 'path')).toBe('unknown');
});

test.each([
  ['git log*', 'git log --oneline', 'unknown', 'yes'],
  ['git log*', 'git log $(touch MARK)', 'unknown', 'yes'],
  ['git log*', 'touch MARK', 'no', 'unknown'],
  ['git log *', 'git log', 'unknown', 'yes'],
  ['git diff *', 'git difftool', 'no', 'unknown'],
  ['kill *', 'kill -9 123456', 'unknown', 'yes'],
  ['rm *', '  rm -rf x\n', 'no', 'yes'],
  ['rm *', 'cd x && rm -rf y', 'no', 'unknown'],
  ['rm *', "r''m -rf y", 'no', 'unknown'],
  ['rm *', '', 'no', 'unknown'],
])('the command pattern %s on %j: permit %s, restrict %s', (pattern, command, permit, restrict) => {
  const args = { a: command };
  expect([match(pattern, 'permit', args, 'shell-command'), match(pattern, 'restrict', args, 'shell-command')]).toEqual([permit, restrict]);
});

test('elements of a path array are judged by facts of their own', () => {
  const facts = { ...NO_FACTS, paths: { 'a[0]': fact('docs/x', 'docs/x'), 'a[1]': fact('link', 'secrets/k') } };
  const matcher = (pattern: string, reading: Reading) =>
    compileArgumentMatcher({ name: 'a', pattern, semantics: 'path', reading, omitted: undefined });
  expect(matcher('secrets/*', 'restrict').match({ a: ['docs/x', 'link'] }, facts)).toBe('yes');
  expect(matcher('docs/*', 'permit').match({ a: ['docs/x', 'link'] }, facts)).toBe('no');
  expect(matcher('docs/*', 'permit').match({ a: ['docs/x'] }, facts)).toBe('yes');
  expect(matcher('secrets/*', 'restrict').match({ a: ['docs/x', 'docs/y', 'docs/z'] }, facts)).toBe('unknown');
});

function fact(raw: string, canonical: string): { raw: string; normalized: string; canonical: string; outside: boolean } {
  return { raw, normalized: raw, canonical, outside: false };
}
