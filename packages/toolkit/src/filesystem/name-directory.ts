import { ToolFailure, type ToolHandler } from '@tackroom/core';
import { quoteOddName } from './shown-path.js';

/** Of these the messages name no path of the workspace. */
const WITHOUT_PATH: readonly string[] = ['PATH_INVALID', 'PATH_OUTSIDE'];

/**
 * A handler whose failures can be understood from anywhere: a workspace names paths from its root, and a model that works in
 * a directory below would take them, and the names that it is offered, to start there.
 */
export function namingDirectory(handler: ToolHandler): ToolHandler {
  return async (args, ctx) => {
    const { cwd } = ctx.workspace;
    try {
      return await handler(args, ctx);
    } catch (error) {
      if (cwd === '' || !ToolFailure.is(error) || !error.code.startsWith('PATH_') || WITHOUT_PATH.includes(error.code)) throw error;
      const where = `Paths in this message start at the root of the workspace; the working directory is ${quoteOddName(cwd)}.`;
      throw new ToolFailure(`${error.message} ${where}`, { code: error.code, cause: error });
    }
  };
}
