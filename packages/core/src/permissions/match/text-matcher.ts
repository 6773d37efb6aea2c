import { compileGlob } from '../../registry/glob.js';
import type { StringMatcher } from './matcher.js';

/** Matches the whole value as it is; case counts. The pattern has been checked. */
export function compileTextMatcher(pattern: string): StringMatcher {
  const matches = compileGlob(pattern);
  return (value) => (matches(value) ? 'yes' : 'no');
}
