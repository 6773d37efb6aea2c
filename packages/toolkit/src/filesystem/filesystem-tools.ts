import { ToolName } from '../tool-name.js';

/** The tools of the bundle `filesystem`, in the order in which they are registered. */
export const FILESYSTEM_TOOLS = [
  ToolName.ReadFile,
  ToolName.ListDirectory,
  ToolName.Glob,
  ToolName.Grep,
  ToolName.WriteFile,
  ToolName.EditFile,
  ToolName.Delete,
  ToolName.GenerateFile,
] as const;

/** Name of a tool of the bundle `filesystem`. */
export type FilesystemToolName = (typeof FILESYSTEM_TOOLS)[number];
