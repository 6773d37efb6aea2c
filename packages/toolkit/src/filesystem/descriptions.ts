import type { FilesystemToolName } from './filesystem-tools.js';

/** What a model reads of `list_directory`. */
export const LIST_DIRECTORY_TEXT = [
  'List one directory, not what lies below its subdirectories: files with their size, directories with a slash at the end,',
  'symbolic links with an arrow and their target.',
].join(' ');

/** What models read of the other file tools, which name each other as they are registered. */
export const fileTexts = (names: Readonly<Record<FilesystemToolName, string>>) => ({
  readFile: [
    'Read a text file. Each line comes with its number and a tab in front, which are not part of the file.',
    'A long file comes in pages: the last line of a page then says with which offset (and inside one very long line, byte_offset) to go on.',
    'Read only the part you need with offset and limit. Binary files are refused.',
  ].join(' '),
  writeFile: [
    'Write a whole text file; directories above it are made. An existing file is replaced only with overwrite.',
    `Build a long file section by section: write its first part, then add the others with ${names.edit_file}, instead of sending all of it at once or again.`,
    `To change a file, use ${names.edit_file}.`,
  ].join(' '),
  editFile: [
    'Replace exact text in a file; everything else stays as it is, byte by byte. old_string must occur in the file exactly once,',
    `white space, quotes and line ends included: copy it from ${names.read_file} without the line numbers, and take enough of the text around it. With replace_all every occurrence is replaced.`,
    'Several changes of one file go together as edits, made one after the other, each on what the one before left: all are made or none.',
    'To grow a long file section by section, replace its last lines by themselves and what follows.',
  ].join(' '),
  delete:
    'Delete a file, a symbolic link (never what it leads to) or a directory. A directory that is not empty needs recursive. There is no undo.',
  generateFile: [
    `Write a text file that the user shall receive, such as a report or a table, and publish a copy of it. For files of the project use ${names.write_file}.`,
    'An existing file is replaced only with overwrite.',
  ].join(' '),
  glob: [
    'Find files by name, in path order. `*` and `?` stay within a name, `**` crosses directories, `[abc]` is a set and `{a,b}` are alternatives;',
    'names that begin with a dot are matched like any others. A pattern without a slash matches at any depth: `*.ts`.',
    'One with a slash is matched from the directory that is searched: `src/**/*.ts`, `./*.md`.',
    'Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. `.git` is never searched, and symbolic links are not followed.',
  ].join(' '),
  grep: [
    'Find lines in files with a regular expression. Gives `path:line:text`, in path order; long lines are shown around the match.',
    'The expression is matched within single lines, in the syntax of ripgrep: `(?i)` ignores case, there is no look-around and no back-reference.',
    'Binary files are passed over. Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. `.git` is never searched, and symbolic links are not followed.',
  ].join(' '),
});
