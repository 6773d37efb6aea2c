import { Param, Tool, ToolRegistry, type Class, type JsonValue, type ToolSignature } from '@tackroom/core';

/** Decorators as a source in memory declares them, for programs that import nothing. */
export const DECORATORS = 'declare function Tool(): MethodDecorator;\n';

/** Tools of one parameter `value` over compiled signatures; a value is accepted if a call with it succeeds. */
export class RowRegistry {
  private readonly registry = new ToolRegistry();

  /** Registers a tool under a number. */
  add(at: number, signature: ToolSignature | undefined): void {
    this.registry.register(toolOf(at, signature));
  }

  /** Sends a value through the whole pipeline of a call. */
  async isAccepted(at: number, value: JsonValue): Promise<boolean> {
    const { success } = await this.registry.execute({ name: `row_${at}`, args: { value } });
    return success;
  }
}

function toolOf(at: number, signature: ToolSignature | undefined): Class {
  class Row {
    take(value: unknown): string {
      return typeof value;
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Row.prototype, 'take') as TypedPropertyDescriptor<(value: unknown) => string>;
  Param()(Row.prototype, 'take', 0);
  Tool({ name: `row_${at}`, description: 'A row.' })(Row.prototype, 'take', descriptor);
  Object.defineProperty(Row, Symbol.for('@tackroom/core/signatures@1'), { value: { take: signature } });
  return Row;
}
