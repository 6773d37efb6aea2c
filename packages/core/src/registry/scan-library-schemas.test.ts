import { z } from 'zod';
import { token, type Class } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Ctx } from '../decorators/ctx.js';
import { Dep } from '../decorators/dep.js';
import { Param } from '../decorators/param.js';
import { Tool } from '../decorators/tool.js';
import { scanTools } from './scan-tools.js';

const Clock = token<{ now(): number }>('test/Clock');
const ctx = (values: Partial<Ctx> = {}): Ctx => values as Ctx;

/** The tools of a class without problems, by name. */
function toolsOf(toolkit: Class): Record<string, ToolDefinition> {
  const { toolkits, problems } = scanTools([toolkit]);
  expect(problems).toEqual([]);
  const instance = new (toolkit as new () => object)();
  return Object.fromEntries((toolkits[0]?.bind(instance) ?? []).map((definition) => [definition.name, definition]));
}

test('input gives the method one arguments object, checked and made by the library', async () => {
  const input = z
    .object({ city: z.string(), days: z.coerce.number().default(2) })
    .refine(({ city }) => city !== 'Atlantis', { error: 'no such place', path: ['city'] });
  class Weather {
    @Tool({ description: 'd', input, semantics: { city: 'text' }, secretParameters: ['city'], coerce: 'lossless' })
    forecast(args: { city: string; days: number }, @Ctx() context: Ctx): string {
      return `${args.city} ${args.days} ${context.run.id}`;
    }
    @Tool({ description: 'd', input: { type: 'object', properties: { raw: {} } } })
    raw(@Ctx() _context: Ctx, args: object): object {
      return args;
    }
    @Tool({ description: 'd', input: z.object({ id: z.string() }).refine(async ({ id }) => Promise.resolve(id !== 'x'), 'taken') })
    async register(args: { id: string }): Promise<string> {
      return args.id;
    }
  }
  const tools = toolsOf(Weather);
  const { forecast, raw, register } = tools;
  expect(forecast).toMatchObject({
    inputSchema: { type: 'object', properties: { city: { type: 'string' }, days: { default: 2 } }, required: ['city'] },
    secretParameters: ['city'],
    losslessParameters: ['city', 'days'],
  });
  expect(forecast?.handler({ city: 'Rome', days: '4' }, ctx({ run: { id: 'r', sessionId: '', agentPath: [] } }))).toBe('Rome 4 r');
  expect(forecast?.refine?.({ city: 'Atlantis' })).toBe('city: no such place');
  expect(forecast?.refine?.({ city: 'Rome' })).toBeUndefined();
  expect(raw?.inputSchema).toEqual({ type: 'object', properties: { raw: {} } });
  expect(raw?.handler({ raw: 1 }, ctx())).toEqual({ raw: 1 });
  expect(await register?.refine?.({ id: 'x' })).toBe('arguments: taken');
  expect(await register?.handler({ id: 'y' }, ctx())).toBe('y');
  await expect(register?.handler({ id: 'x' }, ctx())).rejects.toMatchObject({ code: 'ARGUMENTS_INVALID', message: 'arguments: taken' });
});

test('a parameter with a library schema is checked and made by it', async () => {
  const slug = z.string().transform(async (text) => Promise.resolve(text.toUpperCase()));
  class Mail {
    @Tool({ description: 'd' })
    send(
      @Param({ name: 'to', schema: z.email(), description: 'Who gets it' }) to: string,
      @Param({ name: 'cc', schema: z.string().optional() }) cc: string | undefined,
      @Param({ name: 'size', schema: z.string().transform(Number) }) size: number,
    ): unknown {
      return [to, cc, size];
    }
    @Tool({ description: 'd' })
    async name(@Param({ name: 'slug', schema: slug }) text: string, @Dep(Clock) clock: Promise<number>): Promise<unknown> {
      return [text, clock instanceof Promise];
    }
  }
  const { send, name } = toolsOf(Mail);
  expect(send?.inputSchema).toMatchObject({
    properties: { to: { format: 'email', description: 'Who gets it' } },
    required: ['to', 'size'],
  });
  expect(send?.handler({ to: 'a@b.example', size: '4' }, ctx())).toEqual(['a@b.example', undefined, 4]);
  expect(send?.refine?.({ to: 'nobody', size: '4' })).toBe('to: Invalid email address');
  expect(send?.refine?.({ to: 'a@b.example', size: '4' })).toBeUndefined();
  expect(await name?.handler({ slug: 'x' }, ctx({ get: (() => Promise.resolve(1)) as Ctx['get'] }))).toEqual(['X', true]);
});
