import { Duplex, PassThrough } from 'node:stream';
import { acceptConnections } from './channel.js';
import { WINDOW_BYTES } from './channel-connection.js';
import { frameHeader, FrameKind, FrameReader, HEADER_BYTES, MAX_FRAME_BYTES, type Frame } from './frame-reader.js';

const { open, data, end, credit } = FrameKind;
const frame = (kind: number, id: number, content: Buffer | number = 0): Buffer =>
  typeof content === 'number' ? frameHeader(kind, id, content) : Buffer.concat([frameHeader(kind, id, content.length), content]);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A channel whose other end is in the test's hands. It hears what is written, unless it is deaf. */
function hostile({ deaf = false, writableHighWaterMark = 16_384 } = {}) {
  const heard = new PassThrough({ highWaterMark: 1 });
  const frames: { kind: number; id: number; length: number; text: string }[] = [];
  const reader = new FrameReader();
  if (!deaf)
    heard.on('data', (piece: Buffer) => reader.read(piece, (got: Frame) => frames.push({ ...got, text: got.data.toString() }) > 0));
  const channel = new Duplex({
    writableHighWaterMark,
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => void (heard.write(chunk) ? done() : heard.once('drain', done)),
    final: (done) => done(),
  });
  const connections: Duplex[] = [];
  let refusals = 0;
  acceptConnections(channel, { accept: (connection) => void connections.push(connection), onTooMany: () => void (refusals += 1) });
  const say = async (...pieces: readonly Buffer[]): Promise<void> => {
    for (const piece of pieces) channel.push(piece);
    await settled();
  };
  return { channel, connections, frames, say, refused: () => refusals };
}

async function textOf(connection: Duplex | undefined): Promise<string> {
  let text = '';
  connection?.on('data', (chunk) => (text += String(chunk)));
  await new Promise((resolve) => connection?.once('end', resolve));
  return text;
}

afterEach(() => expect(uncaught).toEqual([]));
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
beforeAll(() => void process.on('uncaughtExceptionMonitor', note));
afterAll(() => void process.off('uncaughtExceptionMonitor', note));

test.each([1, 3, HEADER_BYTES, 10, 1_000])('frames in pieces of %d bytes are the same frames', async (size) => {
  const { connections, say, channel } = hostile();
  const whole = Buffer.concat([
    frame(open, 1),
    frame(open, 2),
    frame(data, 1, Buffer.from('first ')),
    frame(data, 2, Buffer.from('other')),
    frame(data, 1, Buffer.from('second')),
    frame(end, 1),
    frame(end, 2),
    frame(end, 2),
  ]);
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size));
  await say(...pieces);
  expect(await Promise.all(connections.map(textOf))).toEqual(['first second', 'other']);
  expect(channel.destroyed).toBe(false);
});

