import { SignatureIndex } from './signature-index.js';

test('two functions of one name are told to take different ones', () => {
  const tools = { 'src/a.ts#add': { tool: 'add', parameters: [] }, 'src/b.ts#add': { tool: 'add', parameters: [] } };
  const index = new SignatureIndex([{ manifest: { version: 1, sources: {}, tools }, name: 'tackroom.schemas.json' }]);
  expect(index.ofTool('add').problems).toEqual([
    {
      code: 'SCHEMAS_AMBIGUOUS',
      where: 'tool add',
      message: 'Tools of this name are made in src/a.ts and src/b.ts: give each a name of its own, and run "npx tackroom schemas".',
    },
  ]);
});

test.each(['default', 'default_1'])('a default class without a name that runs as %s', (name) => {
  const signature = { className: 'default', member: 'go', parameters: [] };
  const manifest = { version: 1, sources: {}, tools: { 'src/a.ts#default.go': signature } } as const;
  const owner = {
    [name]: class {
      go(): void {
        return undefined;
      }
    },
  }[name];
  const index = new SignatureIndex([{ manifest, name: 'tackroom.schemas.json' }]);
  expect(owner?.name).toBe(name);
  expect(owner === undefined ? undefined : index.ofMember(owner, 'go').signature).toBe(signature);
});
