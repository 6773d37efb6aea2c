import { bundleFactory, defineBundle, defineTool, type BundleOptions, type ToolBundle, type ToolDefinition } from '@tackroom/core';
import { listDirectoryTool } from '../filesystem/list-directory-tool.js';
import { namingDirectory } from '../filesystem/name-directory.js';
import { changeDirectoryArgs } from '../generated/argument-schemas.js';
import { ToolName } from '../tool-name.js';
import { resolveNames, resolveRoot, type ToolAliases } from '../tool-settings.js';
import { changeDirectory, type ChangeDirectoryArgs } from './change-directory.js';

const TOOLS = [ToolName.ChangeDirectory, ToolName.ListDirectory] as const;

/** Options of {@link navigation}. */
export interface NavigationOptions extends BundleOptions {
  /** The directory that the tools work in: shorthand for the harness's workspace. `null` opens the whole file system. */
  readonly root?: string | null;
  /** Other names for single tools, such as `{ change_directory: 'cd' }`. */
  readonly names?: ToolAliases<(typeof TOOLS)[number]>;
}

/**
 * The working directory of a session: `change_directory` and `list_directory`, which is the one of `filesystem`. Mistakes in
 * the options are problems of the bundle, which a registry refuses with `BUNDLE_OPTION_INVALID`.
 */
export const navigation = bundleFactory('navigation', (options: NavigationOptions = {}): ToolBundle => {
  const { names, problems: nameProblems } = resolveNames('navigation', TOOLS, options.names);
  const { problems: rootProblems, ...root } = resolveRoot('navigation', options.root);
  return defineBundle({
    name: 'navigation',
    tools: [changeDirectoryTool(names.change_directory), listDirectoryTool(names.list_directory)],
    options,
    names,
    knownOptions: ['root', 'names'],
    ...root,
    problems: [...nameProblems, ...rootProblems],
  });
});

function changeDirectoryTool(name: string): ToolDefinition {
  return defineTool({
    name,
    description: [
      'Change the working directory: relative paths of the other tools, and commands, start there from now on.',
      'It must be a directory inside the workspace. Calls that come after this one in the same reply see the new directory too.',
    ].join(' '),
    category: 'navigate',
    riskLevel: 'low',
    replayPolicy: 'safe',
    concurrency: 'serial',
    semantics: { path: 'path' },
    inputSchema: changeDirectoryArgs,
    handler: namingDirectory((args, ctx) => changeDirectory(args as object as ChangeDirectoryArgs, ctx)), // checked by the schema
  });
}
