import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords } from '../src/count-words.js';

test('words are counted', () => assert.equal(countWords('one two three'), 3));
test('line ends and more spaces are no words', () => assert.equal(countWords(' one\n two  three '), 3));
test('no text has no words', () => assert.equal(countWords(''), 0));
