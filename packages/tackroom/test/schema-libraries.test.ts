import { calls, ScriptedModel, text } from '@tackroom/testing';
import { type } from 'arktype';
import {
  defineTool,
  HarnessModule,
  Param,
  Tool,
  Toolkit,
  type Class,
  type Harness,
  type JsonObject,
  type JsonSchema,
  type StandardSchema,
} from 'tackroom';
import * as v from 'valibot';
import { z } from 'zod';
import * as mini from 'zod/v4-mini';
import { z as z3 } from 'zod3';
import { z as z3Plain } from 'zod3-plain';

type AnySchema = JsonSchema | StandardSchema;

/** Schemas of one library: arguments, one parameter, and what a tool gives back. */
interface Library {
  readonly input: StandardSchema<unknown, { readonly day: string; readonly seats: number }>;
  readonly parameter: AnySchema;
  readonly output: AnySchema;
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  'zod 3': {
    input: z3.object({ day: z3.enum(['mon', 'tue']), seats: z3.number().int().default(2) }),
    parameter: z3.array(z3.string().min(2)),
    output: z3.object({ price: z3.number(), currency: z3.string().default('EUR') }),
  },
  'zod 3.24': {
    input: z3Plain.object({ day: z3Plain.enum(['mon', 'tue']), seats: z3Plain.number().int().default(2) }),
    parameter: z3Plain.array(z3Plain.string().min(2)),
    output: z3Plain.object({ price: z3Plain.number(), currency: z3Plain.string().default('EUR') }),
  },
  'zod 4': {
    input: z.object({ day: z.enum(['mon', 'tue']), seats: z.int().default(2) }),
    parameter: z.array(z.string().min(2)),
    output: z.object({ price: z.number(), currency: z.string().default('EUR') }),
  },
  'zod mini': {
    input: mini.object({ day: mini.enum(['mon', 'tue']), seats: mini._default(mini.int(), 2) }),
    parameter: mini.array(mini.string().check(mini.minLength(2))),
    output: mini.object({ price: mini.number(), currency: mini._default(mini.string(), 'EUR') }),
  },
  Valibot: {
    input: v.object({ day: v.picklist(['mon', 'tue']), seats: v.optional(v.pipe(v.number(), v.integer()), 2) }),
    parameter: v.array(v.pipe(v.string(), v.minLength(2))),
    output: v.object({ price: v.number(), currency: v.string() }),
  },
  ArkType: {
    input: type({ day: "'mon' | 'tue'", seats: 'number.integer = 2' }),
    parameter: type('(string >= 2)[]'),
    output: type({ price: 'number', currency: 'string' }),
  },
};

/** The same three tools three times: on methods, and without decorators. */
function toolsOf({ input, parameter, output }: Library): readonly (Class | ReturnType<typeof defineTool>)[] {
  @Toolkit()
  class DeskTools {
    @Tool({ description: 'Book seats.', input })
    bookSeats(args: { readonly day: string; readonly seats: number }): string {
      return `${args.seats} on ${args.day}`;
    }
    @Tool({ description: 'Greet.' })
    greet(@Param({ name: 'names', description: 'Who', schema: parameter }) names: readonly string[]): string {
      return names.join('+');
    }
    @Tool({ description: 'Quote a price.', output })
    quote(@Param('price', 'How much', 'number') price: number): unknown {
      return price > 0 ? { price, currency: 'EUR' } : { price: 'free', currency: 'EUR' };
    }
  }
  const defined = defineTool({ name: 'book', description: 'Book.', input, handler: ({ day, seats }) => `${seats} on ${day}` });
  const priced = defineTool({
    name: 'price',
    description: 'Price.',
    inputSchema: { type: 'object' },
    outputSchema: output,
    handler: ({ currency }) => ({ price: 1, ...(currency === undefined ? {} : { currency }) }),
  });
  return [DeskTools, defined, priced];
}

let harness: Harness;
afterEach(() => harness.close());

test.each(Object.entries(LIBRARIES))('%s', async (_, library) => {
  harness = await HarnessModule.create({ tools: toolsOf(library) });
  const answer = async (name: string, args: JsonObject): Promise<string> => {
    const { success, content } = await harness.execute({ name, args });
    return `${success ? 'ok' : 'no'}: ${typeof content === 'string' ? content : JSON.stringify(content)}`;
  };
  expect(await answer('book_seats', { day: 'mon' })).toBe('ok: 2 on mon');
  expect(await answer('book_seats', { day: 'mon', seats: '3' })).toContain('seats: must be an integer, got the string "3"');
  expect(await answer('book', { day: 'tue', seats: 3 })).toBe('ok: 3 on tue');
  expect(await answer('book', { day: 'sun' })).toMatch(/day: must be one of (mon, tue|tue, mon)/);
  expect(await answer('greet', { names: ['Ada', 'Bob'] })).toBe('ok: Ada+Bob');
  expect(await answer('greet', { names: ['Ada', 'B'] })).toContain('names[1]: must have at least 2 characters, got 1');
  expect(await answer('quote', { price: 3 })).toBe('ok: {"price":3,"currency":"EUR"}');
  expect(await answer('quote', { price: 0 })).toContain(
    'quote ran, but returned what its contract does not allow: price: must be a number, got the string "free"',
  );
  expect(await answer('price', { currency: 'EUR' })).toBe('ok: {"price":1,"currency":"EUR"}');
  expect(await answer('price', {})).toContain('currency: is required but missing');
});

test('what a model reads of wrong arguments is what a program reads', async () => {
  const todo = z3.object({ text: z3.string(), status: z3.enum(['pending', 'in_progress', 'completed']) });
  const write = defineTool({
    name: 'write_todos',
    description: 'Write.',
    input: z3.object({ todos: z3.array(todo) }),
    handler: () => 'ok',
  });
  harness = await HarnessModule.create({ tools: [write] });
  const args = { todos: [1, 2, 3].map((n) => ({ text: `${n}`, status: n < 3 ? 'pending' : 'done' })) };
  const model = new ScriptedModel([calls({ name: 'write_todos', args }), text('done')]);
  await harness.createAgent({ name: 'planner', model }).run('Plan.');
  const line = 'todos[2].status: must be one of pending, in_progress, completed';
  expect(JSON.stringify(model.requests[1]?.messages)).toContain(line);
  const { error } = await harness.execute({ name: 'write_todos', args });
  expect(error).toMatchObject({ code: 'ARGUMENTS_INVALID', message: expect.stringContaining(line) });
});
