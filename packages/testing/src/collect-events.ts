import type { EventType, HarnessEvent } from '@tackroom/core';

/** Reads a run's events to the end. A run that fails ends with its last event; only a broken stream rejects. */
export async function collectEvents(events: AsyncIterable<HarnessEvent>): Promise<HarnessEvent[]> {
  const collected: HarnessEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** The events of one type, in order. */
export function eventsOf<T extends EventType>(events: readonly HarnessEvent[], type: T): Extract<HarnessEvent, { readonly type: T }>[] {
  return events.filter((event): event is Extract<HarnessEvent, { readonly type: T }> => event.type === type);
}
