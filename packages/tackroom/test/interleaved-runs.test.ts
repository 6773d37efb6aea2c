import fc from 'fast-check';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { Concurrency, Ctx, Dep, HarnessModule, Injectable, Param, Tool, Toolkit, type Harness } from '../src/index.js';

interface RequestScope {
  readonly tenant: string;
}

/** Made anew for every run. */
@Injectable()
class RequestLog {
  readonly tenants: string[] = [];
}

@Toolkit({ category: 'demo' })
class BankTools {
  /** What went wrong, as soon as it does: two calls inside one account, or a log that another tenant wrote. */
  readonly faults: string[] = [];
  private readonly inAccount = new Set<string>();
  private readonly inSerial = new Map<string, number>();

  @Tool({ description: 'Change one account.' })
  @Concurrency({ key: (args) => ['accounts', String(args['account'])], mode: 'write' })
  async change(
    @Param('account', 'Account', 'string') account: string,
    @Param('turns', 'How long it takes', 'integer') turns: number,
    @Ctx() ctx: Ctx<RequestScope>,
    @Dep(RequestLog) log: RequestLog,
  ): Promise<string> {
    if (this.inAccount.has(account)) this.faults.push(`two calls inside account ${account}`);
    this.inAccount.add(account);
    await pass(turns);
    this.inAccount.delete(account);
    return this.write(ctx, log);
  }

  @Tool({ description: 'Take a turn of this run.' })
  @Concurrency('serial')
  async inTurn(
    @Param('turns', 'How long it takes', 'integer') turns: number,
    @Ctx() ctx: Ctx<RequestScope>,
    @Dep(RequestLog) log: RequestLog,
  ): Promise<string> {
    const inside = (this.inSerial.get(ctx.run.id) ?? 0) + 1;
    this.inSerial.set(ctx.run.id, inside);
    if (inside > 1) this.faults.push('two serial calls of one run at once');
    await pass(turns);
    this.inSerial.set(ctx.run.id, inside - 1);
    return this.write(ctx, log);
  }

  private write(ctx: Ctx<RequestScope>, log: RequestLog): string {
    const { tenant } = ctx.deps;
    log.tenants.push(tenant);
    if (log.tenants.some((other) => other !== tenant)) this.faults.push(`${tenant} reads the log of ${log.tenants.join(', ')}`);
    if (ctx.get(RequestLog) !== log) this.faults.push('@Dep and ctx.get differ');
    return `${tenant} ${log.tenants.length}`;
  }
}

/** Lets other runs go on: as many microtasks and macrotasks as a call is said to take. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await (turn % 2 === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
}

const RUNS = 200;

const call = fc.oneof(
  fc.record({ name: fc.constant('change'), args: fc.record({ account: fc.constantFrom('1', '2', '3'), turns: fc.nat(4) }) }),
  fc.record({ name: fc.constant('in_turn'), args: fc.record({ turns: fc.nat(4) }) }),
);

test('two agents on one harness keep their runs apart, 200 at a time', async () => {
  const bank = new BankTools();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 12 }), async (batches) => {
      const harness = await HarnessModule.create({ providers: [{ provide: BankTools, useValue: bank }], tools: [BankTools] });
      const results = await Promise.all(
        Array.from({ length: RUNS }, (_, index) => runOne(harness, batches[index % batches.length] ?? [], index)),
      );
      await harness.close();
      expect(bank.faults).toEqual([]);
      expect(results.every((settled) => settled)).toBe(true);
    }),
    { numRuns: 3 },
  );
});

/** Whether a run answered each of its calls once, in its own name, counting only its own. */
async function runOne(
  harness: Harness,
  batch: readonly { readonly name: string; readonly args: object }[],
  index: number,
): Promise<boolean> {
  const tenant = `tenant-${index}`;
  const script = new ScriptedModel([calls(...batch.map(({ name, args }) => ({ name, args: { ...args } }))), text('done')]);
  const agent = harness.createAgent({ name: index % 2 === 0 ? 'even' : 'odd', model: script, system: '' });
  const result = await agent.run('go', { deps: { tenant }, providers: [{ provide: RequestLog, useClass: RequestLog }] });
  const answers = result.messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => String(part.output.value)) : [],
  );
  const expected = batch.map((_, position) => `${tenant} ${position + 1}`);
  return result.ok && JSON.stringify([...answers].sort()) === JSON.stringify([...expected].sort());
}
