import { builtinBundles } from './builtin-bundles.js';
import { ToolName } from './tool-name.js';

test('every bundle is what its entry says, and every built-in tool has its constant', () => {
  const bundles = [...builtinBundles].map(([name, { make, tools }]) => ({ name, made: make(), tools }));
  expect(bundles.map(({ made }) => [made.name, made.tools.map((tool) => tool.name)])).toEqual(
    bundles.map(({ name, tools }) => [name, tools]),
  );
  expect([...new Set(bundles.flatMap(({ tools }) => tools))]).toEqual(Object.values(ToolName));
});
