import { z } from 'zod';
import type { Ctx as CtxType } from '../contracts/ctx.js';
import { token, type Class } from '../contracts/token.js';
import type { ReplayPolicy as ReplayPolicyType } from '../contracts/tool-definition.js';
import { Concurrency } from '../decorators/concurrency.js';
import { Ctx } from '../decorators/ctx.js';
import { Dep } from '../decorators/dep.js';
import { Inject } from '../decorators/injectable.js';
import { Offload } from '../decorators/offload.js';
import { Param } from '../decorators/param.js';
import { Permission } from '../decorators/permission.js';
import { Reconcile } from '../decorators/reconcile.js';
import { ReplayPolicy } from '../decorators/replay-policy.js';
import { RequiresApproval } from '../decorators/requires-approval.js';
import { Retry } from '../decorators/retry.js';
import { Timeout } from '../decorators/timeout.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { scanTools } from './scan-tools.js';

const Db = token<object>('test/Db');
const described = { description: 'd' };

/** The problems of classes, as lines. */
function problemsOf(...classes: readonly unknown[]): readonly string[] {
  return scanTools(classes as Class[]).problems.map(({ code, where, message }) => `${where}: ${message} [${code}]`);
}

test('every misplaced decorator is named with its member and the fix', () => {
  @Toolkit()
  class Misplaced {
    constructor(@Param('db') @Inject(Db) readonly db: object) {}
    @Tool(described) get getter(): string {
      return '';
    }
    @Tool(described) static atClass(@Param() _text: string): void {}
    // @ts-expect-error the compiler refuses it too, where it looks
    @Tool(described) arrow = (): void => {};
    @Tool(described) twice(@Ctx() _a: CtxType, @Ctx() _b: CtxType): void {}
    @Tool(described) both(@Param() @Dep(Db) _db: object): void {}
    @Tool(described) injected(@Inject(Db) _db: string): void {}
    @Tool(described) @Tool(described) again(): void {}
    @Tool(described) @Timeout(1) @Timeout(2) patient(): void {}
    @Tool({ ...described, timeoutMs: 1 }) @Timeout(2) contrary(): void {}
    noTool(@Param('text') _text: string): void {}
    @RequiresApproval() alsoNoTool(@Ctx() _ctx: CtxType): void {}
  }
  Tool(described)(Misplaced.prototype, '#secret', { value: () => undefined });
  expect(problemsOf(Misplaced)).toEqual([
    'Misplaced.getter: @Tool stands on a getter or setter; write it as a method. [DECORATOR_MISPLACED]',
    'Misplaced.arrow: @Tool stands on a property; write it as a method. [DECORATOR_MISPLACED]',
    'Misplaced.twice: @Ctx stands on two parameters of one method; a call has one Ctx, keep one. [DECORATOR_REPEATED]',
    'Misplaced.both: @Param stands beside another decorator on parameter 1; keep one of @Param, @Ctx and @Dep. [DECORATOR_REPEATED]',
    "Misplaced.injected: @Inject stands on a method parameter, which only a constructor's container fills; write @Dep(test/Db). [DECORATOR_MISPLACED]",
    'Misplaced.again: @Tool is said twice; keep one. [DECORATOR_REPEATED]',
    'Misplaced.patient: @Timeout is said twice; keep one. [DECORATOR_REPEATED]',
    'Misplaced.atClass: @Param stands on a static member; a tool is a method of an instance, so drop `static` or use defineTool(). [DECORATOR_MISPLACED]',
    'Misplaced.atClass: @Tool stands on a static member; a tool is a method of an instance, so drop `static` or use defineTool(). [DECORATOR_MISPLACED]',
    'Misplaced.constructor: @Param stands on a constructor parameter, which no call fills; write @Inject(TOKEN) there. [DECORATOR_MISPLACED]',
    'Misplaced.#secret: @Tool stands on a private name, which nothing outside the class can call; drop the "#" (TypeScript\'s `private` is fine). [DECORATOR_MISPLACED]',
    'Misplaced.noTool: There is @Param but no @Tool; add @Tool() to the method, or remove it. [DECORATOR_MISPLACED]',
    'Misplaced.alsoNoTool: There are @RequiresApproval, @Ctx but no @Tool; add @Tool() to the method, or remove them. [DECORATOR_MISPLACED]',
    'Misplaced.contrary: @Tool({ timeoutMs }) and @Timeout say different things; keep one. [DECORATOR_REPEATED]',
  ]);
});

