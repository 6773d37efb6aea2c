import { filesystem, HarnessModule, rule, RunState, type ApprovalAnswer, type ApprovalRequest, type HarnessOptions } from 'tackroom';
import { calls, InMemoryWorkspace, ScriptedModel, text, type MemoryFiles } from '@tackroom/testing';

const FILES = {
  'app/src/a.ts': '',
  'app/vendor/lib/.git/config': '',
  'clean/src/a.ts': '',
  'clean/.gitignore': '',
  'tasks/.vscode/tasks.json': '{}',
  'notes/.ENV.local': '',
  'bare/x.git/HEAD': '',
  'bare/x.git/objects/keep': '',
  'bare/x.git/refs/keep': '',
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
  ['tasks', `"tasks" holds the protected path "tasks/.vscode", and changing that needs a person's word`],
  ['tasks/.vscode', `"tasks/.vscode" is a protected path, and changing it needs a person's word`],
  ['bare', `"bare" holds a git repository, and changing that needs a person's word`],
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

describe('what appears below a directory after somebody was asked is not deleted for their yes', () => {
  const remove = { path: 'app', recursive: true };
  const said = `"app" holds the protected path "app/.git", and changing that needs a person's word`;

  function appWithout() {
    const workspace = new InMemoryWorkspace({ 'app/a.ts': '' });
    const files = workspace.session('other');
    return {
      workspace,
      appear: () => files.write('app/.git/config', new Uint8Array(), { overwrite: true }),
      left: async () => (await files.list('.', 9)).entries.map(({ name }) => name),
    };
  }

  test('while they were thinking', async () => {
    const { workspace, appear, left } = appWithout();
    const reasons: string[] = [];
    const approve = async ({ reason }: ApprovalRequest): Promise<ApprovalAnswer> => {
      reasons.push(reason);
      await appear();
      return { type: 'approve' };
    };
    const harness = await HarnessModule.create({ workspace, bundles: [filesystem()], approver: { approve } });
    const first = await harness.execute({ name: 'delete', args: remove });
    expect([first.content, await left()]).toEqual([
      `This call became another than the one that was decided about: ${said}. The call did not run; make it again if it is still needed.`,
      ['app'],
    ]);
    const second = await harness.execute({ name: 'delete', args: remove });
    expect([second.success, reasons[1], await left()]).toEqual([true, said, []]);
    await harness.close();
  });

  test('while the run was paused', async () => {
    const { workspace, appear, left } = appWithout();
    const harness = await HarnessModule.create({ workspace, bundles: [filesystem()] });
    const model = new ScriptedModel([calls(['delete', remove]), text('Then not.')]);
    const agent = harness.createAgent({ name: 'cleaner', model });
    const paused = await agent.run('Delete app.');
    await appear();
    const resumed = await agent.resume(RunState.parse(JSON.stringify(paused.state)).approve());
    expect([paused.status, resumed.status, await left()]).toEqual(['paused', 'completed', ['app']]);
    expect(JSON.stringify(model.requests.at(-1))).toContain('This call became another');
    await harness.close();
  });
});

test('the guard yields where a rule or nobody wants it', async () => {
  const allow = [rule('delete', { path: 'app' }, { evenIfDangerous: true })];
  expect(await askedOf('app', { permissions: { allow } })).toBe('allowed');
  expect(await askedOf('app', { permissions: { allow: ['delete'], guards: [] } })).toBe('allowed');
});
