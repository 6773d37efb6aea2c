import { describeShellLine, ToolFailure, type Ctx } from '@tackroom/core';
import { quoteOddName } from '../filesystem/shown-path.js';
import type { RunCommandArgs } from './run-command.js';

/** What a command runs and where, for a person who decides on it. */
export async function previewCommand(args: RunCommandArgs, { workspace }: Pick<Ctx, 'workspace'>): Promise<string> {
  return `${placeOf(args, workspace)}\n${await describeShellLine(args.command)}`;
}

/** The directory that it starts in; where there is none it will not run, and the commands are shown all the same. */
function placeOf({ cwd = '.' }: RunCommandArgs, workspace: Ctx['workspace']): string {
  try {
    const place = workspace.normalize(cwd);
    return place === '' ? 'In the root of the workspace:' : `In ${quoteOddName(place)}:`;
  } catch (error) {
    if (ToolFailure.is(error)) return `It will not run: ${error.message}`;
    throw error;
  }
}
