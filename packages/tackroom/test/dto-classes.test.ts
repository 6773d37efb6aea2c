import { Type } from 'class-transformer';
import { IsArray, IsEmail, IsInt, IsString, Max, registerDecorator, ValidateNested } from 'class-validator';
import { calls, ScriptedModel, scriptedApprover, text } from '@tackroom/testing';
import { HarnessError, HarnessModule, Param, rule, Tool, Toolkit, type HarnessOptions } from 'tackroom';

/** A rule that asks something else, and so takes a while. */
const isCustomer: PropertyDecorator = (target, property) =>
  registerDecorator({
    target: target.constructor,
    propertyName: String(property),
    validator: { validate: (value) => Promise.resolve(value !== 'b@b.example'), defaultMessage: () => '$property is no customer' },
  });

// #region dto
class Line {
  @IsString({ context: { description: 'Number of the book' } })
  book!: string;

  @IsInt()
  @Max(9)
  count = 1;
}

class NewOrder {
  @IsEmail()
  @isCustomer
  mail!: string;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];

  get books(): number {
    return this.lines.reduce((sum, { count }) => sum + count, 0);
  }
}

@Toolkit({ category: 'library' })
class OrderTools {
  @Tool({ description: 'Order books.', input: NewOrder })
  orderBooks(order: NewOrder): string {
    return `${order.books} books for ${order.mail}`;
  }

  @Tool({ description: 'Say what an order costs.' })
  quoteOrder(
    @Param({ name: 'order', schema: NewOrder }) order: NewOrder,
    @Param('discount', 'In percent', 'integer') discount = 0,
  ): string {
    return `${order.books * 10 * (1 - discount / 100)} €`;
  }
}
// #endregion

const order = { mail: 'a@b.example', lines: [{ book: '7', count: 2 }, { book: '8' }] };

test('a model is shown the rules, and the method gets an instance', async () => {
  const harness = await HarnessModule.create({ tools: [OrderTools], permissions: { allow: ['*'] } });
  const model = new ScriptedModel([calls(['order_books', order], ['quote_order', { order, discount: 10 }]), text('Done.')]);
  const run = await harness.createAgent({ name: 'clerk', model }).run('Order.');
  expect(run.status).toBe('completed');
  expect(model.requests[0]?.tools.slice(0, 2).map(({ inputSchema }) => inputSchema)).toMatchObject([
    {
      properties: {
        mail: { type: 'string', format: 'email' },
        lines: {
          items: { properties: { book: { description: 'Number of the book' }, count: { type: 'integer', maximum: 9, default: 1 } } },
        },
      },
      required: ['mail', 'lines'],
      additionalProperties: false,
    },
    { properties: { order: { required: ['mail', 'lines'] }, discount: { default: 0 } }, required: ['order'] },
  ]);
  const results = model.requests[1]?.messages;
  expect(JSON.stringify(results)).toContain('3 books for a@b.example');
  expect(JSON.stringify(results)).toContain('27 €');
  await harness.close();
});

test.each([
  [{ ...order, mail: 'nobody' }, 'mail: must be an email'],
  [{ ...order, mail: 'b@b.example' }, 'mail: is no customer'],
  [{ ...order, lines: [{ book: '7', count: 10 }] }, 'lines[0].count: must be at most 9, got 10'],
  [{ ...order, mails: 1 }, 'mails: is not a known field; did you mean "mail"?'],
])('what breaks a rule never reaches the method: %j', async (args, message) => {
  const harness = await HarnessModule.create({ tools: [OrderTools], permissions: { allow: ['*'] } });
  expect(await harness.execute({ name: 'order_books', args })).toMatchObject({
    success: false,
    error: { code: 'ARGUMENTS_INVALID', message },
  });
  await harness.close();
});

test('rules and approvers see the JSON that came in, with defaults', async () => {
  const approver = scriptedApprover([{ type: 'approve' }]);
  const harness = await HarnessModule.create({
    tools: [OrderTools],
    approver,
    permissions: { ask: [rule('order_books', { mail: 'a@*' })] },
  });
  expect((await harness.execute({ name: 'order_books', args: order })).content).toBe('3 books for a@b.example');
  expect(approver.requests.map(({ args }) => args)).toEqual([
    {
      ...order,
      lines: [
        { book: '7', count: 2 },
        { book: '8', count: 1 },
      ],
    },
  ]);
  await harness.close();
});

test('what cannot be described keeps the harness from booting, all of it at once', async () => {
  class Patch {
    @IsString({ groups: ['update'] }) id!: string;
    note = '';
  }
  class PatchTools {
    @Tool({ description: 'd', input: Patch })
    patch(args: Patch): Patch {
      return args;
    }
  }
  const boot = HarnessModule.create({ tools: [PatchTools] } satisfies HarnessOptions);
  const error: unknown = await boot.catch((reason: unknown) => reason);
  expect(HarnessError.is(error, 'BOOT_INVALID') && error.problems.map(({ code, where }) => `${code} ${where}`)).toEqual([
    'DTO_GROUPS_UNSUPPORTED PatchTools.patch, input, Patch.id',
    'DTO_PROPERTY_UNDESCRIBED PatchTools.patch, input, Patch.note',
  ]);
});
