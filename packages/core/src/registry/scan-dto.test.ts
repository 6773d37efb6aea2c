import { Type } from 'class-transformer';
import { IsArray, IsEmail, IsInt, IsOptional, IsString, registerDecorator, ValidateNested } from 'class-validator';
import { z } from 'zod';
import type { Class } from '../contracts/token.js';
import type { Ctx as Context } from '../contracts/ctx.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Ctx } from '../decorators/ctx.js';
import { Param } from '../decorators/param.js';
import { Tool } from '../decorators/tool.js';
import { defineTool } from './define-tool.js';
import { scanTools } from './scan-tools.js';
import { definitionOfFunction, toolFunction } from './tool-function.js';

let asked = 0;
const isKnown: PropertyDecorator = (target, property) =>
  registerDecorator({
    name: 'isKnown',
    target: target.constructor,
    propertyName: String(property),
    validator: {
      validate(value) {
        asked += 1;
        return Promise.resolve(value !== 'nobody@b.example');
      },
      defaultMessage: () => '$property is nobody we know',
    },
  });

class Address {
  @IsString() city!: string;
}
class NewOrder {
  @IsEmail() @isKnown mail!: string;
  @IsInt() count = 1;
  @IsOptional() @ValidateNested() @Type(() => Address) to?: Address;
}
class UrgentOrder extends NewOrder {}
class Tree {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Tree) children!: Tree[];
}

const ctx = { run: { id: 'r' } } as Context;

/** The tools of a class without problems, by name. */
function toolsOf(toolkit: Class): Record<string, ToolDefinition> {
  const { toolkits, problems } = scanTools([toolkit]);
  expect(problems).toEqual([]);
  const instance = new (toolkit as new () => object)();
  return Object.fromEntries((toolkits[0]?.bind(instance) ?? []).map((definition) => [definition.name, definition]));
}

const orderSchema = {
  type: 'object',
  properties: {
    mail: { type: 'string', format: 'email' },
    count: { type: 'integer', default: 1 },
    to: { type: ['object', 'null'], properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  },
  required: ['mail'],
  additionalProperties: false,
};
const args = { mail: 'a@b.example', count: 2, to: { city: 'Rome' } };

describe('the arguments of a tool as one class', () => {
  class Shop {
    @Tool({ description: 'd', input: NewOrder })
    place(order: NewOrder, @Ctx() { run }: Context): unknown {
      return [order, run.id];
    }
  }
  const place = toolsOf(Shop)['place'];

  test('show its fields to the model', () => {
    expect(place?.inputSchema).toEqual(orderSchema);
  });

  test('are an instance for the handler', () => {
    expect(place?.handler(args, ctx)).toEqual([Object.assign(new NewOrder(), { ...args, to: Object.assign(new Address(), args.to) }), 'r']);
  });

  test('are checked before the call alone, and awaited', async () => {
    asked = 0;
    expect(await place?.refine?.(args)).toBeUndefined();
    expect(await place?.refine?.({ ...args, mail: 'nobody@b.example' })).toBe('mail: is nobody we know');
    expect(asked).toBe(2);
    place?.handler(args, ctx);
    expect(asked).toBe(2);
  });

  test('can be said of functions and definitions', async () => {
    const handler = (order: NewOrder): boolean => order instanceof NewOrder;
    const defined = defineTool({ name: 'place', description: 'd', input: NewOrder, handler });
    const made = definitionOfFunction(
      toolFunction({ name: 'place', description: 'd', input: NewOrder }, handler),
      'tools[0]',
    ) as ToolDefinition;
    for (const tool of [defined, made]) {
      expect(tool.inputSchema).toEqual(orderSchema);
      expect(await tool.refine?.({ mail: 'x' })).toBe('mail: must be an email');
      expect(tool.handler(args, ctx)).toBe(true);
    }
  });
});

describe('a parameter of a class', () => {
  class Shop {
    @Tool({ description: 'd' })
    send(@Param() order: NewOrder, @Param({ name: 'note', optional: true }) note?: string): unknown {
      return [order instanceof NewOrder, order.to instanceof Address, note];
    }
    @Tool({ description: 'd' })
    said(@Param({ name: 'order', schema: UrgentOrder }) order: NewOrder): boolean {
      return order instanceof UrgentOrder;
    }
    @Tool({ description: 'd' })
    plant(@Param() left: Tree, @Param() right: Tree): boolean {
      return left instanceof Tree && right instanceof Tree;
    }
  }
  const { send, said, plant } = toolsOf(Shop);

  test('is found by its type and stays one parameter', async () => {
    expect(send?.inputSchema).toEqual({
      type: 'object',
      properties: { order: orderSchema, note: { type: 'string' } },
      required: ['order'],
      additionalProperties: false,
    });
    expect(send?.handler({ order: args }, ctx)).toEqual([true, true, undefined]);
    expect(await send?.refine?.({ order: { ...args, mail: 'x' } })).toBe('order.mail: must be an email');
  });

  test('is made of the class that @Param names', () => {
    expect(said?.inputSchema.properties).toEqual({ order: orderSchema });
    expect(said?.handler({ order: args }, ctx)).toBe(true);
  });

  test('keeps its definitions where references find them', () => {
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
      required: ['children'],
      additionalProperties: false,
    };
    expect(plant?.inputSchema).toMatchObject({ properties: { left: tree, right: tree }, $defs: { Tree: tree } });
    expect(plant?.inputSchema.properties?.['left']).toEqual(tree);
  });
});