test('statements on a class that is no tool are not silently lost', () => {
  @Toolkit()
  @RequiresApproval()
  class Careless {
    @Tool(described) remove(): void {}
  }
  @Tool(described)
  class Double {
    @Tool(described) execute(): void {}
  }
  expect(problemsOf(Careless, Double)).toEqual([
    'Careless: There is @RequiresApproval on the class, which is not a tool itself; put it on each method, or make the class a tool with @Tool(). [DECORATOR_MISPLACED]',
    'Double.execute: @Tool stands on the class and on its method execute; keep one. [DECORATOR_REPEATED]',
  ]);
});

test('parameters whose name or type nobody says', () => {
  class Parameters {
    @Tool(described) destructured({ a }: { a: string }, [b]: string[]): string {
      return a + b;
    }
    @Tool(described) rest(...texts: string[]): string {
      return texts.join();
    }
    @Tool(described) minified(a: string, b: number): string {
      return a + b;
    }
    @Tool(described) named(@Param('a', 'A') a: string, @Param('b', 'B') b: number): string {
      return a + b;
    }
    @Tool(described) objects(record: object, list: string[], when: Date, either: string | number): unknown {
      return [record, list, when, either];
    }
    @Tool(described) conflict(@Param({ type: 'string' }) size: number, @Param({ schema: { type: 'boolean' } }) text: string): unknown {
      return [size, text];
    }
    @Tool(described) same(@Param('text') one: string, @Param('text') two: string): string {
      return one + two;
    }
    @Tool(described) proto(@Param('__proto__') one: string, @Param('') two: string): string {
      return one + two;
    }
  }
  expect(problemsOf(Parameters)).toEqual([
    "Parameters.destructured, parameter 1: Its name is not known: it is destructured. Write @Param('name', 'description'). [PARAM_NAME_UNKNOWN]",
    "Parameters.destructured, parameter 1: Nobody says its type: its emitted type is Object, which does not say what values it takes. Compile the signatures with \"npx tackroom schemas\", write @Param('name', 'description', 'string') for a primitive, or @Param({ schema: … }) with a JSON Schema or zod schema; unknownTypes: 'unconstrained' leaves it open. [PARAM_TYPE_UNKNOWN]",
    "Parameters.destructured, parameter 2: Its name is not known: it is destructured. Write @Param('name', 'description'). [PARAM_NAME_UNKNOWN]",
    "Parameters.destructured, parameter 2: Nobody says its type: its emitted type is Array, which does not say what values it takes. Compile the signatures with \"npx tackroom schemas\", write @Param('name', 'description', 'string') for a primitive, or @Param({ schema: … }) with a JSON Schema or zod schema; unknownTypes: 'unconstrained' leaves it open. [PARAM_TYPE_UNKNOWN]",
    'Parameters.rest, parameter 1 (texts): It is a rest parameter, which no call can fill: take one array with a schema. [PARAM_REST]',
    `Parameters.minified, parameter 1 (a): Its name is not known: every name of the method has one letter ("a"), as if it was minified. Write @Param('name', 'description'). [PARAM_NAME_UNKNOWN]`,
    `Parameters.minified, parameter 2 (b): Its name is not known: every name of the method has one letter ("b"), as if it was minified. Write @Param('name', 'description'). [PARAM_NAME_UNKNOWN]`,
    "Parameters.objects, parameter 1 (record): Nobody says its type: its emitted type is Object, which does not say what values it takes. Compile the signatures with \"npx tackroom schemas\", write @Param('name', 'description', 'string') for a primitive, or @Param({ schema: … }) with a JSON Schema or zod schema; unknownTypes: 'unconstrained' leaves it open. [PARAM_TYPE_UNKNOWN]",
    "Parameters.objects, parameter 2 (list): Nobody says its type: its emitted type is Array, which does not say what values it takes. Compile the signatures with \"npx tackroom schemas\", write @Param('name', 'description', 'string') for a primitive, or @Param({ schema: … }) with a JSON Schema or zod schema; unknownTypes: 'unconstrained' leaves it open. [PARAM_TYPE_UNKNOWN]",
    "Parameters.objects, parameter 3 (when): Nobody says its type: its emitted type is Date, which does not say what values it takes. Compile the signatures with \"npx tackroom schemas\", write @Param('name', 'description', 'string') for a primitive, or @Param({ schema: … }) with a JSON Schema or zod schema; unknownTypes: 'unconstrained' leaves it open. [PARAM_TYPE_UNKNOWN]",
    "Parameters.objects, parameter 4 (either): Nobody says its type: its emitted type is Object, which does not say what values it takes. Compile the signatures with \"npx tackroom schemas\", write @Param('name', 'description', 'string') for a primitive, or @Param({ schema: … }) with a JSON Schema or zod schema; unknownTypes: 'unconstrained' leaves it open. [PARAM_TYPE_UNKNOWN]",
    "Parameters.conflict, parameter 1 (size): @Param says string, but the parameter's own type is Number; make them agree. [PARAM_TYPE_CONFLICT]",
    "Parameters.conflict, parameter 2 (text): @Param says boolean, but the parameter's own type is String; make them agree. [PARAM_TYPE_CONFLICT]",
    'Parameters.same: Two parameters have the name "text"; give one another. [PARAM_NAME_INVALID]',
    'Parameters.proto, parameter 1 (__proto__): The name "__proto__" cannot be used: write 1 to 64 characters, not "__proto__". [PARAM_NAME_INVALID]',
    'Parameters.proto, parameter 2 (): The name "" cannot be used: write 1 to 64 characters, not "__proto__". [PARAM_NAME_INVALID]',
  ]);
});

