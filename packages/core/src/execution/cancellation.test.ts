import { Cancellation } from './cancellation.js';

test('listeners are told once, in the order they came, and those taken back are not', () => {
  const cancellation = new Cancellation();
  const told: string[] = [];
  const [, second, third] = ['a', 'b', 'c', 'd'].map((name) => cancellation.add(() => told.push(name)));
  cancellation.remove(second);
  cancellation.remove(second);
  cancellation.remove(third);
  cancellation.cancel('why');
  cancellation.cancel('again');
  expect([told, cancellation.reason, cancellation.cancelled]).toEqual([['a', 'd'], 'why', true]);
});

test('a listener may take others back and add some while it is told', () => {
  const cancellation = new Cancellation();
  const told: string[] = [];
  cancellation.add(() => {
    told.push('first');
    cancellation.remove(other);
    expect(cancellation.add(() => told.push('late'))).toBeUndefined();
  });
  const other = cancellation.add(() => told.push('other'));
  cancellation.add(() => told.push('last'));
  cancellation.cancel();
  expect(told).toEqual(['first', 'late', 'last']);
});

test('the signal follows, whenever it is made', () => {
  const [early, late] = [new Cancellation(), new Cancellation()];
  const { signal } = early;
  early.cancel('x');
  late.cancel('y');
  expect([signal.aborted, signal.reason, late.signal.aborted, late.signal.reason]).toEqual([true, 'x', true, 'y']);
});
