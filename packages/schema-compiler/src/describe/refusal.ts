/** Why a type has no JSON Schema. Carries the place inside the parameter, outermost first. */
export class Refusal extends Error {
  constructor(
    /** What is wrong and what to write instead; begins with a verb: `is a function, …`. */
    readonly reason: string,
    readonly path: readonly string[] = [],
    /** Whether it is about the whole parameter, however deep it was found. */
    private readonly isOfWhole = false,
  ) {
    super(reason);
  }

  /** The same, seen from one step further out. */
  within(step: string): Refusal {
    return this.isOfWhole ? this : new Refusal(this.reason, [step, ...this.path]);
  }

  /** The reason as a sentence about `subject`. */
  text(subject: string): string {
    const place = this.path.reduce((path, step) => (step.startsWith('[') ? path + step : `${path}.${step}`), subject);
    return `${place} ${this.reason}`;
  }
}

/** Runs `describe`; what it refuses is said of a place one step inside. */
export function within<T>(step: string, describe: () => T): T {
  try {
    return describe();
  } catch (error) {
    throw error instanceof Refusal ? error.within(step) : error;
  }
}
