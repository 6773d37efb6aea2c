// @ts-check
/**
 * jest's Node environment that fails a test file which leaves something running: a timer, socket, server, child process,
 * worker or file watcher that still keeps the event loop alive after the file's last hook, or any process that came of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { MARK, processesMarked } from './left-processes.mjs';

/** How long a closing handle may take to be gone, in milliseconds. */
const GRACE_MS = 2000;

export default class HandleCheckingEnvironment extends NodeEnvironment {
  /** @type {ReadonlyMap<string, number>} */
  #before = new Map();
  #mark = `${process.pid}-${performance.now()}`;

  /** @override */
  async setup() {
    await super.setup();
    // Node makes the pipe behind a standard stream when it is first read; a test that prints did not open it.
    void [process.stdin, process.stdout, process.stderr];
    this.#before = countResources();
    this.global.process.env[MARK] = this.#mark;
  }

  /**
   * @param {{ name: string }} event
   * @param {{ unhandledErrors: unknown[] }} state
   */
  async handleTestEvent(event, state) {
    if (event.name !== 'run_finish') return;
    const left = await this.#leftOpen();
    if (left.length > 0) state.unhandledErrors.push(new Error(`The tests of this file left open: ${left.join(', ')}.`));
  }

  async #leftOpen() {
    const deadline = performance.now() + GRACE_MS;
    let left = this.#leftNow();
    for (let waitMs = 1; left.length > 0 && performance.now() < deadline; waitMs = Math.min(waitMs * 2, 100)) {
      await delay(waitMs);
      left = this.#leftNow();
    }
    return left;
  }

  #leftNow() {
    return [...newResources(this.#before, countResources()), ...processesMarked(this.#mark)];
  }
}

/** Counts what keeps the event loop alive, by kind. */
function countResources() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * @param {ReadonlyMap<string, number>} before
 * @param {ReadonlyMap<string, number>} after
 * @returns {string[]} such as `2 × Timeout`
 */
function newResources(before, after) {
  return [...after].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} × ${kind}`] : [];
  });
}
