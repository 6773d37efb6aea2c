import type { Approver } from 'tackroom';

/** Asks the second one what the first one leaves open. An approver that fails has left nothing open: that is a refusal. */
export function inTurn(first: Approver | undefined, second: Approver | undefined): Approver | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return { approve: async (request, signal) => (await first.approve(request, signal)) ?? second.approve(request, signal) };
}
