import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installState } from './install-if-stale.mjs';

const ROOT = mkdtempSync(join(tmpdir(), 'install-state-'));
afterAll(() => rmSync(ROOT, { recursive: true }));

const wanted = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.2.3', integrity: 'sha512-a' },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
  'node_modules/ours': { link: true },
  'packages/ours': { version: '1.0.0' },
};
const { 'node_modules/other-platform': _elsewhere, ...here } = wanted;

test.each([
  ['what the lock says, less another platform', here, 'fresh'],
  ['one more package than the lock says', { ...here, 'node_modules/left-over': { version: '1.0.0' } }, 'fresh'],
  ['another version', { ...here, 'node_modules/a': { version: '1.2.4', integrity: 'sha512-a' } }, 'stale'],
  ['the same version of other contents', { ...here, 'node_modules/a': { version: '1.2.3', integrity: 'sha512-b' } }, 'stale'],
  ['a package missing', { 'node_modules/ours': { link: true } }, 'stale'],
  ['nothing recorded', undefined, 'missing'],
])('%s: %#', (_what, installed, expected) => {
  const folder = mkdtempSync(join(ROOT, 'case-'));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (installed !== undefined) {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  }
  expect(installState(folder)).toBe(expected);
});
