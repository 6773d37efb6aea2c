import { filesystem } from './filesystem/filesystem.js';
import { shell } from './shell/shell.js';
import { ToolName } from './tool-name.js';

test('every built-in tool has its constant', () => {
  const tools = [filesystem(), shell()].flatMap((bundle) => bundle.tools);
  expect(tools.map((tool) => tool.name).sort()).toEqual(Object.values(ToolName).sort());
});