test.each<[string, Buffer[]]>([
  ['a kind that there is not', [frame(4, 1)]],
  ['garbage', [Buffer.alloc(300, 0xff)]],
  ['a request instead of frames', [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')]],
  ['a length that no frame has', [frame(open, 1), frameHeader(data, 1, 0xffff_ffff)]],
  ['a length one above what a frame may have', [frame(open, 1), frameHeader(data, 1, MAX_FRAME_BYTES + 1)]],
  ['the same number twice', [frame(open, 1), frame(open, 1)]],
  ['data after the end', [frame(open, 1), frame(end, 1), frame(data, 1, Buffer.from('x'))]],
  ['more than was allowed', [frame(open, 1), ...Array<Buffer>(5).fill(frame(data, 1, Buffer.alloc(MAX_FRAME_BYTES)))]],
])('%s ends the channel and what is on it', async (_what, pieces) => {
  const { channel, connections, say } = hostile();
  const sane = frame(open, 77);
  await say(sane, ...pieces, frame(open, 78));
  expect(channel.destroyed).toBe(true);
  expect(connections.map(({ destroyed }) => destroyed)).toEqual(connections.map(() => true));
  // Nothing is listened to any more.
  expect(connections.length).toBeLessThanOrEqual(2);
});

test('frames about connections that there are not are passed over', async () => {
  const { channel, connections, say } = hostile();
  await say(
    frame(data, 9, Buffer.from('x')),
    frame(end, 9),
    frame(credit, 9, 5),
    frame(open, 1),
    frame(data, 1, Buffer.from('y')),
    frame(end, 1),
  );
  expect([channel.destroyed, await textOf(connections[0])]).toEqual([false, 'y']);
});

test('of too many connections at once those beyond the bound are closed, and nothing else is', async () => {
  const { channel, connections, frames, refused, say } = hostile();
  await say(Buffer.concat(Array.from({ length: 200 }, (_, id) => frame(open, id))));
  expect([channel.destroyed, connections.length, connections.some(({ destroyed }) => destroyed), refused()]).toEqual([
    false,
    128,
    false,
    72,
  ]);
  expect(frames.map(({ kind }) => kind)).toEqual(Array<number>(72).fill(end));
  await say(frame(data, 199, Buffer.from('to one that is closed')), frame(data, 5, Buffer.from('hello')), frame(end, 5));
  expect(await textOf(connections[5])).toBe('hello');
  connections[5]?.end();
  await settled();
  await say(frame(open, 300), frame(data, 300, Buffer.from('there is room again')), frame(end, 300));
  expect(await textOf(connections[128])).toBe('there is room again');
});

test('what nobody takes is kept up to the window and costs what it is long, in whatever pieces it comes', async () => {
  const { channel, connections, say } = hostile();
  await say(frame(open, 1));
  const before = process.memoryUsage();
  const bytes = Buffer.concat(Array<Buffer>(WINDOW_BYTES / 16).fill(frame(data, 1, Buffer.from('x'))));
  for (let round = 0; round < 16; round += 1) await say(bytes);
  expect(channel.destroyed).toBe(false);
  const after = process.memoryUsage();
  // A buffer for each byte would be some 50 MB.
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(20_000_000);
  await say(frame(data, 1, Buffer.from('x')));
  expect([channel.destroyed, connections[0]?.destroyed]).toEqual([true, true]);
});

test('credit comes for what was taken, in few frames', async () => {
  const { connections, frames, say } = hostile();
  await say(frame(open, 1));
  connections[0]?.resume();
  const bytes = Buffer.concat(Array<Buffer>(16_384).fill(frame(data, 1, Buffer.alloc(8))));
  for (let round = 0; round < 8; round += 1) await say(bytes);
  const credits = frames.filter(({ kind }) => kind === credit);
  expect(credits.length).toBeLessThanOrEqual(16);
  const given = credits.reduce((sum, { length }) => sum + length, 0);
  expect(8 * 16_384 * 8 - given).toBeLessThan(WINDOW_BYTES / 2);
});

test('one who gives no credit is sent no more than the window, and credit beyond it counts for nothing', async () => {
  const { connections, frames, say } = hostile();
  await say(frame(open, 1));
  connections[0]?.write(Buffer.alloc(WINDOW_BYTES * 4));
  await settled();
  const sent = (): number => frames.filter(({ kind }) => kind === data).reduce((sum, { length }) => sum + length, 0);
  expect(sent()).toBe(WINDOW_BYTES);
  await say(frame(credit, 1, 0xffff_ffff), frame(credit, 1, 0xffff_ffff));
  await settled();
  expect(sent()).toBeLessThanOrEqual(WINDOW_BYTES * 3);
});

test('one who does not read is not read from: answers do not pile up', async () => {
  const { channel, connections, say } = hostile({ deaf: true, writableHighWaterMark: 64 });
  await say(frame(open, 1));
  connections[0]?.resume();
  const bytes = Buffer.concat(Array<Buffer>(8_192).fill(frame(data, 1, Buffer.alloc(8))));
  for (let round = 0; round < 32; round += 1) await say(bytes);
  expect([channel.isPaused(), channel.writableLength < 200, channel.destroyed]).toEqual([true, true, false]);
});

test('connections that cannot be told of their end count as open, and one who does not read that there are too many is not read from', async () => {
  const { channel, connections, refused, say } = hostile({ deaf: true, writableHighWaterMark: 64 });
  for (let id = 0; id < 2_000 && !channel.isPaused(); id += 1) {
    await say(Buffer.concat([frame(open, id), frame(end, id)]));
    for (const connection of connections.splice(0)) connection.resume().end();
  }
  expect([channel.destroyed, channel.isPaused(), channel.writableLength < 20_000, refused() < 1_000]).toEqual([false, true, true, true]);
});

test('a channel that ends in the middle of a frame takes its connections with it', async () => {
  const { channel, connections, say } = hostile();
  await say(frame(open, 1), frame(data, 1, Buffer.from('whole')), frameHeader(data, 1, 100));
  connections[0]?.write('on its way');
  channel.push(null);
  await settled();
  expect([channel.destroyed, connections[0]?.destroyed]).toEqual([true, true]);
  connections[0]?.write('too late');
  await settled();
});

test('a channel that breaks takes its connections with it, and nothing is thrown', async () => {
  const { channel, connections, say } = hostile();
  await say(frame(open, 1));
  channel.destroy(new Error('EPIPE'));
  connections[0]?.end('x');
  await settled();
  expect(connections[0]?.destroyed).toBe(true);
});

test('each side ends by itself', async () => {
  const { connections, frames, say } = hostile();
  await say(frame(open, 1), frame(data, 1, Buffer.from('question')), frame(end, 1));
  expect(await textOf(connections[0])).toBe('question');
  connections[0]?.end('answer');
  await settled();
  expect(frames.map(({ kind, text }) => [kind, text])).toEqual([
    [data, 'answer'],
    [end, ''],
  ]);
  await say(frame(credit, 1, 6));
});
