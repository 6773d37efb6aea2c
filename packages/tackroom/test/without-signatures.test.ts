import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessModule, Param, Tool, Toolkit, type SchemaManifest } from 'tackroom';
import { z } from 'zod';
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

describe('a manifest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'without-signatures-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written: SchemaManifest = {
    version: 1,
    sources: { 'src/stamp-tools.ts': createHash('sha256').update('as it was').digest('hex') },
    tools: {
      'src/stamp-tools.ts#StampTools.sellStamps': {
        className: 'StampTools',
        member: 'sellStamps',
        description: 'Sell stamps.',
        parameters: [{ name: 'value', emits: 'Number', required: true, schema: { type: 'number', enum: [1, 2] } }],
      },
    },
  };
  const file = join(folder, 'tackroom.schemas.json');
  writeFileSync(file, JSON.stringify(written));
  mkdirSync(join(folder, 'src'));

  test('of a source that changed since', async () => {
    class StampTools {
      @Tool()
      sellStamps(value: 1 | 2): string {
        return `a stamp of ${value} euros`;
      }
    }
    writeFileSync(join(folder, 'src/stamp-tools.ts'), 'as it is');
    const { code, message, problems } = await errorOf(() => HarnessModule.create({ tools: [StampTools], manifest: file }));
    const shown = message.replace(/\S*(?=tackroom\.schemas\.json)/, '').split('\n');
    expect(problems.length).toBeGreaterThan(0);
    // What comes after is what is missing without the manifest.
    expectText('stale', {
      code,
      message: shown
        .filter((line) => line.includes('SCHEMAS_STALE'))
        .join('\n')
        .replace(/^ *- /, ''),
      problems,
    });
  });

  test('that a package ships with its toolkit', async () => {
    const base = pathToFileURL(join(folder, 'dist/stamp-tools.js'));
    // #region shipped
    const url = new URL('../tackroom.schemas.json', base); // base: import.meta.url
    const manifest = JSON.parse(readFileSync(url, 'utf8')) as SchemaManifest;

    @Toolkit({ category: 'post', manifest })
    class StampTools {
      /** Sell stamps. */
      @Tool()
      sellStamps(value: 1 | 2): string {
        return `a stamp of ${value} euros`;
      }
    }
    // #endregion
    const harness = await HarnessModule.create({ tools: [StampTools] });
    expect(harness.tools.get('sell_stamps')?.inputSchema.properties).toEqual({ value: { type: 'number', enum: [1, 2] } });
    await harness.close();
  });
});
