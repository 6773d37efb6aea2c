import { rootWarning } from './root-warning.js';

test.each([
  ['bubblewrap', 0, true],
  ['bubblewrap', 1000, false],
  ['host', 0, false],
  ['docker', 0, false],
] as const)('%s as user %s warns: %s', (sandbox, user, isWarned) => {
  expect(rootWarning(sandbox, user) !== undefined).toBe(isWarned);
});
