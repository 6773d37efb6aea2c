/** Freezes plain JSON through and through and gives it back; stops at what is frozen already. */
export function freezeJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeJson(member);
  return value;
}
