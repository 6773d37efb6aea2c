import { createRequire } from 'node:module';
import { HarnessModule, Param, Tool } from 'tackroom';

const { cache } = createRequire(import.meta.url);

/** Which libraries of DTO classes are loaded. */
function loaded(): readonly string[] {
  const files = Object.keys(cache).map((file) => file.replaceAll('\\', '/'));
  return ['class-validator', 'class-transformer'].filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)));
}

class Greeter {
  @Tool({ description: 'Greet somebody.' })
  greet(@Param('name', 'Who') name: string): string {
    return `Hello ${name}`;
  }
}

test('libraries of DTO classes are not loaded where nobody uses them', async () => {
  const harness = await HarnessModule.create({ tools: [Greeter] });
  expect((await harness.execute({ name: 'greet', args: { name: 'Ann' } })).content).toBe('Hello Ann');
  await harness.close();
  expect(loaded()).toEqual([]);
  await import('class-validator');
  expect(loaded()).toEqual(['class-validator']);
});
