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
  writeFile: {
    description: [
      'Write a whole text file; directories above it are made. An existing file is replaced only with overwrite.',
      'Build a long file section by section: write its first part, then add the others with edit_file, instead of sending all of it at once or again.',
      'To change a file, use edit_file.',
    ].join(' '),
    path: 'The file, relative to the working directory.',
    content: 'The whole text of the file, exactly as it shall be, line ends included.',
    overwrite: 'Replace the file if it exists.',
  },
  editFile: {
    description: [
      'Replace exact text in a file; everything else stays as it is, byte by byte. old_string must occur in the file exactly once,',
      'white space, quotes and line ends included: copy it from read_file without the line numbers, and take enough of the text around it. With replace_all every occurrence is replaced.',
      'Several changes of one file go together as edits, made one after the other, each on what the one before left: all are made or none.',
      'To grow a long file section by section, replace its last lines by themselves and what follows.',
    ].join(' '),
    path: 'The file, relative to the working directory.',
    oldString: 'The text to replace, exactly as it is in the file.',
    newString: 'The text that takes its place, taken literally; empty to delete.',
    replaceAll: 'Replace every occurrence instead of the only one.',
    edits: 'Several replacements instead of old_string and new_string, in order.',
  },
  delete: {
    description:
      'Delete a file, a symbolic link (never what it leads to) or a directory. A directory that is not empty needs recursive. There is no undo.',
    path: 'What to delete, relative to the working directory. The workspace itself cannot be deleted.',
    recursive: 'Delete a directory with everything in it.',
  },
  generateFile: {
    description: [
      'Write a text file that the user shall receive, such as a report or a table, and publish a copy of it. For files of the project use write_file.',
      'An existing file is replaced only with overwrite.',
    ].join(' '),
    path: 'Where to write it, relative to the working directory.',
    content: 'The whole text of the file.',
    displayName: 'File name that the user sees, such as "report.md"; the name in path unless given.',
    overwrite: 'Replace the file if it exists, and its published copy.',
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
