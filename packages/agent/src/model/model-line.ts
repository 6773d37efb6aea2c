import type { LanguageModel } from './language-model.js';

/** A model, or how to get it on first use; the signal ends the wait for it. */
export type ModelSource = LanguageModel | ((signal: AbortSignal) => Promise<LanguageModel>);

/** When to leave a model for the next one. */
export interface ModelLineOptions {
  /** Transient failures in a row after which the next model is tried. */
  readonly switchAfter: number;
  /** How long a model that was left is passed over, in milliseconds. */
  readonly cooldownMs: number;
}

/** The models of an agent in order of preference. Shared by its runs: what one of them learns spares the others. */
export class ModelLine {
  readonly switchAfter: number;
  private readonly cooldownMs: number;
  private readonly sources: ModelSource[];
  private readonly coolUntil: number[];

  constructor(sources: readonly ModelSource[], options: ModelLineOptions) {
    this.sources = [...sources];
    this.coolUntil = sources.map(() => 0);
    this.switchAfter = options.switchAfter;
    this.cooldownMs = options.cooldownMs;
  }

  /** Where a request begins: the first model that is not passed over, or the first of all. */
  start(now: number): number {
    if (this.cooldownMs === 0) return 0;
    const free = this.coolUntil.findIndex((until) => until <= now);
    return Math.max(free, 0);
  }

  /** The model to try after the one at `position`, which is passed over for a while; undefined if there is none. */
  leave(position: number, now: number): number | undefined {
    for (let next = position + 1; next < this.sources.length; next++) {
      if ((this.coolUntil[next] ?? 0) > now) continue;
      this.coolUntil[position] = now + this.cooldownMs;
      return next;
    }
    return undefined;
  }

  /** The model at `position`; a promise until it has been loaded once. */
  model(position: number, signal: () => AbortSignal): LanguageModel | Promise<LanguageModel> {
    const source = this.sources[position];
    if (typeof source !== 'function') return source as LanguageModel; // positions come from this line only
    return source(signal()).then((model) => {
      this.sources[position] = model;
      return model;
    });
  }
}