test('options of @Param that cannot be', () => {
  const options: object = { semantics: 'file', secret: 'yes', coerce: 'loose', optional: 1, description: 5, descripton: 'typo' };
  class Options {
    @Tool(described) run(
      @Param(options) text: string,
      @Param({ type: 'text' as 'string' }) kind: string,
      @Param({ type: 'integer', default: 1.5 }) size: number,
      @Param({ type: 'string', schema: { type: 'string' } }) both: string,
      @Param({ schema: { type: 'sting' } }) typo: string,
      @Param({ schema: z.date() }) when: string,
    ): unknown {
      return [text, kind, size, both, typo, when];
    }
  }
  expect(problemsOf(Options)).toEqual([
    'Options.run, parameter 1 (text): "semantics" is "file"; write text, path, url or shell-command. [PARAM_OPTION_INVALID]',
    'Options.run, parameter 1 (text): "secret" is "yes"; write true or false. [PARAM_OPTION_INVALID]',
    `Options.run, parameter 1 (text): "coerce" is "loose"; write 'lossless'. [PARAM_OPTION_INVALID]`,
    'Options.run, parameter 1 (text): "optional" is 1; write true or false. [PARAM_OPTION_INVALID]',
    'Options.run, parameter 1 (text): "description" is 5; write a text for the model. [PARAM_OPTION_INVALID]',
    'Options.run, parameter 1 (text): "descripton" is not an option of @Param; the options are name, description, type, schema, semantics, secret, coerce, optional, default. [PARAM_OPTION_INVALID]',
    'Options.run, parameter 2 (kind): has the type "text"; write one of string, number, integer, boolean, or a schema. [PARAM_OPTION_INVALID]',
    'Options.run, parameter 3 (size): The default 1.5 is not of the type integer. [PARAM_OPTION_INVALID]',
    'Options.run, parameter 4 (both): has both "schema" and "type"; keep one. [PARAM_OPTION_INVALID]',
    'Options.run, parameter 5 (typo): The schema at "/type" must be one of array, boolean, integer, null, number, object, string, or a list of them. [SCHEMA_INVALID]',
    'Options.run, parameter 6 (when): The zod schema has no JSON Schema: Date cannot be represented in JSON Schema. Describe that part with types that JSON has, or give the JSON Schema itself. [SCHEMA_NOT_CONVERTIBLE]',
  ]);
});

