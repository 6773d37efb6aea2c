import { defineTool, type ToolDefinition } from '@tackroom/core';
import { ScriptedModel } from '@tackroom/testing';
import { createAgent, RunState, type Agent, type AgentOptions, type ParseStateOptions, type RunResult } from '../src/index.js';
import { testHost, type TestHostOptions } from './test-host.js';

/** Tools that write down what they did: `drop` asks first, `free` runs, `step` is serial, `stepAsk` serial and asks. */
export class Workshop {
  readonly done: string[] = [];

  constructor(private readonly words = 'Drops a table.') {}

  readonly tools: readonly ToolDefinition[] = [
    this.tool('drop', { permission: 'ask', description: this.words }),
    this.tool('free', {}),
    this.tool('step', { concurrency: 'serial' }),
    this.tool('step_ask', { concurrency: 'serial', permission: 'ask' }),
  ];

  agent(turns: ConstructorParameters<typeof ScriptedModel>[0], options: Partial<AgentOptions> = {}, host: TestHostOptions = {}): Agent {
    return createAgent(testHost({ tools: this.tools, ...host }), { name: 'clerk', model: new ScriptedModel(turns), ...options });
  }

  private tool(name: string, more: object): ToolDefinition {
    const inputSchema = { type: 'object', properties: { table: { type: 'string' } }, additionalProperties: false };
    return defineTool({
      name,
      description: `${name}.`,
      inputSchema,
      handler: (args) => {
        this.done.push(`${name} ${String(args['table'])}`);
        return `${name} done`;
      },
      ...more,
    });
  }
}

/** A call of `drop`. */
export const drop = (table: string): readonly [string, { table: string }] => ['drop', { table }];

/** The state of a result as another process reads it. */
export const revived = (result: RunResult, options: ParseStateOptions = {}): RunState =>
  RunState.parse(JSON.stringify(result.state), options);

/** What the tools gave, as the model sees it. */
export function resultsOf(result: RunResult): readonly unknown[] {
  return result.messages.flatMap((message) => (message.role === 'tool' ? message.content.map((part) => part.output.value) : []));
}
