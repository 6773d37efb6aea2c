import { defineTool, type JsonSchema, type ToolDefinition, type ToolOptions } from '@tackroom/core';
import { flag, object, text } from '../parameter-schema.js';
import type { ToolName } from '../tool-name.js';
import { checkEdits, type EditFileArgs } from './apply-edits.js';
import { previewDelete, previewEdit, previewWrite } from './change-preview.js';
import { deleteEntry, type DeleteArgs } from './delete-entry.js';
import { FILE_TEXTS } from './descriptions.js';
import { editFile } from './edit-file.js';
import { fileKey } from './file-key.js';
import { generateFile, type GenerateFileArgs, type GenerateSettings } from './generate-file.js';
import { writeFile, type WriteFileArgs } from './write-file.js';

type WriterName = typeof ToolName.WriteFile | typeof ToolName.EditFile | typeof ToolName.Delete | typeof ToolName.GenerateFile;

/** The tools that change files, under these names. Each shows a person what it would change. */
export function writerTools(names: Readonly<Record<WriterName, string>>, settings: GenerateSettings): readonly ToolDefinition[] {
  // The schemas have checked what the handlers and previews are given.
  return [
    writer({
      name: names.write_file,
      description: FILE_TEXTS.writeFile.description,
      inputSchema: writeFileSchema(),
      handler: (args, ctx) => writeFile(args as object as WriteFileArgs, ctx, settings),
      preview: (args, ctx) => previewWrite(args as object as WriteFileArgs, ctx),
    }),
    writer({
      name: names.edit_file,
      description: FILE_TEXTS.editFile.description,
      inputSchema: editFileSchema(),
      refine: (args) => checkEdits(args as object as EditFileArgs),
      handler: (args, ctx) => editFile(args as object as EditFileArgs, ctx, settings),
      preview: (args, ctx) => previewEdit(args as object as EditFileArgs, ctx, settings),
    }),
    writer({
      name: names.delete,
      description: FILE_TEXTS.delete.description,
      riskLevel: 'high',
      inputSchema: object({ path: text(FILE_TEXTS.delete.path), recursive: flag(FILE_TEXTS.delete.recursive) }, 'path'),
      handler: (args, ctx) => deleteEntry(args as object as DeleteArgs, ctx),
      preview: (args, ctx) => previewDelete(args as object as DeleteArgs, ctx),
    }),
    writer({
      name: names.generate_file,
      description: FILE_TEXTS.generateFile.description,
      inputSchema: generateFileSchema(),
      handler: (args, ctx) => generateFile(args as object as GenerateFileArgs, ctx, settings),
      preview: (args, ctx) => previewWrite(args as object as GenerateFileArgs, ctx),
    }),
  ];
}

/** What all writers have in common: not to be repeated unseen, one at a time for each file. */
function writer(options: ToolOptions): ToolDefinition {
  return defineTool({
    category: 'write',
    riskLevel: 'medium',
    replayPolicy: 'manual',
    concurrency: { key: fileKey, mode: 'write' },
    semantics: { path: 'path' },
    ...options,
  });
}

function writeFileSchema(): JsonSchema {
  const { path, content, overwrite } = FILE_TEXTS.writeFile;
  return object({ path: text(path), content: text(content), overwrite: flag(overwrite) }, 'path', 'content');
}

function editFileSchema(): JsonSchema {
  const { path, oldString, newString, replaceAll, edits } = FILE_TEXTS.editFile;
  const edit = { old_string: text(oldString), new_string: text(newString), replace_all: flag(replaceAll) };
  const list = { type: 'array', description: edits, minItems: 1, maxItems: 100, items: object(edit, 'old_string', 'new_string') };
  return object({ path: text(path), ...edit, edits: list }, 'path');
}

function generateFileSchema(): JsonSchema {
  const { path, content, displayName, overwrite } = FILE_TEXTS.generateFile;
  return object(
    { path: text(path), content: text(content), display_name: { ...text(displayName), default: '' }, overwrite: flag(overwrite) },
    'path',
    'content',
  );
}
