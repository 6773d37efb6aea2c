import { anyOf, count, either, exactly, flag, list, number, object, open, text, tuple, word, type Shape } from '../shape.js';

const part = open({ type: text });
const parts = list(part);
const message = either('role', {
  system: open({ content: text }),
  user: open({ content: parts }),
  assistant: open({
    content: list(
      either('type', {
        text: open({ text }),
        reasoning: open({ text }),
        file: part,
        'tool-call': open({ toolCallId: text, toolName: text }),
      }),
    ),
  }),
  tool: open({ content: list(open({ type: word('tool-result'), toolCallId: text, toolName: text, output: open({ type: text }) })) }),
});
const result = open({ callId: text, toolName: text, success: flag, content: anyOf('text or blocks', text, parts), metadata: object });
const requested = { id: text, runId: text, callId: text, agentPath: list(text), toolName: text, requestedAt: text };
/** What waits for a person, in version 1. */
export const pendingV1 = either('kind', {
  approval: open({
    ...{ ...requested, args: object, argsDigest: text, definitionFingerprint: text, reason: text, text },
    ...{ 'expiresAt?': text, 'approvers?': list(text) },
  }),
  question: open({ ...requested, args: object, question: text, choices: list(text), argsDigest: text, attempt: count }),
});
const lane = either('kind', {
  parallel: exactly({ kind: text }),
  serial: exactly({ kind: text }),
  key: exactly({ kind: text, key: list(text), mode: word('read', 'write') }),
});
const answered = { type: text, id: text, 'by?': text, 'at?': text };
const decision = either('type', {
  approve: exactly({ ...answered, scope: word('once', 'session', 'always') }),
  reject: exactly({ ...answered, 'message?': text }),
  edit: exactly({ ...answered, args: object }),
  answer: exactly({ ...answered, text }),
});
/** The members of a stored call of version 1, for versions that add to them. */
export const callMembersV1: Readonly<Record<string, Shape>> = {
  status: word('pending', 'ready', 'suspended', 'settled'),
  callId: text,
  providerCallId: text,
  name: text,
  args: text,
  'damaged?': text,
  toolCallId: text,
  toolName: text,
  'lane?': lane,
  pending: list(pendingV1),
  'decision?': decision,
  'childState?': object,
  'result?': result,
};
const usage = exactly({
  inputTokens: number,
  outputTokens: number,
  cachedInputTokens: number,
  reasoningTokens: number,
  steps: count,
  calls: count,
  incomplete: flag,
});

/** The members of version 1 besides the number, for versions that add to them. */
export const membersV1: Readonly<Record<string, Shape>> = {
  runId: text,
  stop: count,
  sessionId: text,
  'userId?': text,
  agent: text,
  agentPath: list(text),
  status: word('paused', 'needs-input', 'completed', 'cancelled', 'failed'),
  stopReason: text,
  text,
  'error?': exactly({ code: text, message: text }),
  messages: list(message),
  step: count,
  'maxSteps?': number,
  recovery: exactly({ truncations: count, emptyReplies: count, continuations: count, held: parts, 'replyTokens?': number }),
  usage,
  seq: count,
  calls: list(exactly(callMembersV1)),
  refusals: list(tuple(text, count)),
  grants: list(open({ id: text, rule: text, toolName: text, definitionFingerprint: text })),
  results: list(tuple(text, result)),
  needs: exactly({ deps: flag, providers: flag }),
  'signature?': text,
};

/** Version 1 of a stored run. Published: it is never changed, a change is a new version. */
export const runStateV1: Shape = exactly({ version: word(1), ...membersV1 });
