import { EventQueue } from './event-queue.js';

const read = async <T>(queue: EventQueue<T>): Promise<T[]> => {
  const values: T[] = [];
  for await (const value of queue) values.push(value);
  return values;
};

test('values come in order, whether they were waited for or not', async () => {
  const queue = new EventQueue<number>(() => undefined);
  queue.push(1);
  queue.push(2);
  const values = read(queue);
  await Promise.resolve();
  await Promise.resolve();
  queue.push(3);
  queue.push(4);
  queue.end();
  queue.push(5);
  await expect(values).resolves.toEqual([1, 2, 3, 4]);
});

test('leaving early is told once and drops the rest', async () => {
  let left = 0;
  const queue = new EventQueue<number>(() => left++);
  queue.push(1);
  queue.push(2);
  for await (const value of queue) if (value === 1) break;
  expect(left).toBe(1);
  expect(await queue.next()).toEqual({ done: true, value: undefined });
  await queue.return();
  expect(left).toBe(1);
});

test('leaving after the end tells nobody', async () => {
  let left = 0;
  const queue = new EventQueue<number>(() => left++);
  queue.push(1);
  queue.end();
  for await (const _ of queue) break;
  expect(left).toBe(0);
});

test('a failure comes after what was pushed, once', async () => {
  const queue = new EventQueue<number>(() => undefined);
  queue.push(1);
  queue.fail(new Error('broken'));
  expect(await queue.next()).toEqual({ done: false, value: 1 });
  await expect(queue.next()).rejects.toThrow('broken');
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test('a failure reaches who waits', async () => {
  const queue = new EventQueue<number>(() => undefined);
  const next = queue.next();
  queue.fail(new Error('broken'));
  await expect(next).rejects.toThrow('broken');
});

test('a reader that asks ahead is answered in order', async () => {
  const queue = new EventQueue<number>(() => undefined);
  const asked = [queue.next(), queue.next(), queue.next()];
  queue.push(1);
  queue.push(2);
  queue.end();
  expect((await Promise.all(asked)).map(({ value }) => value)).toEqual([1, 2, undefined]);
});
