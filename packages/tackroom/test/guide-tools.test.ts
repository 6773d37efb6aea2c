import { calls, ScriptedModel, text } from '@tackroom/testing';
import {
  defineTool,
  HarnessModule,
  Permission,
  ReplayPolicy,
  RequiresApproval,
  Risk,
  Tool,
  ToolFailure,
  toolFunction,
  Toolkit,
  TransientToolError,
  type Class,
  type HarnessOptions,
  type Integer,
  type JsonObject,
  type StructuredReturn,
  type ToolResult,
} from 'tackroom';
import { z } from 'zod';

// The code of docs/guides/tools-and-decorators.md that says what tools are, and that it does what the page says.

// #region parameters
@Toolkit({ category: 'library' })
class SearchTools {
  /**
   * Find books.
   * @param title The title, or a part of it
   * @param shelves Only on these
   */
  @Tool()
  findBooks(title: string, shelves?: string[], /** How many at most @minimum 1 */ limit: Integer = 10): string {
    return `${limit} books like ${title} on ${shelves?.join(' and ') ?? 'all shelves'}`;
  }
}
// #endregion

// #region input
const Loan = z.object({
  book: z.string().describe('Number of the book'),
  days: z.int().min(1).max(60).default(14).describe('How long'),
});

@Toolkit({ category: 'library' })
class LoanTools {
  /** Lend a book. */
  @Tool({ input: Loan })
  lendBook(loan: z.infer<typeof Loan>): string {
    return `book ${loan.book} for ${loan.days} days`;
  }
}
// #endregion

// #region output
const Receipt = z.object({ book: z.string(), due: z.iso.date() });

@Toolkit({ category: 'library' })
class ReturnTools {
  /**
   * Take a book back.
   * @param book Number of the book
   */
  @Tool({ output: Receipt })
  takeBack(book: string): z.output<typeof Receipt> {
    return { book, due: book === '13' ? 'never' : '2026-01-31' };
  }
}
// #endregion

// #region class-tool
@Tool()
class OpeningHours {
  /** Say when the library is open. */
  execute(): string {
    return '9 to 5';
  }
}
// #endregion

// #region results
@Toolkit({ category: 'library' })
class ReportTools {
  /** Count the books. */
  @Tool()
  countBooks(): { readonly books: number } {
    return { books: 3 }; // the model reads {"books":3}, a program reads output
  }

  /** Draw how many books were lent. */
  @Tool()
  drawLoans(): StructuredReturn {
    return {
      output: { january: 4 }, // for programs
      content: [
        { type: 'text', text: 'January: 4 loans' }, // for the model
        { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
      ],
    };
  }

  /** Check every shelf. */
  @Tool()
  async *checkShelves(): AsyncGenerator<string> {
    yield 'shelf A is complete'; // progress, as an event
    yield 'All shelves are complete.'; // the last one is the result
  }
}
// #endregion

// #region errors
@Toolkit({ category: 'library' })
class CatalogueTools {
  isDown = false;

  /**
   * Read the card of a book.
   * @param book Number of the book
   */
  @Tool()
  @ReplayPolicy('safe')
  readCard(book: Integer): string {
    if (this.isDown) throw new TransientToolError('The catalogue does not answer.'); // nothing took effect: try again
    if (book > 3) throw new ToolFailure(`There is no book ${book}; the last one is 3.`, { code: 'BOOK_UNKNOWN' }); // final
    return `Card of book ${book}`;
  }
}
// #endregion

// #region safety
@Toolkit({ category: 'library', riskLevel: 'low' })
class DeskTools {
  /**
   * Let a reader off a fine.
   * @param euros How much
   */
  @Tool()
  @RequiresApproval({ when: (args) => Number(args['euros']) > 20, reason: 'it is more than 20 euros' })
  waiveFine(euros: number): string {
    return `${euros} euros are waived`;
  }

  /**
   * Write to every reader.
   * @param letter What to write
   */
  @Tool()
  @Risk('medium')
  writeToAll(letter: string): string {
    return `sent: ${letter}`;
  }

