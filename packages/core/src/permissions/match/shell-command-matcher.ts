import { compileGlob } from '../../registry/glob.js';
import type { Reading, StringMatcher } from './matcher.js';

/**
 * Judges a shell line by its text alone, which can condemn a line but never clear it: quoting, substitutions and lists
 * hide commands. So a deny or ask pattern answers `yes` or `unknown`, and an allow pattern `unknown` or `no`. A pattern
 * that ends in ` *` also covers the command without arguments.
 */
export function compileShellCommandMatcher(pattern: string, reading: Reading): StringMatcher {
  const whole = compileGlob(pattern);
  const bare = pattern.endsWith(' *') ? compileGlob(pattern.slice(0, -2)) : whole;
  const covers = (line: string): boolean => whole(line) || bare(line);
  if (reading === 'permit') return (value) => (covers(value) ? 'unknown' : 'no');
  return (value) => (covers(value) || covers(value.trim()) ? 'yes' : 'unknown');
}
