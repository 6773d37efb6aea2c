import { Ajv2020 } from 'ajv/dist/2020.js';
import { ARGUMENTS, FINAL, handler, schema, toolDescription, toolName } from './workload.mjs';

/** The same tools by hand: a map of compiled checks and handlers. Checks are compiled on first use, as ours are. */
export function floorTools(count) {
  const ajv = new Ajv2020({ allErrors: false });
  const tools = new Map();
  for (let index = 0; index < count; index++) {
    const own = schema();
    let compiled;
    const check = (value) => (compiled ??= ajv.compile(own))(value);
    tools.set(toolName(index), { name: toolName(index), description: toolDescription(index), check, handler });
  }
  return tools;
}

/** One call by hand: look up, parse, validate, run. */
export async function floorCall(tools, call) {
  const tool = tools.get(call.name);
  const args = JSON.parse(call.arguments);
  if (tool === undefined || !tool.check(args)) return { role: 'tool', id: call.id, error: 'invalid' };
  return { role: 'tool', id: call.id, content: await tool.handler(args) };
}

/** The whole loop by hand, over the same script. */
export function floorRun(tools, script) {
  const model = async () => {
    script.came[script.turn] = performance.now();
    const turn = script.turn;
    const calls = script.next();
    const answer =
      calls === null
        ? { role: 'assistant', content: FINAL }
        : { role: 'assistant', calls: calls.map(({ id, name }) => ({ id, name, arguments: ARGUMENTS })) };
    script.left[turn] = performance.now();
    return answer;
  };
  return async () => {
    script.reset();
    const messages = [{ role: 'user', content: 'go' }];
    for (;;) {
      const answer = await model(messages);
      messages.push(answer);
      if (answer.calls === undefined) return answer.content;
      if (answer.calls.length === 1) messages.push(await floorCall(tools, answer.calls[0]));
      else messages.push(...(await Promise.all(answer.calls.map((call) => floorCall(tools, call)))));
    }
  };
}
