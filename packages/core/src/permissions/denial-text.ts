import type { Decision } from '../contracts/permissions.js';

/** What the model reads when the policy denies a call, or (a service of the user's may err) gives no decision. */
export function denialText({ reason }: Partial<Pick<Decision, 'reason'>>): string {
  return `Permission denied: ${sentence(reason ?? 'the policy gave no decision')} Take another way instead of repeating this call.`;
}

/** What the model reads when a person refuses a call, with their words if they gave any. */
export function rejectionText(message?: string): string {
  const words = message?.trim() ?? '';
  const said = words === '' ? 'A person refused this call.' : `A person refused this call and said: ${sentence(words)}`;
  return `${said} Do not make this call again.`;
}

/** What the model reads when nobody could decide on a call. `reason` is a clause without a full stop. */
export function undecidedText(reason: string): string {
  return `This call needs approval, and no decision could be obtained: ${sentence(reason)} It did not run. Go on without it and say that it still needs approval.`;
}

function sentence(text: string): string {
  const words = text.trim();
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
