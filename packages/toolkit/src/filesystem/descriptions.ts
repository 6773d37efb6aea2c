/** Texts that models read of the file tools. */
export const FILE_TEXTS = {
  readFile: {
    description: [
      'Read a text file. Each line comes with its number and a tab in front, which are not part of the file.',
      'A long file comes in pages: the last line of a page then says with which offset (and inside one very long line, byte_offset) to go on.',
      'Read only the part you need with offset and limit. Binary files are refused.',
    ].join(' '),
    path: 'The file, relative to the working directory.',
    offset: 'First line to read, from 1.',
    limit: 'How many lines to read at most; as many as fit on a page unless given.',
    byteOffset: 'Byte within line `offset` to go on from. Only as a page that ended inside a line says it.',
  },
  listDirectory: {
    description: [
      'List one directory, not what lies below its subdirectories: files with their size, directories with a slash at the end,',
      'symbolic links with an arrow and their target.',
    ].join(' '),
    path: 'The directory, relative to the working directory.',
  },
  glob: {
    description: [
      'Find files by name, in path order. `*` and `?` stay within a name, `**` crosses directories, `[abc]` is a set and `{a,b}` are alternatives;',
      'names that begin with a dot are matched like any others. A pattern without a slash matches at any depth: `*.ts`.',
      'One with a slash is matched from the directory that is searched: `src/**/*.ts`, `./*.md`.',
      'Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. `.git` is never searched, and symbolic links are not followed.',
    ].join(' '),
    pattern: 'Which files, for example `*.ts` or `src/**/test_*.py`.',
    path: 'The directory to search, relative to the working directory.',
    includeIgnored: 'Also files that ignore files exclude.',
  },
  grep: {
    description: [
      'Find lines in files with a regular expression. Gives `path:line:text`, in path order; long lines are shown around the match.',
      'The expression is matched within single lines, in the syntax of ripgrep: `(?i)` ignores case, there is no look-around and no back-reference.',
      'Binary files are passed over. Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. `.git` is never searched, and symbolic links are not followed.',
    ].join(' '),
    pattern: 'The regular expression. Escape `.`, `(`, `[` and the like to find them literally.',
    path: 'The directory or file to search, relative to the working directory.',
    include: 'Only files whose path matches this pattern, for example `*.ts` or `src/**`.',
    context: 'How many lines to show before and after each match.',
    maxMatches: 'How many matching lines to show at most.',
    includeIgnored: 'Also files that ignore files exclude.',
  },
} as const;
