import { DisposalStack } from './disposal-stack.js';

test('closes last made first, one after the other, and goes on after a failure', async () => {
  const log: string[] = [];
  const slow = (name: string): { close(): Promise<void> } => ({
    close: async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    },
  });
  const stack = new DisposalStack();
  stack.track('first', slow('first'));
  stack.track('second', {
    dispose: () => {
      throw new Error('jammed');
    },
  });
  stack.track('third', slow('third'));
  expect(await stack.drain()).toEqual([{ what: 'second', error: new Error('jammed') }]);
  expect(log).toEqual(['third begins', 'third ends', 'first begins', 'first ends']);
  expect(await stack.drain()).toEqual([]);
});

test.each([
  ['Symbol.asyncDispose before close', { [Symbol.asyncDispose]: 1, close: 2 }, 1],
  ['Symbol.dispose before dispose', { [Symbol.dispose]: 1, dispose: 2 }, 1],
  ['dispose before close', { dispose: 1, close: 2 }, 1],
  ['close alone', { close: 1 }, 1],
])('calls exactly one disposer: %s', async (_name, methods, expected) => {
  const called: number[] = [];
  const value: Record<PropertyKey, unknown> = {};
  for (const key of [Symbol.asyncDispose, Symbol.dispose, 'dispose', 'close']) {
    const mark = (methods as Record<PropertyKey, number>)[key];
    if (mark !== undefined) value[key] = () => called.push(mark);
  }
  const stack = new DisposalStack();
  stack.track('it', value);
  await stack.drain();
  expect(called).toEqual([expected]);
});

test('a value known under two names is closed once; a spared one never; a method with parameters is no disposer', async () => {
  const closed: string[] = [];
  const twice = { close: () => closed.push('twice') };
  const spared = { close: () => closed.push('spared') };
  const stack = new DisposalStack();
  stack.spare(spared);
  stack.track('a', twice);
  stack.track('b', twice);
  stack.track('c', spared);
  stack.track('d', { close: (code: number) => closed.push(`door ${code}`) });
  stack.track('e', null);
  await stack.drain();
  expect(closed).toEqual(['twice']);
});
