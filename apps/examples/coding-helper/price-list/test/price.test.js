import assert from 'node:assert/strict';
import test from 'node:test';
import { priceOf } from '../src/price.js';

test('a few pieces cost the full price', () => {
  assert.equal(priceOf({ cents: 100 }, 9), 900);
});

test('ten pieces are ten percent cheaper', () => {
  assert.equal(priceOf({ cents: 100 }, 10), 900);
});
