import { filesystem } from './filesystem.js';

test('what a model is told', () => {
  const told = filesystem().tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(told).toMatchInlineSnapshot(`
   [
     {
       "description": "Read a text file. Each line comes with its number and a tab in front, which are not part of the file. A long file comes in pages: the last line of a page then says with which offset (and inside one very long line, byte_offset) to go on. Read only the part you need with offset and limit. Binary files are refused.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "byte_offset": {
             "description": "Byte within line \`offset\` to go on from. Only as a page that ended inside a line says it.",
             "minimum": 0,
             "type": "integer",
           },
           "limit": {
             "description": "How many lines to read at most; as many as fit on a page unless given.",
             "minimum": 1,
             "type": "integer",
           },
           "offset": {
             "default": 1,
             "description": "First line to read, from 1.",
             "minimum": 1,
             "type": "integer",
           },
           "path": {
             "description": "The file, relative to the working directory.",
             "type": "string",
           },
         },
         "required": [
           "path",
         ],
         "type": "object",
       },
       "name": "read_file",
     },
     {
       "description": "List one directory, not what lies below its subdirectories: files with their size, directories with a slash at the end, symbolic links with an arrow and their target.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "path": {
             "default": ".",
             "description": "The directory, relative to the working directory.",
             "type": "string",
           },
         },
         "type": "object",
       },
       "name": "list_directory",
     },
     {
       "description": "Find files by name, in path order. \`*\` and \`?\` stay within a name, \`**\` crosses directories, \`[abc]\` is a set and \`{a,b}\` are alternatives; names that begin with a dot are matched like any others. A pattern without a slash matches at any depth: \`*.ts\`. One with a slash is matched from the directory that is searched: \`src/**/*.ts\`, \`./*.md\`. Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. \`.git\` is never searched, and symbolic links are not followed.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "include_ignored": {
             "default": false,
             "description": "Also files that ignore files exclude.",
             "type": "boolean",
           },
           "path": {
             "default": ".",
             "description": "The directory to search, relative to the working directory.",
             "type": "string",
           },
           "pattern": {
             "description": "Which files, for example \`*.ts\` or \`tests/**\`.",
             "type": "string",
           },
         },
         "required": [
           "pattern",
         ],
         "type": "object",
       },
       "name": "glob",
     },
     {
       "description": "Find lines in files with a regular expression. Gives \`path:line:text\`, in path order; long lines are shown around the match. The expression is matched within single lines, in the syntax of ripgrep: \`(?i)\` ignores case, there is no look-around and no back-reference. Binary files are passed over. Files that ignore files such as .gitignore exclude are left out unless include_ignored is set. \`.git\` is never searched, and symbolic links are not followed.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "context": {
             "default": 0,
             "description": "How many lines to show before and after each match.",
             "maximum": 50,
             "minimum": 0,
             "type": "integer",
           },
           "include": {
             "description": "Only files whose path matches this pattern, for example \`*.ts\` or \`src/**\`.",
             "type": "string",
           },
           "include_ignored": {
             "default": false,
             "description": "Also files that ignore files exclude.",
             "type": "boolean",
           },
           "max_matches": {
             "default": 200,
             "description": "How many matching lines to show at most.",
             "minimum": 1,
             "type": "integer",
           },
           "path": {
             "default": ".",
             "description": "The directory or file to search, relative to the working directory.",
             "type": "string",
           },
           "pattern": {
             "description": "The regular expression. Escape \`.\`, \`(\`, \`[\` and the like to find them literally.",
             "type": "string",
           },
         },
         "required": [
           "pattern",
         ],
         "type": "object",
       },
       "name": "grep",
     },
     {
       "description": "Write a whole text file; directories above it are made. An existing file is replaced only with overwrite. Build a long file section by section: write its first part, then add the others with edit_file, instead of sending all of it at once or again. To change a file, use edit_file.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "content": {
             "description": "The whole text of the file, exactly as it shall be, line ends included.",
             "type": "string",
           },
           "overwrite": {
             "default": false,
             "description": "Replace the file if it exists.",
             "type": "boolean",
           },
           "path": {
             "description": "The file, relative to the working directory.",
             "type": "string",
           },
         },
         "required": [
           "path",
           "content",
         ],
         "type": "object",
       },
       "name": "write_file",
     },
     {
       "description": "Replace exact text in a file; everything else stays as it is, byte by byte. old_string must occur in the file exactly once, white space, quotes and line ends included: copy it from read_file without the line numbers, and take enough of the text around it. With replace_all every occurrence is replaced. Several changes of one file go together as edits, made one after the other, each on what the one before left: all are made or none. To grow a long file section by section, replace its last lines by themselves and what follows.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "edits": {
             "description": "Several replacements instead of old_string and new_string, in order.",
             "items": {
               "additionalProperties": false,
               "properties": {
                 "new_string": {
                   "description": "The text that takes its place, taken literally; empty to delete.",
                   "type": "string",
                 },
                 "old_string": {
                   "description": "The text to replace, exactly as it is in the file.",
                   "type": "string",
                 },
                 "replace_all": {
                   "default": false,
                   "description": "Replace every occurrence instead of the only one.",
                   "type": "boolean",
                 },
               },
               "required": [
                 "old_string",
                 "new_string",
               ],
               "type": "object",
             },
             "maxItems": 100,
             "minItems": 1,
             "type": "array",
           },
           "new_string": {
             "description": "The text that takes its place, taken literally; empty to delete.",
             "type": "string",
           },
           "old_string": {
             "description": "The text to replace, exactly as it is in the file.",
             "type": "string",
           },
           "path": {
             "description": "The file, relative to the working directory.",
             "type": "string",
           },
           "replace_all": {
             "default": false,
             "description": "Replace every occurrence instead of the only one.",
             "type": "boolean",
           },
         },
         "required": [
           "path",
         ],
         "type": "object",
       },
       "name": "edit_file",
     },
     {
       "description": "Delete a file, a symbolic link (never what it leads to) or a directory. A directory that is not empty needs recursive. There is no undo.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "path": {
             "description": "What to delete, relative to the working directory. The workspace itself cannot be deleted.",
             "type": "string",
           },
           "recursive": {
             "default": false,
             "description": "Delete a directory with everything in it.",
             "type": "boolean",
           },
         },
         "required": [
           "path",
         ],
         "type": "object",
       },
       "name": "delete",
     },
     {
       "description": "Write a text file that the user shall receive, such as a report or a table, and publish a copy of it. For files of the project use write_file. An existing file is replaced only with overwrite.",
       "inputSchema": {
         "additionalProperties": false,
         "properties": {
           "content": {
             "description": "The whole text of the file.",
             "type": "string",
           },
           "display_name": {
             "default": "",
             "description": "File name that the user sees, such as "report.md"; the name in path unless given.",
             "type": "string",
           },
           "overwrite": {
             "default": false,
             "description": "Replace the file if it exists, and its published copy.",
             "type": "boolean",
           },
           "path": {
             "description": "Where to write it, relative to the working directory.",
             "type": "string",
           },
         },
         "required": [
           "path",
           "content",
         ],
         "type": "object",
       },
       "name": "generate_file",
     },
   ]
  `);
});

test('the tools name each other as they are registered', () => {
  const names = { read_file: 'view', write_file: 'create', edit_file: 'str_replace' };
  const said = filesystem({ names })
    .tools.map(({ description }) => description)
    .join('\n');
  expect(said).not.toMatch(/read_file|write_file|edit_file/);
  expect(said).toContain('To change a file, use str_replace.');
  expect(said).toContain('copy it from view without the line numbers');
  expect(said).toContain('For files of the project use create.');
});
