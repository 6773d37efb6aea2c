import { DEFAULT_FILE_LIMITS } from './filesystem/file-limits.js';
import { grepArgs, runCommandArgs } from './generated/argument-schemas.js';
import { DEFAULT_SHELL_LIMITS } from './shell/run-command.js';

test('what the comments of the arguments say are the limits that hold', () => {
  expect(grepArgs.properties?.['max_matches']).toMatchObject({ default: DEFAULT_FILE_LIMITS.maxMatches });
  expect(runCommandArgs.properties?.['timeout_seconds']).toMatchObject({ default: DEFAULT_SHELL_LIMITS.timeoutSeconds, maximum: 300 });
});
