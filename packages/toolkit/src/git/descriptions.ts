/** Texts that models read of the git tools. */
export const GIT_TEXTS = {
  status: 'Show the current branch and what changed: two letters for index and files as in `git status --short`, then the path.',
  diff: 'Show changes as a patch: of the files against the index, with staged of the index against HEAD, with ref against a commit.',
  log: 'List commits, newest first: id, date, author, subject.',
  show: 'Show one commit: author, message and patch. With ref as `commit:path` show a file as it was.',
  branch: 'List the branches; a star marks the current one.',
  add: 'Stage files for the next commit, new, changed or deleted. Name the files; a directory stands for all in it.',
  commit: 'Commit what is staged. Hooks of the repository are not run. Look at git_diff with staged first.',
} as const;