test('a class that contradicts the type of its parameter is refused, both named', () => {
  class Other {}
  class Shop {
    @Tool({ description: 'd' })
    first(@Param({ name: 'order', schema: NewOrder }) order: Other): unknown {
      return order;
    }
    @Tool({ description: 'd' })
    second(@Param({ name: 'order', schema: NewOrder }) order: string): unknown {
      return order;
    }
    @Tool({ description: 'd' })
    third(@Param({ name: 'order', schema: NewOrder }) order: UrgentOrder): unknown {
      return order;
    }
    @Tool({ description: 'd' })
    fine(@Param({ name: 'order', schema: NewOrder }) order: { readonly mail: string }, @Param('x', 'd') x: Other): unknown {
      return [order, x];
    }
  }
  expect(scanTools([Shop]).problems.map(({ code, where, message }) => `${where}: ${message.split('.')[0] ?? ''} [${code}]`)).toEqual([
    "Shop.first, parameter 1 (order): @Param says NewOrder, but the parameter's own type is Other; make them agree [PARAM_TYPE_CONFLICT]",
    "Shop.second, parameter 1 (order): @Param says NewOrder, but the parameter's own type is String; make them agree [PARAM_TYPE_CONFLICT]",
    "Shop.third, parameter 1 (order): @Param says NewOrder, but the parameter's own type is UrgentOrder; make them agree [PARAM_TYPE_CONFLICT]",
    'Shop.fine, parameter 2 (x): Nobody says its type: its emitted type is Other, which does not say what values it takes [PARAM_TYPE_UNKNOWN]',
  ]);
});

test('the compiler holds the type of a handler against the class', () => {
  class Shop {
    // @ts-expect-error the method takes another type than the class
    @Tool({ description: 'd', input: NewOrder })
    place(order: { readonly price: number }): unknown {
      return order;
    }
  }
  // @ts-expect-error the handler takes another type than the class
  defineTool({ name: 'x', description: 'd', input: NewOrder, handler: (order: { readonly price: number }) => order });
  expect(Shop).toBeDefined();
});

test('definitions of another library are hoisted as well', () => {
  interface Category {
    readonly sub: readonly Category[];
  }
  const category: z.ZodType<Category> = z.lazy(() => z.object({ sub: z.array(category) })).meta({ id: 'Category' });
  class Shop {
    @Tool({ description: 'd' })
    sort(@Param({ name: 'by', schema: z.object({ category }) }) by: object): unknown {
      return by;
    }
  }
  const sort = toolsOf(Shop)['sort'];
  expect(sort?.inputSchema).toMatchObject({
    properties: { by: { properties: { category: { $ref: expect.stringMatching(/^#\/\$defs\//) as string } } } },
    $defs: { Category: { type: 'object' } },
  });
});
