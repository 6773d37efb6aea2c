/** Names of the built-in tools, for rules and filters: a typo is a compile error. They never change. */
export const ToolName = Object.freeze({
  ReadFile: 'read_file',
  ListDirectory: 'list_directory',
  Glob: 'glob',
  Grep: 'grep',
  WriteFile: 'write_file',
  EditFile: 'edit_file',
  Delete: 'delete',
  GenerateFile: 'generate_file',
  ChangeDirectory: 'change_directory',
  RunCommand: 'run_command',
  GitStatus: 'git_status',
  GitDiff: 'git_diff',
  GitLog: 'git_log',
  GitShow: 'git_show',
  GitBranch: 'git_branch',
  GitAdd: 'git_add',
  GitCommit: 'git_commit',
});

/** Name of a built-in tool. */
export type ToolName = (typeof ToolName)[keyof typeof ToolName];
