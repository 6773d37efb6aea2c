import { calls, FakeSandbox, InMemoryWorkspace, ScriptedModel } from '@tackroom/testing';
import { AuditSink, defineTool, HarnessModule, Inject, Injectable, SandboxProvider, token, Tool, Toolkit, Workspace } from 'tackroom';

const A = token<object>('test/A');
const B = token<object>('test/B');

const wait = (started: () => void) =>
  defineTool({
    name: 'wait',
    description: 'Waits for its signal.',
    inputSchema: { type: 'object' },
    handler: (_args, ctx) =>
      new Promise((resolve) => {
        ctx.signal.addEventListener('abort', () => resolve('stopped'));
        started();
      }),
  });

test('what was made is closed in reverse order of making, toolkits first; what was given stays open', async () => {
  const log: string[] = [];
  const closable = (name: string) => ({ close: () => void log.push(name) });
  @Injectable()
  class Service {
    constructor(@Inject(B) readonly b: object) {}
    [Symbol.dispose](): void {
      log.push('service');
    }
  }
  @Toolkit()
  class Tools {
    constructor(@Inject(Service) readonly service: Service) {}
    @Tool({ description: 'Says hello.' })
    hello(): string {
      return 'hello';
    }
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.resolve();
      log.push('toolkit');
    }
  }
  const workspace = Object.assign(new InMemoryWorkspace(), closable('given workspace'));
  const sandbox = Object.assign(new FakeSandbox([]), closable('given sandbox'));
  const harness = await HarnessModule.create({
    tools: [Tools],
    workspace,
    sandbox,
    providers: [
      { provide: B, useFactory: () => closable('b'), inject: [A] },
      { provide: A, useFactory: async () => Promise.resolve(closable('a')) },
      { provide: token('test/Given'), useValue: closable('given') },
    ],
    audit: Object.assign({ record: () => undefined, flush: () => Promise.resolve(void log.push('audit flushed')) }, closable('given sink')),
  });
  await Promise.all([harness.close(), harness.close(), harness[Symbol.asyncDispose]()]);
  expect(log).toEqual(['audit flushed', 'toolkit', 'service', 'b', 'a']);
});

test('a port that a provider made is closed, after everything that might use it', async () => {
  const log: string[] = [];
  const harness = await HarnessModule.create({
    providers: [
      { provide: AuditSink, useFactory: () => ({ record: () => undefined, close: () => void log.push('sink') }) },
      { provide: Workspace, useFactory: () => Object.assign(new InMemoryWorkspace(), { close: () => void log.push('workspace') }) },
      { provide: SandboxProvider, useFactory: () => Object.assign(new FakeSandbox([]), { close: () => void log.push('sandbox') }) },
    ],
  });
  await harness.close();
  expect(log).toEqual(['sandbox', 'workspace', 'sink']);
});

test('every failure is collected, and the rest is closed all the same', async () => {
  const log: string[] = [];
  const stuck = (name: string) => ({ close: () => Promise.reject(new Error(`${name} jammed`)) });
  const harness = await HarnessModule.create({
    providers: [
      { provide: A, useFactory: () => stuck('a') },
      { provide: token('test/Fine'), useFactory: () => ({ close: () => void log.push('fine') }) },
      { provide: B, useFactory: () => stuck('b') },
    ],
  });
  await expect(harness.close()).rejects.toMatchObject({
    code: 'HARNESS_CLOSE_FAILED',
    problems: [
      { code: 'CLOSE_FAILED', where: 'test/B', message: 'Error: b jammed' },
      { code: 'CLOSE_FAILED', where: 'test/A', message: 'Error: a jammed' },
    ],
  });
  expect(log).toEqual(['fine']);
});

test('direct calls in flight are cancelled and waited for', async () => {
  let started = (): void => undefined;
  const running = new Promise<void>((resolve) => (started = resolve));
  const harness = await HarnessModule.create({ tools: [wait(() => started())] });
  const results = [harness.execute({ name: 'wait' }), harness.execute({ name: 'wait' }, { deps: 1 })];
  await running;
  await harness.close();
  expect((await Promise.all(results)).map(({ content }) => content)).toEqual(['stopped', 'stopped']);
  await expect(harness.execute({ name: 'wait' })).rejects.toMatchObject({ code: 'HARNESS_CLOSED' });
  await expect(harness.attempt({ name: 'wait' })).rejects.toMatchObject({ code: 'HARNESS_CLOSED' });
  expect(() => harness.createAgent({ name: 'late', model: new ScriptedModel([]) })).toThrow(
    expect.objectContaining({ code: 'HARNESS_CLOSED' }),
  );
});

test('runs in flight are cancelled before what they use is closed', async () => {
  const log: string[] = [];
  let started = (): void => undefined;
  const running = new Promise<void>((resolve) => (started = resolve));
  const harness = await HarnessModule.create({
    tools: [wait(() => started())],
    providers: [{ provide: A, useFactory: () => ({ close: () => void log.push('a closed') }) }],
  });
  const agent = harness.createAgent({ name: 'a', model: new ScriptedModel([calls('wait')]) });
  const result = agent.run('go').then((ended) => {
    log.push(ended.status);
    return ended;
  });
  await running;
  await harness.close();
  await result;
  expect(log).toEqual(['cancelled', 'a closed']);
  await expect(agent.run('again')).rejects.toMatchObject({ code: 'AGENT_CLOSED' });
});

test('await using closes', async () => {
  const log: string[] = [];
  {
    await using harness = await HarnessModule.create({
      providers: [{ provide: A, useFactory: () => ({ close: () => void log.push('closed') }) }],
    });
    expect(harness.tools.list()).toEqual([]);
  }
  expect(log).toEqual(['closed']);
});