test('values of decorators that cannot be', () => {
  const keyed: unknown = { key: 'path', mode: 'append' };
  const paged: object = { pages: 1 };
  class Values {
    @Tool(described) @Timeout(0) zero(): void {}
    @Tool(described) @Timeout(-1) negative(): void {}
    @Tool(described) @Timeout(NaN) nan(): void {}
    @Tool(described) @Timeout(Infinity) infinite(): void {}
    @Tool(described) @Timeout(2 ** 31) tooLong(): void {}
    @Tool(described) @Retry({ attempts: 0, jitter: 2, backoffMs: -1 }) retry(): void {}
    @Tool(described) @Concurrency(keyed as 'serial') keyed(): void {}
    @Tool(described) @Permission('maybe' as 'ask') permission(): void {}
    @Tool(described) @ReplayPolicy('always' as ReplayPolicyType) replay(): void {}
    @Tool(described) @Reconcile('missing') reconcile(): void {}
    @Tool(described) @Reconcile('own') own(): void {}
    @Tool() undescribed(): void {}
    @Tool({ description: ' ' }) blank(): void {}
    @Tool({ allowEmptyDescription: true }) silent(): void {}
    @Tool({ ...described, name: 'has space' }) spaced(): void {}
    @Tool(described) $dollar(): void {}
    @Tool(described) [Symbol.iterator](): void {}
    @Tool({ ...described, riskLevel: 'extreme' as 'high', category: '', ...paged }) options(): void {}
    @Tool({ ...described, descripton: 'typo' } as object) typo(): void {}
    @Tool({ ...described, input: { type: 'string' } }) notObject(args: string): string {
      return args;
    }
    @Tool({ ...described, input: { type: 'object', properties: { a: {} } }, semantics: { b: 'path' } }) semantics(args: object): unknown {
      return args;
    }
    @Tool({ ...described, input: { type: 'object' } }) mixed(@Param('a') a: string, b: string): string {
      return a + b;
    }
    @Tool({ ...described, output: { type: 'strin' } }) output(): void {}
  }
  expect(problemsOf(Values)).toEqual([
    'Values.zero, timeoutMs: is 0; write milliseconds above 0 and at most 2147483647 (2^31-1). [TOOL_OPTION_INVALID]',
    'Values.negative, timeoutMs: is -1; write milliseconds above 0 and at most 2147483647 (2^31-1). [TOOL_OPTION_INVALID]',
    'Values.nan, timeoutMs: is NaN; write milliseconds above 0 and at most 2147483647 (2^31-1). [TOOL_OPTION_INVALID]',
    'Values.infinite, timeoutMs: is Infinity; write milliseconds above 0 and at most 2147483647 (2^31-1). [TOOL_OPTION_INVALID]',
    'Values.tooLong, timeoutMs: is 2147483648; write milliseconds above 0 and at most 2147483647 (2^31-1). [TOOL_OPTION_INVALID]',
    'Values.retry, retry.attempts: is 0; write a whole number from 1 (1 means: no repeat). [TOOL_OPTION_INVALID]',
    'Values.retry, retry.backoffMs: is -1; write milliseconds from 0 to 2147483647. [TOOL_OPTION_INVALID]',
    'Values.retry, retry.jitter: is 2; write a share from 0 to 1. [TOOL_OPTION_INVALID]',
    "Values.keyed, concurrency: is an object; write 'parallel', 'serial' or { key: (args, facts) => text, mode: 'read' or 'write' }. [TOOL_OPTION_INVALID]",
    'Values.permission, permission: is "maybe"; write allow, ask or deny. [TOOL_OPTION_INVALID]',
    'Values.replay, replayPolicy: is "always"; write safe, idempotent or manual. [TOOL_OPTION_INVALID]',
    'Values.reconcile: @Reconcile names "missing", which is no method of the class: name a method of (idempotencyKey, args, ctx) that tells whether the call took effect. [RECONCILE_MISSING]',
    'Values.own: @Reconcile names "own", which is the tool itself: name a method of (idempotencyKey, args, ctx) that tells whether the call took effect. [RECONCILE_MISSING]',
    'Values.undescribed: It has no description, which is all that a model knows of it: write one, or say allowEmptyDescription: true. [TOOL_DESCRIPTION_EMPTY]',
    'Values.blank: It has no description, which is all that a model knows of it: write one, or say allowEmptyDescription: true. [TOOL_DESCRIPTION_EMPTY]',
    'Values.spaced: The name "has space" is not one that every provider accepts: write 1 to 64 of A-Z a-z 0-9 _ - . [TOOL_NAME_INVALID]',
    'Values.$dollar: The name "$dollar" becomes "$dollar", which is no tool name (a letter, then a-z 0-9 _, at most 64): write @Tool({ name }). [TOOL_NAME_INVALID]',
    'Values.Symbol(Symbol.iterator): The name "Symbol(Symbol.iterator)" becomes "symbol(symbol.iterator)", which is no tool name (a letter, then a-z 0-9 _, at most 64): write @Tool({ name }). [TOOL_NAME_INVALID]',
    'Values.options, riskLevel: is "extreme"; write low, medium or high. [TOOL_OPTION_INVALID]',
    'Values.options, category: is ""; write a word such as read, write or execute. [TOOL_OPTION_INVALID]',
    'Values.options, pages: is 1; write true or false. [TOOL_OPTION_INVALID]',
    'Values.typo, descripton: is not an option of @Tool; the options are name, description, title, category, riskLevel, input, output, permission, concurrency, replayPolicy, timeoutMs, retry, retryIfResult, semantics, secretParameters, coerce, visible, visiblePerStep, preview, pages, allowEmptyDescription. [TOOL_OPTION_INVALID]',
    "Values.notObject, input: The schema describes string, but arguments are always one object: write type: 'object' with properties. [SCHEMA_INVALID]",
    'Values.semantics, semantics: names the parameter b; the parameters are a. [TOOL_OPTION_INVALID]',
    'Values.mixed, parameter 1: @Tool({ input }) gives the method one arguments object as its first parameter; mark the others with @Ctx or @Dep and drop @Param. [PARAM_WITH_INPUT]',
    'Values.mixed, parameter 2: @Tool({ input }) gives the method one arguments object as its first parameter; mark the others with @Ctx or @Dep and drop @Param. [PARAM_WITH_INPUT]',
    'Values.output, output: The schema at "/type" must be one of array, boolean, integer, null, number, object, string, or a list of them. [SCHEMA_INVALID]',
  ]);
});

