import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import * as mini from 'zod/v4-mini';
import { z as z3 } from 'zod3';
import { z as z3Plain } from 'zod3-plain';
import { defineTool } from '../registry/define-tool.js';
import { readTools } from './metadata-store.js';
import { Tool } from './tool.js';

/** The same in every library: a default is given to the method, and a transformation gives it a number. */
const zod3 = z3.object({ city: z3.string(), days: z3.number().default(1), size: z3.string().transform(Number) });
const zod3Plain = z3Plain.object({ city: z3Plain.string(), days: z3Plain.number().default(1), size: z3Plain.string().transform(Number) });
const zod4 = z.object({ city: z.string(), days: z.number().default(1), size: z.string().transform(Number) });
const zodMini = mini.object({
  city: mini.string(),
  days: mini._default(mini.number(), 1),
  size: mini.pipe(mini.string(), mini.transform(Number)),
});
const valibot = v.object({ city: v.string(), days: v.optional(v.number(), 1), size: v.pipe(v.string(), v.transform(Number)) });
const arktype = type({ city: 'string', days: 'number = 1', size: 'string.numeric.parse' });

interface Right {
  city: string;
  days: number;
  size: number;
}

test('the method takes what the library gives', () => {
  class Typed {
    @Tool({ input: zod3 }) zod3(args: Right): unknown {
      return args;
    }
    @Tool({ input: zod3Plain }) zod3Plain(args: Right): unknown {
      return args;
    }
    @Tool({ input: zod4 }) zod4(args: Right): unknown {
      return args;
    }
    @Tool({ input: zodMini }) zodMini(args: Right): unknown {
      return args;
    }
    @Tool({ input: valibot }) async valibot(args: Right): Promise<unknown> {
      return Promise.resolve(args);
    }
    @Tool({ input: arktype }) arktype(args: { city: string }): unknown {
      return args;
    }
  }
  expect([...readTools(Typed).keys()]).toEqual(['zod3', 'zod3Plain', 'zod4', 'zodMini', 'valibot', 'arktype']);
});

test('another type is an error of the compiler', () => {
  class Wrong {
    // @ts-expect-error the schema makes a number of size
    @Tool({ input: zod3 }) zod3(args: { size: string }): unknown {
      return args;
    }
    // @ts-expect-error the schema makes a number of size
    @Tool({ input: zod3Plain }) zod3Plain(args: { size: string }): unknown {
      return args;
    }
    // @ts-expect-error the schema makes a number of size
    @Tool({ input: zod4 }) zod4(args: { size: string }): unknown {
      return args;
    }
    // @ts-expect-error the schema makes a number of size
    @Tool({ input: zodMini }) zodMini(args: { size: string }): unknown {
      return args;
    }
    // @ts-expect-error the schema makes a number of size
    @Tool({ input: valibot }) valibot(args: { size: string }): unknown {
      return args;
    }
    // @ts-expect-error the schema makes a number of size
    @Tool({ input: arktype }) arktype(args: { size: string }): unknown {
      return args;
    }
  }
  expect(readTools(Wrong).size).toBe(6);
});

test('the handler of defineTool takes what the library gives', () => {
  const base = { name: 'x', description: 'd' };
  const right = (args: Right): unknown => args;
  const wrong = (args: { size: string }): unknown => args;
  const defined = [
    defineTool({ ...base, input: zod3, handler: right }),
    defineTool({ ...base, input: zod3Plain, handler: right }),
    defineTool({ ...base, input: zod4, handler: right }),
    defineTool({ ...base, input: zodMini, handler: right }),
    defineTool({ ...base, input: valibot, handler: right }),
    defineTool({ ...base, input: arktype, handler: right }),
    // @ts-expect-error the schema makes a number of size
    defineTool({ ...base, input: zod3, handler: wrong }),
    // @ts-expect-error the schema makes a number of size
    defineTool({ ...base, input: zod4, handler: wrong }),
    // @ts-expect-error the schema makes a number of size
    defineTool({ ...base, input: valibot, handler: wrong }),
    // @ts-expect-error the schema makes a number of size
    defineTool({ ...base, input: arktype, handler: wrong }),
  ];
  expect(defined.every(({ inputSchema }) => inputSchema.properties?.['city'] !== undefined)).toBe(true);
});
