import { z } from 'zod';
import type { Ctx as CtxType } from '../contracts/ctx.js';
import { Ctx } from './ctx.js';
import { readToolkit, readTools } from './metadata-store.js';
import { Param } from './param.js';
import { Tool } from './tool.js';
import { Toolkit } from './toolkit.js';

const input = z.object({ city: z.string(), days: z.number().default(1) });

test('a decorator only writes what it was told', () => {
  const options = { description: 'd' };
  class Weather {
    @Tool(options) forecast(@Param('city', 'Where') _city: string, @Ctx() _ctx: CtxType): void {}
  }
  expect([...readTools(Weather)]).toEqual([
    [
      'forecast',
      {
        tool: options,
        facts: {},
        positions: new Map<number, unknown>([
          [1, { kind: 'ctx' }],
          [0, { kind: 'param', param: { name: 'city', description: 'Where' } }],
        ]),
        decorators: ['Tool'],
      },
    ],
  ]);
  expect(readToolkit(Weather).misuses).toEqual([]);
});

test('the compiler holds a method against its input schema', () => {
  class Typed {
    @Tool({ input }) whole(args: { city: string; days: number }): unknown {
      return args;
    }
    @Tool({ input }) part(args: { city: string }, @Ctx() _ctx: CtxType): unknown {
      return args;
    }
    @Tool({ input }) async inferred(args: z.output<typeof input>): Promise<unknown> {
      return args;
    }
    @Tool({ input }) nothing(): void {}
    // @ts-expect-error the schema gives a number for days
    @Tool({ input }) wrong(args: { city: string; days: string }): unknown {
      return args;
    }
    // @ts-expect-error the schema gives no country
    @Tool({ input }) missing(args: { country: string }): unknown {
      return args;
    }
    // @ts-expect-error the first parameter is the arguments object
    @Tool({ input }) separate(city: string): unknown {
      return city;
    }
    @Tool({ input: { type: 'object' } }) json(args: { anything: string }): unknown {
      return args;
    }
  }
  expect(readTools(Typed).size).toBe(8);
});

test('the compiler holds a class against its input schema', () => {
  @Tool({ input })
  class Right {
    execute(args: { city: string }): unknown {
      return args;
    }
  }
  // @ts-expect-error the schema gives a text for city
  @Tool({ input })
  class Wrong {
    execute(args: { city: number }): unknown {
      return args;
    }
  }
  // @ts-expect-error there is no execute
  @Tool({ input })
  class Without {}
  expect([Right, Wrong, Without].map((owner) => readToolkit(owner).asTool.tool)).toEqual([{ input }, { input }, { input }]);
});

test('options of @Tool are checked by the compiler', () => {
  // @ts-expect-error there is no such option
  void (() => Tool({ descripton: 'typo' }));
  // @ts-expect-error a risk is low, medium or high
  void (() => Tool({ riskLevel: 'extreme' }));
  // @ts-expect-error there is no such option, beside a schema too
  void (() => Tool({ input, descripton: 'typo' }));
  // @ts-expect-error a type is one of four
  void (() => Param('a', 'b', 'text'));
});

test.each([
  ['Tool', () => Tool()],
  ['Toolkit', () => Toolkit()],
] as const)('@%s called as an ECMAScript decorator says which compiler option is missing', (name, decorator) => {
  const standard = decorator() as unknown as (target: object, context: object) => void; // what an ECMAScript compiler emits
  expect(() => standard(class {}, { kind: 'class', name: 'A' })).toThrow(`@${name} was called as an ECMAScript decorator`);
});

test('@Toolkit on a method is noted', () => {
  class Misplaced {
    run(): void {}
  }
  const anywhere = Toolkit() as unknown as MethodDecorator; // the compiler refuses it, plain JavaScript does not
  anywhere(Misplaced.prototype, 'run', Object.getOwnPropertyDescriptor(Misplaced.prototype, 'run') as PropertyDescriptor);
  expect(readToolkit(Misplaced).misuses).toEqual([
    {
      code: 'DECORATOR_MISPLACED',
      decorator: 'Toolkit',
      member: 'run',
      message: 'stands on a method; write @Tool there and @Toolkit on the class',
    },
  ]);
});
