import type { Attack } from '../attack.js';
import { StateWorld } from './altered-states.js';

/** Alters every place of a paused run, and resumes it. */
export const statesAttack: Attack = {
  name: 'states',
  claim: 'an altered state runs a call that nobody approved, or shows a person something else than would run',
  async run({ attempts, deadline }) {
    const world = await StateWorld.make();
    const escapes: string[] = [];
    let tried = 0;
    try {
      while (tried < attempts && performance.now() < deadline) {
        const until = (here: number): boolean => tried + here >= attempts || performance.now() >= deadline;
        const result = await world.resumeAltered(await world.paused(), { skip: tried, until });
        tried += result.tried;
        escapes.push(...result.wrong);
      }
    } finally {
      await world.close();
    }
    return { attempts: tried, escapes };
  },
};
