import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Concurrency, Ctx, Dep, HarnessModule, Injectable, Param, Tool, Toolkit } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';

interface RequestScope {
  readonly tenant: string;
}

/** Made anew for every run: what one run writes no other run reads. */
@Injectable()
class RequestLog {
  readonly lines: string[] = [];
}

@Toolkit({ category: 'billing' })
class BillingTools {
  private inside = 0;
  most = 0;

  @Tool({ description: 'Change one account of the tenant.' })
  @Concurrency({ key: (args) => ['accounts', String(args['account'])], mode: 'write' })
  async changeAccount(
    @Param('account', 'Number of the account', 'string') account: string,
    @Ctx() ctx: Ctx<RequestScope>,
    @Dep(RequestLog) log: RequestLog,
  ): Promise<string> {
    this.inside++;
    this.most = Math.max(this.most, this.inside);
    await sleep(5);
    this.inside--;
    log.lines.push(account);
    return `${ctx.deps.tenant}: account ${account}, change ${log.lines.length} of this request`;
  }
}

const harness = await HarnessModule.create({ tools: [BillingTools] });
const script = () =>
  new ScriptedModel([calls(...['7', '7', '7'].map((account) => ({ name: 'change_account', args: { account } }))), text('done')]);
const agents = ['acme', 'globex'].map((name) => harness.createAgent({ name, model: script(), system: 'You keep the books.' }));

const results = await Promise.all(
  agents.map((agent) =>
    agent.run('Change account 7 three times.', {
      deps: { tenant: agent.name },
      providers: [{ provide: RequestLog, useClass: RequestLog }],
    }),
  ),
);

for (const [index, result] of results.entries()) {
  const tenant = ['acme', 'globex'][index] ?? '';
  const answers = result.messages.flatMap((message) => (message.role === 'tool' ? message.content.map((part) => part.output.value) : []));
  assert.deepEqual(
    answers,
    [1, 2, 3].map((change) => `${tenant}: account 7, change ${change} of this request`),
  );
  console.log(answers.join('\n'));
}

await harness.close();
