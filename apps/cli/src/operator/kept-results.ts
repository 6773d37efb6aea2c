/** The notice in a result that was too long to show whole, as it stands in JSON. */
const NOTICE = /read_tool_result, id \\"([^"\\]+)\\"/g;

/**
 * Ids of results that can be read on, newest first, from the messages of a request. Each run reads its own only: what was
 * shortened before the newest message of the user belongs to another one.
 */
export function keptResultIds(messages: readonly unknown[]): readonly string[] {
  const ofRun = messages.slice(messages.findLastIndex(isOfUser) + 1);
  const ids = [...JSON.stringify(ofRun).matchAll(NOTICE)].flatMap(([, id]) => id ?? []);
  return [...new Set(ids.reverse())];
}

function isOfUser(message: unknown): boolean {
  return (message as { readonly role?: unknown } | null)?.role === 'user';
}
