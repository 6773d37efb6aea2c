import {
  bundleFactory,
  defineBundle,
  defineTool,
  type BundleOptions,
  type JsonSchema,
  type ToolBundle,
  type ToolDefinition,
} from '@tackroom/core';
import { object, text } from '../parameter-schema.js';
import { ToolName } from '../tool-name.js';
import { resolveLimits, resolveNames, resolveRoot, type ToolAliases } from '../tool-settings.js';
import { SHELL_TEXTS } from './descriptions.js';
import { DEFAULT_SHELL_LIMITS, runCommand, type RunCommandArgs, type ShellLimits } from './run-command.js';

/** The deadline of a call, in milliseconds. The command's own time limit ends it before. */
const CALL_TIMEOUT_MS = 300_000;

/** Options of {@link shell}. */
export interface ShellOptions extends BundleOptions, Partial<ShellLimits> {
  /** The directory that commands start in: shorthand for the harness's workspace. `null` stands for the whole file system. */
  readonly root?: string | null;
  /** Another name for the tool: `{ run_command: 'bash' }`. */
  readonly names?: ToolAliases<typeof ToolName.RunCommand>;
}

/**
 * The shell tool `run_command`, over the harness's sandbox. Mistakes in the options are problems of the bundle, which a
 * registry refuses with `BUNDLE_OPTION_INVALID`.
 */
export const shell = bundleFactory('shell', (options: ShellOptions = {}): ToolBundle => {
  const { names, problems: nameProblems } = resolveNames('shell', [ToolName.RunCommand], options.names);
  const { limits, problems: limitProblems } = resolveLimits('shell', DEFAULT_SHELL_LIMITS, options);
  const { problems: rootProblems, ...root } = resolveRoot('shell', options.root);
  return defineBundle({
    name: 'shell',
    tools: [commandTool(names.run_command, limits)],
    options,
    knownOptions: ['root', 'names'],
    defaults: { ...DEFAULT_SHELL_LIMITS },
    hides: { timeoutSeconds: 'timeout_seconds' },
    ...root,
    problems: [...nameProblems, ...limitProblems, ...rootProblems],
  });
});

function commandTool(name: string, limits: ShellLimits): ToolDefinition {
  return defineTool({
    name,
    description: SHELL_TEXTS.description,
    category: 'execute',
    riskLevel: 'high',
    concurrency: 'serial',
    replayPolicy: 'manual',
    timeoutMs: CALL_TIMEOUT_MS,
    ownLimits: true,
    inputSchema: commandSchema(),
    semantics: { command: 'shell-command', cwd: 'path' },
    handler: (args, ctx) => runCommand(args as object as RunCommandArgs, ctx, limits), // checked by the schema
  });
}

function commandSchema(): JsonSchema {
  const timeout = {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: CALL_TIMEOUT_MS / 1_000,
    default: DEFAULT_SHELL_LIMITS.timeoutSeconds,
    description: SHELL_TEXTS.timeout,
  };
  return object(
    { command: { ...text(SHELL_TEXTS.command), minLength: 1 }, timeout_seconds: timeout, cwd: text(SHELL_TEXTS.cwd) },
    'command',
  );
}
