import { defineTool, type ToolDefinition, type ToolOptions } from '@tackroom/core';
import { deleteArgs, editFileArgs, generateFileArgs, writeFileArgs } from '../generated/argument-schemas.js';
import { checkEdits, type EditFileArgs } from './apply-edits.js';
import { previewDelete, previewEdit, previewGenerate, previewWrite } from './change-preview.js';
import { deleteEntry, type DeleteArgs } from './delete-entry.js';
import { fileTexts } from './descriptions.js';
import { editFile } from './edit-file.js';
import { fileKey } from './file-key.js';
import type { FilesystemToolName } from './filesystem-tools.js';
import { generateFile, type GenerateFileArgs, type GenerateSettings } from './generate-file.js';
import { namingDirectory } from './name-directory.js';
import { writeFile, type WriteFileArgs } from './write-file.js';

/** The tools that change files, under these names. Each shows a person what it would change. */
export function writerTools(names: Readonly<Record<FilesystemToolName, string>>, settings: GenerateSettings): readonly ToolDefinition[] {
  const texts = fileTexts(names);
  // The schemas have checked what the handlers and previews are given.
  return [
    writer({
      name: names.write_file,
      description: texts.writeFile,
      inputSchema: writeFileArgs,
      handler: (args, ctx) => writeFile(args as object as WriteFileArgs, ctx, settings),
      preview: (args, ctx) => previewWrite(args as object as WriteFileArgs, ctx, settings),
    }),
    writer({
      name: names.edit_file,
      description: texts.editFile,
      inputSchema: editFileArgs,
      refine: (args) => checkEdits(args as object as EditFileArgs),
      handler: (args, ctx) => editFile(args as object as EditFileArgs, ctx, settings),
      preview: (args, ctx) => previewEdit(args as object as EditFileArgs, ctx, settings),
    }),
    writer({
      name: names.delete,
      description: texts.delete,
      riskLevel: 'high',
      inputSchema: deleteArgs,
      handler: (args, ctx) => deleteEntry(args as object as DeleteArgs, ctx),
      preview: (args, ctx) => previewDelete(args as object as DeleteArgs, ctx),
    }),
    writer({
      name: names.generate_file,
      description: texts.generateFile,
      inputSchema: generateFileArgs,
      handler: (args, ctx) => generateFile(args as object as GenerateFileArgs, ctx, settings),
      preview: (args, ctx) => previewGenerate(args as object as GenerateFileArgs, ctx, settings),
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
    handler: namingDirectory(options.handler),
  });
}
