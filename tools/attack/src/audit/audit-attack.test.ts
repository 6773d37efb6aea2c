import { auditTampering } from './audit-attack.js';

test('no tampering gets through', async () => {
  const { attempts, escapes } = await auditTampering.run({ seed: 1, attempts: 400, deadline: Infinity });
  expect([attempts, escapes]).toEqual([400, []]);
});
