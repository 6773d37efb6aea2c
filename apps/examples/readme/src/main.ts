// #region program
import { HarnessModule, Inject, ReplayPolicy, RequiresApproval, Tool, Toolkit } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';

class PlanBook {
  private readonly plans = new Map([['Acme', 'enterprise']]);
  planOf = (customer: string): string => this.plans.get(customer) ?? 'none';
}

@Toolkit({ category: 'crm' })
class CustomerTools {
  constructor(@Inject(PlanBook) private readonly book: PlanBook) {}

  /**
   * Look up a customer's plan.
   * @param customer Name of the customer
   */
  @Tool()
  @ReplayPolicy('safe')
  lookupPlan(customer: string): string {
    return this.book.planOf(customer);
  }

  /**
   * Delete what is known of a customer.
   * @param customer Name of the customer
   * @param kinds Which records go
   */
  @Tool()
  @RequiresApproval()
  deleteRecords(customer: string, kinds: ('orders' | 'letters')[] = ['orders', 'letters']): string {
    return `deleted ${kinds.join(' and ')} of ${customer}`;
  }
}

const harness = await HarnessModule.create({ providers: [PlanBook], tools: [CustomerTools] });
const model = new ScriptedModel([
  calls({ name: 'lookup_plan', args: { customer: 'Acme' } }, { name: 'delete_records', args: { customer: 'Acme' } }),
  text('Acme was on the enterprise plan; its records are deleted.'),
]);
const agent = harness.createAgent({ name: 'support', model, system: 'You help with customers.' });

let result = await agent.run('Off-board Acme.');
if (result.status === 'paused') {
  console.log(result.pending.map((item) => item.toolName)); // ['delete_records']: lookup_plan has run, this one waits
  result = await agent.resume(result.state.approve());
}
console.log(result.text);
await harness.close();
// #endregion