test('items and classes that cannot be toolkits', () => {
  class Empty {}
  class Ghost {}
  Tool(described)(Ghost.prototype, 'gone', { value: () => undefined });
  @Tool(described)
  class NoExecute {}
  @Toolkit({ prefix: 'Has Space', riskLevel: 'none' as 'low', colour: 'red' } as object)
  class BadOptions {
    @Tool(described) run(): void {}
  }
  expect(problemsOf(Empty, Ghost, NoExecute, BadOptions, () => 1, 'CustomerTools', undefined, {})).toEqual([
    'Empty: It has no tools: put @Tool() on a method, or on the class if it has an execute method. [TOOLKIT_EMPTY]',
    'Ghost.gone: No class has the method gone: an abstract class cannot be a toolkit, give the class that implements it. [TOOLKIT_ABSTRACT]',
    'NoExecute.execute: No class has the method execute: an abstract class cannot be a toolkit, give the class that implements it. [TOOLKIT_ABSTRACT]',
    'BadOptions: "prefix" is "Has Space"; write up to 32 of a-z 0-9 _, a letter first. [TOOLKIT_OPTION_INVALID]',
    'BadOptions: "riskLevel" is "none"; write low, medium or high. [TOOLKIT_OPTION_INVALID]',
    'BadOptions: "colour" is not an option of @Toolkit; the options are category, riskLevel, prefix, instructions, id, manifest, visible, visiblePerStep. [TOOLKIT_OPTION_INVALID]',
    'BadOptions.run: The name "run" becomes "Has Space_run", which is no tool name (a letter, then a-z 0-9 _, at most 64): write @Tool({ name }). [TOOL_NAME_INVALID]',
    'BadOptions.run, riskLevel: is "none"; write low, medium or high. [TOOL_OPTION_INVALID]',
    'item 4: It is a function, not a class: give a class with @Tool methods, or a function through toolFunction(). [TOOLKIT_NOT_A_CLASS]',
    'item 5: It is "CustomerTools", not a class: give a class with @Tool methods, or a function through toolFunction(). [TOOLKIT_NOT_A_CLASS]',
    'item 6: It is undefined, not a class: give a class with @Tool methods, or a function through toolFunction(). [TOOLKIT_NOT_A_CLASS]',
    'item 7: It is an object, not a class: give a class with @Tool methods, or a function through toolFunction(). [TOOLKIT_NOT_A_CLASS]',
  ]);
});

