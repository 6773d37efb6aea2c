import type { CompiledTools } from '@tackroom/core';
import type { ModelReply } from '../model/model-reply.js';

/** The reply with its calls marked that change the working directory while others come after them; mostly as it is. */
export function markMoves(reply: ModelReply, tools: CompiledTools): ModelReply {
  const { calls } = reply;
  if (calls.length < 2 || !calls.some(({ name }) => tools.moves(name))) return reply;
  return { ...reply, calls: calls.map((call) => (tools.moves(call.name) ? { ...call, moves: true } : call)) };
}
