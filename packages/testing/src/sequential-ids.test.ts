import { SequentialIds } from './sequential-ids.js';

test('ids count per kind', () => {
  const ids = new SequentialIds();
  expect([ids.next('run'), ids.next('call'), ids.next('call'), ids.next('run')]).toEqual(['run_1', 'call_1', 'call_2', 'run_2']);
});
