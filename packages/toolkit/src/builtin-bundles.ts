import type { ToolBundle } from '@tackroom/core';
import { filesystem } from './filesystem/filesystem.js';
import { navigation } from './navigation/navigation.js';
import { git, GIT_TOOLS } from './git/git.js';
import { shell } from './shell/shell.js';
import { ToolName } from './tool-name.js';

/** A bundle as it can be asked for by its name, or by the name of one of its tools. */
export interface BuiltinBundle {
  /** Makes the bundle; what is wrong with the options becomes a problem of it. */
  readonly make: (options?: object) => ToolBundle;
  readonly tools: readonly ToolName[];
}

/** The bundles of this package by name. */
export const builtinBundles: ReadonlyMap<string, BuiltinBundle> = new Map<string, BuiltinBundle>([
  [
    'filesystem',
    {
      make: filesystem,
      tools: [
        ToolName.ReadFile,
        ToolName.ListDirectory,
        ToolName.Glob,
        ToolName.Grep,
        ToolName.WriteFile,
        ToolName.EditFile,
        ToolName.Delete,
        ToolName.GenerateFile,
      ],
    },
  ],
  ['navigation', { make: navigation, tools: [ToolName.ChangeDirectory, ToolName.ListDirectory] }],
  ['shell', { make: shell, tools: [ToolName.RunCommand] }],
  ['git', { make: git, tools: GIT_TOOLS }],
]);
