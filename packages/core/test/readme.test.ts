import { defineTool, ToolRegistry } from '@tackroom/core';

// #region registry
const convert = defineTool({
  name: 'convert_temperature',
  description: 'Convert degrees Celsius to Fahrenheit.',
  inputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
  replayPolicy: 'safe',
  handler: ({ celsius }) => `${Number(celsius) * 1.8 + 32} °F`,
});

const registry = new ToolRegistry();
registry.registerAll([convert]);

test('a call settles with one result, whatever was sent', async () => {
  const right = await registry.execute({ name: 'convert_temperature', args: { celsius: 20 } });
  expect(right.content).toEqual('68 °F');

  const wrong = await registry.execute({ name: 'convert_temperature', args: { celsius: 'warm' } });
  expect(wrong.error).toEqual({ code: 'ARGUMENTS_INVALID', message: 'celsius: must be a number, got the string "warm"' });
});
// #endregion
