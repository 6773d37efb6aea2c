import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessModule, Param, Tool, Toolkit, type SchemaManifest } from 'tackroom';
import { z } from 'zod';
import { StampTools } from './fixtures/shipped-toolkit/src/stamp-tools.js';
import { errorOf, expectText } from './guide-error-text.js';

// The code of the guides for programs whose signatures nobody compiled: this file is not among those that jest.config.ts names.

test('a parameter of no known type', async () => {
  // #region type
  @Toolkit()
  class MailTools {
    @Tool({ description: 'Send mail.' })
    sendMail(to: string[]): string {
      return `sent to ${to.join(', ')}`;
    }
  }
  // #endregion
  expectText('type', await errorOf(() => HarnessModule.create({ tools: [MailTools] })));
});

test('@Param says by hand what a signature would', async () => {
  // #region by-hand
  @Toolkit({ category: 'library' })
  class SearchTools {
    @Tool({ description: 'Find books.' })
    findBooks(
      @Param('title', 'The title, or a part of it', 'string') title: string,
      @Param({ name: 'shelves', description: 'Only on these', schema: z.array(z.string()), optional: true }) shelves?: string[],
      @Param('limit', 'How many at most', 'integer') limit = 10,
    ): string {
      return `${limit} books like ${title} on ${shelves?.join(' and ') ?? 'all shelves'}`;
    }
  }
  // #endregion
  const harness = await HarnessModule.create({ tools: [SearchTools] });
  const model = new ScriptedModel([calls('find_books'), text('ok')]);
  await harness.createAgent({ name: 'a', model }).run('hi');
  expect(model.requests[0]?.tools[0]).toMatchObject({
    description: 'Find books.',
    inputSchema: {
      properties: {
        title: { type: 'string', description: 'The title, or a part of it' },
        shelves: { type: 'array', items: { type: 'string' }, description: 'Only on these' },
        limit: { type: 'integer', default: 10, description: 'How many at most' },
      },
      required: ['title'],
    },
  });
  const { content } = await harness.execute({ name: 'find_books', args: { title: 'Emma', shelves: ['A'], limit: 2 } });
  expect(content).toBe('2 books like Emma on A');
  await harness.close();
});

test('a manifest of a source that changed since', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'without-signatures-'));
  const file = join(folder, 'tackroom.schemas.json');
  const signature = {
    className: 'LabelTools',
    member: 'printLabel',
    description: 'Print a label.',
    parameters: [{ name: 'size', emits: 'Number', required: true, schema: { type: 'number', enum: [1, 2] } }],
  } as const;
  const written: SchemaManifest = {
    version: 1,
    sources: { 'src/label-tools.ts': createHash('sha256').update('as it was').digest('hex') },
    tools: { 'src/label-tools.ts#LabelTools.printLabel': signature },
  };
  writeFileSync(file, JSON.stringify(written));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/label-tools.ts'), 'as it is');

  class LabelTools {
    @Tool()
    printLabel(size: 1 | 2): string {
      return `a label of size ${size}`;
    }
  }
  const { code, message, problems } = await errorOf(() => HarnessModule.create({ tools: [LabelTools], manifest: file }));
  rmSync(folder, { recursive: true });
  // What comes after that is what is missing without the manifest.
  const [stale = ''] = message.split('\n').filter((line) => line.includes('SCHEMAS_STALE'));
  const shown = stale.replace(/\S*(?=tackroom\.schemas\.json)/, '').replace(/^ *- /, '');
  expectText('stale', { code, message: shown, problems });
});

test('a package ships a manifest with its toolkit', async () => {
  const source = readFileSync(new URL('fixtures/shipped-toolkit/src/stamp-tools.ts', import.meta.url), 'utf8');
  const { sources } = JSON.parse(readFileSync(new URL('fixtures/shipped-toolkit/tackroom.schemas.json', import.meta.url), 'utf8'));
  expect(sources).toEqual({ 'src/stamp-tools.ts': createHash('sha256').update(source).digest('hex') }); // tackroom schemas was run
  const harness = await HarnessModule.create({ tools: [StampTools] });
  expect(harness.tools.get('sell_stamps')).toMatchObject({
    description: 'Sell stamps.',
    inputSchema: { properties: { value: { type: 'number', enum: [1, 2] } } },
  });
  await harness.close();
});
