import { scanTools } from '@tackroom/core';
import type { Class } from '@tackroom/core';
import { isClass } from './di/provider.js';

/** Whether `value` is a class with tools, rightly declared or not: what to take from a module that exports other things too. */
export function isToolkit(value: unknown): value is Class {
  if (!isClass(value)) return false;
  const { problems } = scanTools([value], { provided: new Set([value]) });
  return !problems.some(({ code }) => code === 'TOOLKIT_EMPTY');
}
