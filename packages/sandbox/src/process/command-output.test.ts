import { existsSync } from 'node:fs';
import type { CommandChunk } from '@tackroom/core';
import { describeNeeding } from '../../test/scratch.js';
import { hasBash, hostBench } from '../../test/host-bench.js';

describeNeeding('bash', hasBash, 'the output of a command', () => {
  const { scratch, open, exec, said } = hostBench();

  test('characters cut between writes, bytes that are none, terminal noise', async () => {
    expect(await said("printf '\\xe2'; sleep 0.05; printf '\\x82\\xac\\n'; printf '\\xe9\\n'")).toBe('€\n\ufffd\n');
    expect(await said("printf '\\e[31mred\\e[0m\\r10%%\\r100%%\\n\\a'")).toBe('100%\n');
  });

  test('is passed on while the command runs, a line at a time; a listener that fails ends nothing', async () => {
    const chunks: CommandChunk[] = [];
    const result = await exec('echo one; sleep 0.05; echo two >&2; sleep 0.05; printf three', {
      onOutput: (chunk) => chunks.push(chunk),
    });
    expect(chunks).toEqual([
      { stream: 'stdout', text: 'one\n' },
      { stream: 'stderr', text: 'two\n' },
      { stream: 'stdout', text: 'three' },
    ]);
    expect(result.stdout).toBe('one\nthree');
    const failing = await exec('echo one; sleep 0.05; echo two', {
      onOutput: () => {
        throw new Error('listener');
      },
    });
    expect(failing.stdout).toBe('one\ntwo\n');
  });

  test('works through ordinary pipes where no others can be made', async () => {
    const path = process.env['PATH'];
    const shell = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((file) => existsSync(file)) ?? 'bash';
    process.env['PATH'] = scratch.path;
    try {
      // More than there are pipes left over from before.
      for (let count = 0; count < 20; count += 1) {
        expect(await (await open({ shell })).exec('echo out; echo err >&2')).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
      }
    } finally {
      process.env['PATH'] = path;
    }
  });

  test('head and tail of a flood, and how much it was', async () => {
    const result = await exec('yes | head -c 50000000; echo END', { maxOutputChars: 100 });
    expect(result.stdout).toMatch(/^(y\n){25}\[… 49999904 characters left out …\]\n(y\n){23}END\n$/);
    expect(result.outputBytes).toBe(50_000_004);
  });

  test('an endless flood takes little memory and no more time than it may', async () => {
    const before = process.memoryUsage().rss;
    const result = await exec('yes', { timeoutMs: 2_000 });
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGTERM' });
    expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(50);
  });

  test('a command may open its output and input again by their names', async () => {
    const result = await exec('echo a >/dev/stdout; echo b >/dev/stderr; echo c | tee /dev/stderr; cat /dev/stdin', { stdin: 'd\n' });
    expect([result.stdout, result.stderr]).toEqual(['a\nc\nd\n', 'b\nc\n']);
  });

  test('zeros without a line end, in little memory', async () => {
    const before = process.memoryUsage().rss;
    expect(await exec('head -c 200000000 /dev/zero')).toMatchObject({ stdout: '', exitCode: 0, outputBytes: 200_000_000 });
    expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(100);
  });
});
