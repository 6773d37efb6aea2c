import { defineTool, Inject, token, Tool, Toolkit } from '@tackroom/core';
import { isToolkit } from './is-toolkit.js';

class WithTool {
  @Tool({ description: 'Says hello.' })
  hello(): string {
    return 'hello';
  }
}

@Toolkit()
class WithDependency extends WithTool {
  constructor(@Inject(token('test/Db')) readonly db: unknown) {
    super();
  }
}

class Wrong {
  @Tool()
  undescribed(anything: unknown): unknown {
    return anything;
  }
}

test.each([
  ['a class with a tool', WithTool, true],
  ['a toolkit with dependencies', WithDependency, true],
  ['a class whose tool is declared wrongly', Wrong, true],
  ['a class without tools', class Plain {}, false],
  [
    'a class without tools that takes something',
    class Service {
      constructor(readonly db: unknown) {}
    },
    false,
  ],
  ['a function', () => 1, false],
  ['a definition', defineTool({ name: 'x', description: 'x', inputSchema: { type: 'object' }, handler: () => 1 }), false],
  ['nothing', undefined, false],
])('%s', (_name, value, expected) => {
  expect(isToolkit(value)).toBe(expected);
});
