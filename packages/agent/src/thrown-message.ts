/** The message of whatever was thrown; never throws itself, not even for values that refuse to be read. */
export function thrownMessage(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message === '' ? thrown.name : String(thrown.message);
    if (typeof thrown !== 'object' && typeof thrown !== 'function') return String(thrown);
    const { message } = (thrown ?? {}) as { readonly message?: unknown };
    return typeof message === 'string' ? message : `${thrown === null ? 'null' : `a value of type ${typeof thrown}`} was thrown`;
  } catch {
    return 'something that cannot be read was thrown';
  }
}
