import type { ApprovalRequest } from '@tackroom/core';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessModule, RunState, type Harness } from 'tackroom';
import { PlaceWorld } from './place-world.js';
import { SeededChoice } from './seeded-choice.js';

/** What one run came to. */
export interface PlayedPlaces {
  /** Calls whose handler ran. */
  readonly ran: number;
  /** One line for each call that acted where it should not have. */
  readonly escapes: readonly string[];
}

const SESSION = 'shared';

/**
 * One run with seeded turns, in a session that another run walks about in, with links that change while calls wait: for a
 * lane, for an approver, or through a pause and JSON.
 */
export async function playPlaces(seed: number): Promise<PlayedPlaces> {
  const choice = new SeededChoice(seed);
  const world = new PlaceWorld(choice);
  const pauses = choice.below(2) === 0;
  const meddle = async (harness: Harness): Promise<void> => {
    // A call that was just checked starts within the same turn of the event loop: what changes after that is the file system's race.
    await new Promise((resolve) => void setImmediate(resolve));
    if (choice.below(2) === 0) world.disturb();
    if (choice.below(2) === 0) await walk(harness, choice);
  };
  const approver = async (request: ApprovalRequest) => {
    world.show(request);
    await meddle(harness);
    return choice.below(6) === 0 ? ({ type: 'reject' } as const) : ({ type: 'approve', scope: 'once' } as const);
  };
  const harness: Harness = await HarnessModule.create({
    workspace: world.workspace,
    bundles: world.bundles,
    tools: world.tools,
    permissions: pauses ? world.policy : { ...world.policy, approver },
  });
  try {
    const turns = Array.from({ length: 1 + choice.below(3) }, () => calls(...world.turn()));
    const agent = harness.createAgent({ name: 'a', planning: false, model: new ScriptedModel([...turns, text('Done.')]) });
    let result = await agent.run('Go.', { sessionId: SESSION });
    while (result.status === 'paused') {
      result.pending.forEach((item) => item.kind === 'approval' && world.show(item));
      const [first] = result.pending;
      if (first === undefined) break;
      await meddle(harness);
      const state = RunState.parse(JSON.stringify(result.state));
      result = await agent.resume(choice.below(6) === 0 ? state.reject(first.id) : state.approve(first.id), { partial: true });
    }
    return { ran: world.ran, escapes: world.escapes.map((escape) => `seed ${seed}: ${escape}`) };
  } finally {
    await harness.close();
  }
}

/** Another run of the same session changes its directory. */
async function walk(harness: Harness, choice: SeededChoice): Promise<void> {
  const path = choice.of(['a', 'b', '..', 'secrets', 'link']);
  const model = new ScriptedModel([calls(['change_directory', { path }]), text('There.')]);
  await harness.createAgent({ name: 'b', planning: false, model }).run('Walk.', { sessionId: SESSION });
}
