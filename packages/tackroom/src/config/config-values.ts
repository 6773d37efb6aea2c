import type { Problem } from '@tackroom/core';

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of the wrong kind; the message goes without a full stop. */
export function notAsMeant(where: string, message: string): Problem {
  return { code: 'OPTION_INVALID', where, message: `${message}.` };
}

/** What is wrong with a model. Whether its provider is known, and its file there, is seen when it is needed. */
export function modelProblem(value: unknown, where: string): readonly Problem[] {
  if (typeof value === 'string') {
    return /^operator$|^scripted:.|^https?:\/\/.+#.|^[^/:]+\/./.test(value)
      ? []
      : [
          notAsMeant(
            where,
            `names no model with ${JSON.stringify(value)}. Write provider/model, for example openai/gpt-5, or scripted:FILE`,
          ),
        ];
  }
  const { doGenerate, doStream } = (value ?? {}) as { readonly doGenerate?: unknown; readonly doStream?: unknown };
  if (typeof doGenerate === 'function' || typeof doStream === 'function') return [];
  return [notAsMeant(where, "must be a model object of the AI SDK, 'provider/model', or 'scripted:FILE'")];
}
