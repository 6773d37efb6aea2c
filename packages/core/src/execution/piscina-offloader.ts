import type { Piscina } from 'piscina';
import { HarnessError } from '../contracts/errors.js';
import type { JsonObject } from '../contracts/json.js';
import type { OffloadTarget } from '../contracts/tool-definition.js';
import type { Offloader } from './offload.js';

/**
 * Runs module functions on a piscina pool. The pool is imported and started on the first call; aborting a call ends its
 * worker, a busy loop included, and the pool replaces it.
 */
export function createOffloader(): Offloader {
  let pool: Promise<Piscina> | undefined;
  return {
    async run(target: OffloadTarget, args: JsonObject, signal: AbortSignal): Promise<unknown> {
      const running = await (pool ??= startPool());
      const task = { module: target.module, exportName: target.exportName, args };
      return running.run(task, { signal, filename: WORKER_URL });
    },
    async close(): Promise<void> {
      const running = pool;
      pool = undefined;
      if (running !== undefined) await (await running).destroy();
    },
  };
}

const WORKER_URL = new URL('./offload-worker.js', import.meta.url).href;

async function startPool(): Promise<Piscina> {
  try {
    const { Piscina: Pool } = await import('piscina');
    // Workers idle out, so a harness that is not closed does not keep the process alive for long.
    return new Pool({ filename: WORKER_URL, minThreads: 0, idleTimeout: 1_000 });
  } catch (error) {
    throw new HarnessError(
      'OFFLOAD_UNAVAILABLE',
      'The worker pool of @Offload() tools could not be started: is the package "piscina" installed?',
      {
        cause: error,
      },
    );
  }
}
