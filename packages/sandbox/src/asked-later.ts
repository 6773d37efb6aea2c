/** A promise whose outcome somebody asks for later, or nobody: until then a rejection is no fault of the process. */
export function askedLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
