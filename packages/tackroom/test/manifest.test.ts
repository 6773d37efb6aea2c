import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  HarnessModule,
  Param,
  Tool,
  Toolkit,
  toolFunction,
  defineTool,
  type Class,
  type HarnessOptions,
  type JsonObject,
  type JsonSchema,
  type SchemaManifest,
} from 'tackroom';

const folder = mkdtempSync(join(tmpdir(), 'tackroom-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCE = 'export class Orders { … }\n';
const sizes = { type: 'string', enum: ['small', 'large'] };
const manifest: SchemaManifest = {
  version: 1,
  sources: { 'src/orders.ts': createHash('sha256').update(SOURCE).digest('hex') },
  tools: {
    'src/orders.ts#Orders.pack': {
      className: 'Orders',
      member: 'pack',
      description: 'Packs an order.',
      examples: [{ size: 'small' }],
      parameters: [
        { name: 'size', emits: 'String', required: true, schema: { ...sizes, description: 'How big.' } },
        { name: 'due', emits: 'Object', required: false, schema: { type: 'string', format: 'date-time' }, dates: [''] },
      ],
    },
    'src/orders.ts#weigh': {
      tool: 'weigh',
      description: 'Weighs parcels.',
      parameters: [
        {
          emits: 'Object',
          required: true,
          schema: {
            type: 'object',
            properties: { at: { type: 'string', format: 'date-time' }, parcels: { type: 'array', items: { $ref: '#/$defs/Parcel' } } },
            required: ['parcels'],
            additionalProperties: false,
            $defs: {
              Parcel: { type: 'object', properties: { grams: { type: 'number' } }, required: ['grams'], additionalProperties: false },
            },
          },
          dates: ['/properties/at'],
        },
      ],
    },
  },
};

function written(content: unknown, name = 'tackroom.schemas.json'): string {
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src', 'orders.ts'), SOURCE);
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return join(folder, name);
}

class Orders {
  @Tool()
  pack(size: 'small' | 'large', due?: Date): string {
    return `${size} ${due === undefined ? 'whenever' : due.getTime()}`;
  }
}

/** A class that was edited since. */
function renamed(): Class {
  class Orders {
    @Tool({ description: 'x' }) pack(weight: number, due: string): string {
      return `${weight}${due}`;
    }
    @Tool({ description: 'x' }) send(to: string): string {
      return to;
    }
  }
  return Orders;
}

function said(): Class {
  class Maps {
    @Tool({ description: 'x' }) take(@Param({ schema: { type: 'object' } }) m: object): string {
      return JSON.stringify(m);
    }
  }
  return Maps;
}

async function problemsOf(options: HarnessOptions): Promise<readonly string[]> {
  const booted = HarnessModule.create({ bundles: [], ...options }).then((harness) => harness.close());
  const error: unknown = await booted.then(
    () => ({ problems: [] }),
    (thrown: unknown) => thrown,
  );
  return (error as { problems: readonly { code: string; where: string; message: string }[] }).problems.map(
    ({ code, where, message }) => `${code} | ${where} | ${message}`,
  );
}

test.each([
  ['a path', () => written(manifest)],
  ['a URL', () => pathToFileURL(written(manifest))],
  ['its content', () => manifest],
  ['several', () => [{ version: 1, sources: {}, tools: {} } as const, written(manifest)]],
])('a manifest given as %s says what a tool takes', async (_what, given) => {
  const harness = await HarnessModule.create({ tools: [Orders], manifest: given() });
  const [pack] = harness.tools.list();
  expect(pack).toMatchObject({
    name: 'pack',
    description: 'Packs an order.',
    sources: { description: 'signature' },
    inputSchema: {
      type: 'object',
      properties: { size: { ...sizes, description: 'How big.' }, due: { type: 'string', format: 'date-time' } },
      required: ['size'],
      additionalProperties: false,
      examples: [{ size: 'small' }],
    },
  });
  const run = async (args: JsonObject): Promise<string> => (await harness.execute({ name: 'pack', args })).content as string;
  expect(await run({ size: 'small' })).toBe('small whenever');
  expect(await run({ size: 'large', due: '2026-01-31T09:30:00Z' })).toBe(`large ${Date.UTC(2026, 0, 31, 9, 30)}`);
  expect(await run({ size: 'huge' })).toContain('size: must be one of small, large');
  expect(await run({ size: 'small', due: 'tomorrow' })).toContain(
    'due: must be a date and time with its offset, such as 2026-01-31T09:30:00Z, got the string "tomorrow"',
  );
  await harness.close();
});

test('functions take theirs, definitions with a schema of their own keep it', async () => {
  const handler = ({ parcels, at }: { parcels: { grams: number }[]; at?: Date }): string =>
    `${parcels.reduce((sum, { grams }) => sum + grams, 0)} ${at?.toISOString() ?? ''}`;
  const weigh = defineTool({ name: 'weigh', description: 'Own text.', handler });
  const own = defineTool({ name: 'own', description: 'x', inputSchema: { type: 'object' }, handler: () => 'x' });
  const harness = await HarnessModule.create({ tools: [weigh, own], manifest });
  expect(harness.tools.get('weigh')).toMatchObject({ description: 'Own text.', sources: { inputSchema: 'signature' } });
  const { content } = await harness.execute({ name: 'weigh', args: { parcels: [{ grams: 5 }, { grams: 7 }], at: '2026-01-31T09:30:00Z' } });
  expect(content).toBe('12 2026-01-31T09:30:00.000Z');
  expect((await harness.execute({ name: 'weigh', args: { parcels: [{ grams: '5' }] } })).content).toContain(
    'parcels[0].grams: must be a number',
  );
  expect(harness.tools.get('own')?.inputSchema).toEqual({ type: 'object' });
  await harness.close();

  const asFunction = await HarnessModule.create({ tools: [toolFunction({ name: 'weigh' }, handler)], manifest });
  expect(asFunction.tools.get('weigh')?.description).toBe('Weighs parcels.');
  await asFunction.close();
});

test('a source that changed, a member that is missing, a signature that is another', async () => {
  const path = written(manifest);
  writeFileSync(join(folder, 'src', 'orders.ts'), `${SOURCE}// more\n`);
  expect(
    (await problemsOf({ tools: [Orders], manifest: path })).map((text) => text.replace(/\S*tackroom\.schemas/, 'tackroom.schemas')),
  ).toEqual([
    'SCHEMAS_STALE | Orders.pack | src/orders.ts has changed since tackroom.schemas.json was written: run "npx tackroom schemas".',
  ]);
  writeFileSync(join(folder, 'src', 'orders.ts'), SOURCE.replaceAll('\n', '\r\n'));
  expect(await problemsOf({ tools: [Orders], manifest: path })).toEqual([]);
  writeFileSync(join(folder, 'src', 'orders.ts'), `\uFEFF${SOURCE}`);
  writeFileSync(path, `\uFEFF${JSON.stringify(manifest)}`);
  expect(await problemsOf({ tools: [Orders], manifest: path })).toEqual([]);
  rmSync(join(folder, 'src'), { recursive: true });
  expect(await problemsOf({ tools: [Orders], manifest: path })).toEqual([]);

  expect(await problemsOf({ tools: [renamed()], manifest })).toEqual([
    'SCHEMAS_STALE | Orders.pack | Its compiled signature is not the one that runs: parameter 1 is called weight, and size was compiled. Recompile: run "npx tackroom schemas".',
    'SCHEMAS_MISSING | Orders.send | Its class has compiled schemas, but this tool has none: run "npx tackroom schemas".',
  ]);
});

test('two classes of one name are told apart by what they take, or by an id', async () => {
  const twin = {
    ...manifest.tools['src/orders.ts#Orders.pack'],
    parameters: [{ name: 'other', emits: 'String', required: true, schema: { type: 'string' } }],
  } as const;
  const both: SchemaManifest = { ...manifest, tools: { ...manifest.tools, 'src/other.ts#Orders.pack': twin } };
  expect(await problemsOf({ tools: [Orders], manifest: both })).toEqual([]);
  const same = { ...manifest.tools['src/orders.ts#Orders.pack'], id: 'orders-2' } as SchemaManifest['tools'][string];
  const twice: SchemaManifest = { ...manifest, tools: { ...manifest.tools, 'src/other.ts#Orders.pack': same } };
  expect((await problemsOf({ tools: [Orders], manifest: twice }))[0]).toBe(
    'SCHEMAS_AMBIGUOUS | Orders.pack | Its class name stands in src/orders.ts and src/other.ts: give each @Toolkit({ id: \'…\' }) of its own, and run "npx tackroom schemas".',
  );

  // Minified: the class and its parameters have other names.
  @Toolkit({ id: 'orders-2' })
  class a {
    @Tool() pack(b: string, c?: Date): string {
      return `${b}${String(c)}`;
    }
  }
  const harness = await HarnessModule.create({ tools: [a], manifest: twice });
  expect(Object.keys(harness.tools.get('pack')?.inputSchema.properties ?? {})).toEqual(['size', 'due']);
  await harness.close();
});

test('a second class of the name does not take what was compiled from the first', async () => {
  const Other = ((): Class => {
    class Orders {
      @Tool() pack(size: string, due?: Date): string {
        return `${size}${String(due)}`;
      }
    }
    return Orders;
  })();
  expect(await problemsOf({ tools: [Orders, Other], manifest })).toEqual(
    expect.arrayContaining([
      'SCHEMAS_AMBIGUOUS | Orders.pack | Two classes of this name have one compiled schema: give each @Toolkit({ id: \'…\' }) of its own, and run "npx tackroom schemas".',
    ]),
  );
});

test.each<[field: string, value: unknown]>([
  ['uses', 5],
  ['uses', [5]],
  ['examples', 5],
  ['refused', 5],
  ['className', {}],
  ['parameters', [{ name: 'size', emits: 'String', schema: [] }]],
  ['parameters', [{ name: 'size', emits: 'Text' }]],
  ['parameters', [{ name: 'size', emits: 'String', required: 'yes' }]],
])('a manifest in which somebody wrote %s: %j is none', async (field, value) => {
  const pack = { ...manifest.tools['src/orders.ts#Orders.pack'], [field]: value };
  const [problem = ''] = await problemsOf({
    tools: [Orders],
    manifest: { ...manifest, tools: { 'src/orders.ts#Orders.pack': pack } },
  });
  expect(problem).toMatch(/^OPTION_INVALID \| manifest \| must be the path/);
});

test('a toolkit from a package brings its own', async () => {
  @Toolkit({ manifest })
  class Orders {
    @Tool() pack(size: string, due?: Date): string {
      return `${size}${String(due)}`;
    }
  }
  const harness = await HarnessModule.create({ tools: [Orders] });
  expect(harness.tools.get('pack')?.inputSchema.properties).toHaveProperty('size.enum');
  await harness.close();
});

test('what the compiler refused is decided at boot, and an explicit schema settles it', async () => {
  const refused: SchemaManifest = {
    version: 1,
    sources: {},
    tools: {
      'a.ts#Maps.take': {
        className: 'Maps',
        member: 'take',
        parameters: [{ name: 'm', emits: 'Object', refused: 'm is Map<string, string>, which JSON cannot carry' }],
      },
      'a.ts#Maps.any': { className: 'Maps', member: 'any', parameters: [{ name: 'x', emits: 'Object', required: true, schema: {} }] },
    },
  };
  class Maps {
    @Tool({ description: 'x' }) take(m: object): string {
      return JSON.stringify(m);
    }
    @Tool({ description: 'x' }) any(x: unknown): string {
      return JSON.stringify(x);
    }
  }
  expect(await problemsOf({ tools: [Maps], manifest: refused })).toEqual([
    'PARAM_TYPE_UNKNOWN | Maps.take, parameter 1 (m) | The compiler has no schema for it: m is Map<string, string>, which JSON cannot carry.',
  ]);
  expect(await problemsOf({ tools: [Maps], manifest: refused, unknownTypes: 'unconstrained' })).toEqual([]);
  expect(await problemsOf({ tools: [said()], manifest: refused })).toEqual([]);
});

test.each<[what: string, schema: JsonSchema, message: string | undefined]>([
  ['another type', { type: 'number' }, 'the schema says number, the signature string'],
  ['other values', { enum: ['tiny'] }, 'the schema says one of tiny, the signature one of small, large'],
  ['fewer values', { type: 'string', enum: ['small'] }, undefined],
  ['less', {}, undefined],
])('a schema that says %s than the signature', async (_what, schema, message) => {
  class Orders {
    @Tool() pack(@Param({ schema }) size: unknown, due?: Date): string {
      return `${String(size)}${String(due)}`;
    }
  }
  const problems = await problemsOf({ tools: [Orders], manifest });
  expect(problems).toEqual(
    message === undefined
      ? []
      : [
          `PARAM_TYPE_CONFLICT | Orders.pack, parameter 1 (size) | Its schema and its signature contradict each other: ${message}; make them agree.`,
        ],
  );
});

test.each<[what: string, given: unknown, problem: string]>([
  [
    'is not there',
    join(folder, 'none.json'),
    'MANIFEST_UNREADABLE | manifest | none.json is not there. Write it with "npx tackroom schemas".',
  ],
  ['is no JSON', 'broken', 'MANIFEST_UNREADABLE | manifest | broken.json cannot be read: '],
  ['is something else', 'other', 'MANIFEST_UNREADABLE | manifest | other.json is no manifest that this version reads.'],
  [
    'is no manifest',
    { tools: {} },
    'OPTION_INVALID | manifest | must be the path of a tackroom.schemas.json, its content, or an array of those.',
  ],
  [
    'is not reachable',
    new URL('https://a.example/x.json'),
    'OPTION_INVALID | manifest | is the URL https://a.example/x.json; only file: URLs are read.',
  ],
  ['is a number', 5, 'OPTION_INVALID | manifest | must be a path, a manifest, an array of those, or false.'],
])('a manifest that %s', async (_what, given, problem) => {
  written('{', 'broken.json');
  written({ version: 2 }, 'other.json');
  const path = given === 'broken' || given === 'other' ? join(folder, `${given}.json`) : given;
  const [first = ''] = await problemsOf({ manifest: path as HarnessOptions['manifest'] & {} });
  expect(first.replace(/\| \S*\/(?=\w+\.json)/, '| ')).toContain(problem);
});

test('what a compiler attached to a class and refused is a problem as much as in a manifest', async () => {
  class Overloaded {
    @Tool({ description: 'x' })
    send(@Param() message: string): string {
      return message;
    }
  }
  const send = { className: 'Overloaded', member: 'send', refused: 'has several signatures: write one', parameters: [] };
  Object.defineProperty(Overloaded, Symbol.for('@tackroom/core/signatures@1'), { value: { send } });
  expect(await problemsOf({ tools: [Overloaded], manifest: false })).toEqual([
    'SIGNATURE_REFUSED | Overloaded.send | It has several signatures: write one.',
  ]);
});

test('a function that a compiler refused as a whole is a problem, not a tool without arguments', async () => {
  const send = { tool: 'send', refused: 'has several signatures: write one', parameters: [] };
  const tools = [toolFunction({ name: 'send', description: 'x' }, (_args: { message: string }) => 'x')];
  expect(await problemsOf({ tools, manifest: { version: 1, sources: {}, tools: { 'a.ts#send': send } } })).toEqual([
    expect.stringMatching(/^SIGNATURE_REFUSED \| .*It has several signatures: write one\.$/),
  ]);
  const attached = { name: 'send', description: 'x', handler: () => 'x', [Symbol.for('@tackroom/core/signatures@1')]: send };
  expect(() => defineTool(attached)).toThrow('It has several signatures: write one.');
});