test('names that two tools share', () => {
  class First {
    @Tool(described) lookUp(): void {}
    @Tool({ ...described, name: 'look_up' }) other(): void {}
  }
  class Second extends First {}
  expect(problemsOf(First, Second)).toEqual([
    'First.other: The tool look_up comes from First.lookUp and from First.other: leave one out, or rename one with @Tool({ name }) or @Toolkit({ prefix }). [TOOL_DUPLICATE]',
    'Second.lookUp: The tool look_up comes from First.other and from Second.lookUp: leave one out, or rename one with @Tool({ name }) or @Toolkit({ prefix }). [TOOL_DUPLICATE]',
    'Second.other: The tool look_up comes from Second.lookUp and from Second.other: leave one out, or rename one with @Tool({ name }) or @Toolkit({ prefix }). [TOOL_DUPLICATE]',
  ]);
});

test('an offloaded method takes nothing that a worker does not have', () => {
  class Hashing {
    readonly rounds = 3;
    @Tool(described)
    @Offload({ module: import.meta.url, exportName: 'hash' })
    hash(@Param() text: string, @Ctx() _ctx: CtxType, @Dep(Db) _db: object): string {
      return text + this.rounds;
    }
    @Tool(described)
    @Offload({ module: '', exportName: 'hash' })
    empty(): void {}
    @Tool(described)
    @Offload({ module: import.meta.url, exportName: 'hash' })
    fine(@Param() text: string): string {
      return `"this" in ${text} is text`; // and this is a comment
    }
  }
  expect(problemsOf(Hashing)).toEqual([
    'Hashing.hash: @Offload runs a module function in a worker, where there is no @Ctx: pass what it needs as parameters, or drop @Offload. [OFFLOAD_INVALID]',
    'Hashing.hash: @Offload runs a module function in a worker, where there is no @Dep: pass what it needs as parameters, or drop @Offload. [OFFLOAD_INVALID]',
    'Hashing.hash: @Offload runs a module function in a worker, where there is no "this": pass what it needs as parameters, or drop @Offload. [OFFLOAD_INVALID]',
    "Hashing.empty, offload: is an object; write { module: import.meta.url, exportName: 'name' }. [TOOL_OPTION_INVALID]",
  ]);
});
