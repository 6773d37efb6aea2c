import { defineTool, type JsonObject, type ToolDefinition } from '@tackroom/core';
import { calls, ScriptedModel, type ModelRequest, type ScriptedTurn } from '@tackroom/testing';
import { createAgent, type Agent, type AgentOptions } from '../src/index.js';
import { testHost, type TestHostOptions } from './test-host.js';

type Status = 'pending' | 'in_progress' | 'completed';

/** A todo. */
export const todo = (content: string, status: Status): { content: string; status: Status } => ({ content, status });
/** A turn that writes a list. */
export const write = (...todos: readonly JsonObject[]): ScriptedTurn => calls(['write_todos', { todos }]);
/** The one todo of most lists, done. */
export const DONE = todo('Look', 'completed');
/** The same, under way. */
export const OPEN = todo('Look', 'in_progress');

/** A tool that says that it is done. */
export function tool(name: string, more: object = {}): ToolDefinition {
  return defineTool({ name, description: `${name}.`, inputSchema: { type: 'object' }, handler: () => `${name} done`, ...more });
}

/** An agent that follows a script. */
export function planner(
  turns: readonly ScriptedTurn[],
  options: Partial<AgentOptions> = {},
  host: TestHostOptions = { tools: [tool('look')] },
): { readonly agent: Agent; readonly model: ScriptedModel } {
  const model = new ScriptedModel(turns);
  return { model, agent: createAgent(testHost(host), { name: 'planner', model, ...options }) };
}

/** The result of the last call in a request, with what was added to it. */
export function lastResult(request: ModelRequest | undefined): string {
  const part = request?.messages.at(-1)?.content.at(-1) as { readonly output?: { readonly value: string } } | undefined;
  return part?.output?.value ?? '';
}

/** The roles of messages, in order. */
export const rolesOf = (messages: readonly { readonly role: string }[]): string => messages.map(({ role }) => role).join(' ');
