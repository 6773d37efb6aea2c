import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessModule, Param, Tool, Toolkit } from 'tackroom';
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
