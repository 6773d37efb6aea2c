import { readFileSync, readlinkSync } from 'node:fs';
import { describeNeeding, hasDescriptors } from '../test/scratch.js';
import { unnamedFile } from './unnamed-file.js';

describeNeeding('/proc/self/fd', hasDescriptors(), 'unnamedFile', () => {
  test('can be read by descriptor and has no name', async () => {
    const file = await unnamedFile('text');
    try {
      expect([readFileSync(`/dev/fd/${file.fd}`, 'utf8'), readlinkSync(`/proc/self/fd/${file.fd}`)]).toEqual([
        'text',
        expect.stringMatching(/ \(deleted\)$/),
      ]);
    } finally {
      await file.close();
    }
  });
});
