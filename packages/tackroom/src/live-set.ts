/** Objects that are alive, in the order they were added; the set itself keeps none of them alive. */
export class LiveSet<T extends object> {
  private readonly references = new Set<WeakRef<T>>();
  private readonly collected = new FinalizationRegistry<WeakRef<T>>((reference) => this.references.delete(reference));

  /** Adds an object once. */
  add(value: T): void {
    const reference = new WeakRef(value);
    this.references.add(reference);
    this.collected.register(value, reference);
  }

  /** Those that are still alive. */
  *values(): Generator<T> {
    for (const reference of this.references) {
      const value = reference.deref();
      if (value !== undefined) yield value;
    }
  }
}
