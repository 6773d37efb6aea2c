import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { decodeAnsiC } from './decode-ansi-c.js';

test.each([
  ["$'plain'", 'plain'],
  ["$'\\x{72}m'", 'rm'],
  ["$'\\x{172}m'", 'rm'],
  ["$'\\x{72m'", 'rm'],
  ["$'\\x72m'", 'rm'],
  ["$'\\162\\u6d\\U0000002d'", 'rm-'],
  ["$'a\\x{}b'", 'a'],
  ["$'a\\0b'", 'a'],
  ["$'\\x{72}\\x{}m'", 'r'],
  ["$'\\x{g}'", ''],
  ["$'\\1234\\8'", 'S4\\8'],
  ["$'\\u006dx\\U6dg\\ug'", 'mxmg\\ug'],
  ["$'a\\\nb'", 'a\\\nb'],
  ["$'\\c\\\\a\\ca\\c '", '\x1Ca\x01'],
  ["$'\\c?\\c[\\q\\x\\'\\\\'", "\x7F\x1B\\q\\x'\\"],
  ["$'caf\\u00e9\\xff'", `caf${UNKNOWN_TEXT}${UNKNOWN_TEXT}`],
])('%s is what bash makes of it', (source, text) => {
  expect(decodeAnsiC(source)).toBe(text);
});
