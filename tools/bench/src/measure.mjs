/** Microseconds since the process started. */
const nowUs = () => performance.now() * 1000;

/** The middle value; NaN for none. */
export function median(values) {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return NaN;
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** Collects garbage twice, if the process was started with --expose-gc. */
export function collectGarbage() {
  globalThis.gc?.();
  globalThis.gc?.();
}

/** Microseconds per call of `operation`, over one batch of about `batchMs`. */
export async function batchUs(operation, batchMs = 40) {
  const probeStart = nowUs();
  for (let index = 0; index < 50; index++) await operation();
  const perCall = (nowUs() - probeStart) / 50;
  const count = Math.max(50, Math.round((batchMs * 1000) / perCall));
  const start = nowUs();
  for (let index = 0; index < count; index++) await operation();
  return (nowUs() - start) / count;
}

/**
 * Runs contestants in turn, round after round, so that a drifting machine hits them alike; the first `warmup` rounds do
 * not count. Each is a function that returns one figure; the medians come back in the same order.
 */
export async function interleave(contestants, { rounds = 15, warmup = 4 } = {}) {
  const figures = contestants.map(() => []);
  for (let round = 0; round < rounds + warmup; round++) {
    for (const [index, contestant] of contestants.entries()) {
      const figure = await contestant();
      if (round >= warmup) figures[index].push(figure);
    }
  }
  return figures.map(median);
}
