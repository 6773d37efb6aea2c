import { bundleFactory, defineBundle, defineTool, type BundleOptions, type ToolBundle, type ToolDefinition } from '@tackroom/core';
import { runCommandArgs } from '../generated/argument-schemas.js';
import { ToolName } from '../tool-name.js';
import { resolveLimits, resolveNames, resolveRoot, type ToolAliases } from '../tool-settings.js';
import { RUN_COMMAND_DESCRIPTION } from './descriptions.js';
import { previewCommand } from './preview-command.js';
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
    names,
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
    description: RUN_COMMAND_DESCRIPTION,
    category: 'execute',
    riskLevel: 'high',
    concurrency: 'serial',
    replayPolicy: 'manual',
    timeoutMs: CALL_TIMEOUT_MS,
    ownLimits: true,
    inputSchema: runCommandArgs,
    semantics: { command: 'shell-command', cwd: 'path' },
    preview: (args, ctx) => previewCommand(args as object as RunCommandArgs, ctx),
    handler: (args, ctx) => runCommand(args as object as RunCommandArgs, ctx, limits), // checked by the schema
  });
}