  /** Give all books away. */
  @Tool()
  @Permission('deny')
  giveAway(): string {
    return 'gone';
  }
}
// #endregion

// #region no-decorators
const words = defineTool({
  name: 'count_words',
  description: 'Count the words of a text.',
  replayPolicy: 'safe',
  handler: ({ text }: { text: string }) => text.split(/\s+/).length,
});

/** Roll dice. */
function rollDice({ sides }: Dice): number {
  return Math.ceil(Math.random() * sides);
}
interface Dice {
  /**
   * @minimum 2
   * @default 6
   */
  sides: Integer;
}
const roll = toolFunction({}, rollDice);
// #endregion

/** One call of a harness that has these tools and nothing else. */
async function call(tools: NonNullable<HarnessOptions['tools']>, name: string, args: JsonObject = {}): Promise<ToolResult> {
  const harness = await HarnessModule.create({ tools, permissions: { profile: 'open' } });
  try {
    return await harness.execute({ name, args });
  } finally {
    await harness.close();
  }
}

test.each<[Class, string, JsonObject, unknown]>([
  [SearchTools, 'find_books', { title: 'Emma' }, '10 books like Emma on all shelves'],
  [SearchTools, 'find_books', { title: 'Emma', shelves: ['A', 'B'], limit: 2 }, '2 books like Emma on A and B'],
  [LoanTools, 'lend_book', { book: '7' }, 'book 7 for 14 days'],
  [ReturnTools, 'take_back', { book: '7' }, '{"book":"7","due":"2026-01-31"}'],
  [
    ReturnTools,
    'take_back',
    { book: '13' },
    expect.stringContaining('take_back ran, but returned what its contract does not allow: due: must be a date such as 2024-01-31'),
  ],
  [OpeningHours, 'opening_hours', {}, '9 to 5'],
  [ReportTools, 'count_books', {}, '{"books":3}'],
  [ReportTools, 'check_shelves', {}, 'All shelves are complete.'],
  [CatalogueTools, 'read_card', { book: 1 }, 'Card of book 1'],
  [CatalogueTools, 'read_card', { book: 4 }, 'There is no book 4; the last one is 3.'],
  [DeskTools, 'waive_fine', { euros: 20 }, '20 euros are waived'],
])('%p: %s %j', async (toolkit, name, args, content) => {
  expect((await call([toolkit], name, args)).content).toEqual(content);
});

test('a result has a part for programs and a part for the model', async () => {
  const { output, content } = await call([ReportTools], 'draw_loans');
  expect([output, content]).toEqual([{ january: 4 }, [expect.objectContaining({ text: 'January: 4 loans' }), expect.anything()]]);
});

test('levels decide under the guarded profile', async () => {
  const harness = await HarnessModule.create({ tools: [DeskTools] });
  const kinds = await Promise.all(
    [
      { name: 'waive_fine', args: { euros: 20 } },
      { name: 'waive_fine', args: { euros: 21 } },
      { name: 'write_to_all', args: { letter: 'hello' } },
      { name: 'give_away' },
    ].map(async (each) => {
      const outcome = await harness.attempt(each);
      return outcome.kind === 'result' ? (outcome.result.error?.code ?? 'ran') : outcome.kind;
    }),
  );
  expect(kinds).toEqual(['ran', 'pending', 'pending', 'PERMISSION_DENIED']);
  await harness.close();
});

test('tools without decorators boot with the others', async () => {
  const harness = await HarnessModule.create({ tools: [words, roll, SearchTools] });
  expect((await harness.execute({ name: 'count_words', args: { text: 'two words' } })).output).toBe(2);
  expect((await harness.execute({ name: 'roll_dice' })).output).toBeLessThanOrEqual(6);
  await harness.close();
});

test('what an agent is offered is what the decorators say', async () => {
  const harness = await HarnessModule.create({ tools: [SearchTools] });
  const model = new ScriptedModel([calls('find_books'), text('ok')]);
  await harness.createAgent({ name: 'a', model }).run('hi');
  // #region offered
  expect(model.requests[0]?.tools[0]).toMatchObject({
    name: 'find_books',
    description: 'Find books.',
    inputSchema: {
      properties: {
        title: { type: 'string', description: 'The title, or a part of it' },
        shelves: { type: 'array', items: { type: 'string' }, description: 'Only on these' },
        limit: { type: 'integer', minimum: 1, default: 10, description: 'How many at most' },
      },
      required: ['title'],
    },
  });
  // #endregion
  await harness.close();
});
