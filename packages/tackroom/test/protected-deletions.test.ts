import { filesystem, HarnessModule, rule, type ApprovalRequest, type HarnessOptions } from 'tackroom';
import { InMemoryWorkspace, type MemoryFiles } from '@tackroom/testing';

const FILES = {
  'app/src/a.ts': '',
  'app/vendor/lib/.git/config': '',
  'clean/src/a.ts': '',
  'clean/.gitignore': '',
  'tasks/.vscode/tasks.json': '{}',
  'notes/.ENV.local': '',
  link: { link: 'app' },
};

/** What a person is asked of a deletion that rules allow; `allowed` when nobody is. */
async function askedOf(path: string, options: Pick<HarnessOptions, 'permissions'> = {}, files: MemoryFiles = FILES): Promise<string> {
  const asked: ApprovalRequest[] = [];
  const workspace = new InMemoryWorkspace(files);
  const harness = await HarnessModule.create({
    workspace,
    bundles: [filesystem()],
    permissions: { allow: ['delete'] },
    approver: {
      approve: (request) => {
        asked.push(request);
        return Promise.resolve({ type: 'reject', reason: 'no' });
      },
    },
    ...options,
  });
  try {
    const { success } = await harness.execute({ name: 'delete', args: { path, recursive: true } });
    expect(success).toBe(asked.length === 0);
    return asked[0]?.reason ?? 'allowed';
  } finally {
    await harness.close();
  }
}

test.each([
  ['app', `"app" holds the protected path "app/vendor/lib/.git", and changing that needs a person's word`],
  ['./app/vendor/', `"./app/vendor/" holds the protected path "./app/vendor/lib/.git", and changing that needs a person's word`],
  ['app/vendor/lib/.git', `"app/vendor/lib/.git" is a protected path, and changing it needs a person's word`],
  ['tasks', `"tasks" holds the protected path "tasks/.vscode/tasks.json", and changing that needs a person's word`],
  ['tasks/.vscode', `"tasks/.vscode" holds the protected path "tasks/.vscode/tasks.json", and changing that needs a person's word`],
  ['notes', `"notes" holds the protected path "notes/.ENV.local", and changing that needs a person's word`],
  ['clean', 'allowed'],
  ['app/src/a.ts', 'allowed'],
  // It goes by itself, and what it leads to stays.
  ['link', 'allowed'],
])('deleting %s: %s', async (path, reason) => {
  expect(await askedOf(path)).toBe(reason);
});

test('a directory that holds more than is looked through is asked about', async () => {
  const files = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`big/${index}`, '']));
  expect(await askedOf('big', {}, files)).toBe(
    `"big" holds more than was looked through for protected paths, and changing that needs a person's word`,
  );
});

test('the guard yields where a rule or nobody wants it', async () => {
  const allow = [rule('delete', { path: 'app' }, { evenIfDangerous: true })];
  expect(await askedOf('app', { permissions: { allow } })).toBe('allowed');
  expect(await askedOf('app', { permissions: { allow: ['delete'], guards: [] } })).toBe('allowed');
});
