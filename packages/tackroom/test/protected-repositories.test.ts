import { filesystem, HarnessModule, rule } from 'tackroom';
import { InMemoryWorkspace } from '@tackroom/testing';

const PARTS = ['HEAD', 'config', 'objects/keep', 'refs/keep'];
const options = { bundles: [filesystem()], permissions: { allow: [rule('write_file', { path: 'src/**' })] } };

function orders(parts: readonly string[]): readonly (readonly string[])[] {
  if (parts.length === 0) return [[]];
  return parts.flatMap((part) => orders(parts.filter((other) => other !== part)).map((rest) => [part, ...rest]));
}

test('in whatever order the parts of a repository are written, what makes it one asks', async () => {
  for (const order of orders(PARTS)) {
    const harness = await HarnessModule.create({ workspace: new InMemoryWorkspace({ 'src/a': '' }), ...options });
    const verdictOf = async (part: string): Promise<string> =>
      (await harness.explain({ name: 'write_file', args: { path: `src/x/${part}`, content: '' } })).verdict;
    const written: string[] = [];
    for (const part of order) {
      written.push(part);
      const completes = ['HEAD', 'objects/keep', 'refs/keep'].every((needed) => written.includes(needed));
      expect([order, part, await verdictOf(part)]).toEqual([order, part, completes ? 'ask' : 'allow']);
      if (completes) break;
      await harness.execute({ name: 'write_file', args: { path: `src/x/${part}`, content: '' } });
    }
    await harness.close();
  }
});

test('a directory of ordinary files with such names is no repository, and the hooks of the root are where its configuration says', async () => {
  const workspace = new InMemoryWorkspace({
    '.git/config': '[core]\n\tbare = false\n\thooksPath = src/hooks\n',
    'src/config/a': '',
    'src/hooks/pre-commit': '',
    'src/x.git/HEAD': '',
    'src/x.git/objects/a': '',
    'src/x.git/refs/a': '',
  });
  const harness = await HarnessModule.create({ workspace, ...options });
  const reasonOf = async (path: string): Promise<string> => {
    const { verdict, reason } = await harness.explain({ name: 'write_file', args: { path, content: '', overwrite: true } });
    return verdict === 'ask' ? reason : verdict;
  };
  expect(await reasonOf('src/config/b')).toBe('allow');
  expect(await reasonOf('src/refs/b')).toBe('allow');
  expect(await reasonOf('src/hooks/pre-push')).toBe(
    `"src/hooks/pre-push" is where git keeps its hooks, and changing it needs a person's word`,
  );
  expect(await reasonOf('src/x.git/config')).toBe(
    `"src/x.git/config" is part of a git repository or would make one, and that needs a person's word`,
  );
  await harness.close();
});
