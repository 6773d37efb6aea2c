/** Runs one cell in this process and prints its figures: `node --expose-gc cell.mjs NAME`. */
import { boot1000, cold } from './cells/boot.mjs';
import { plainCommand, sandboxedCommand, sandboxedCommandOfRoot } from './cells/commands.mjs';
import { direct } from './cells/direct.mjs';
import { editFile, globTree, grepTree, readMiddle } from './cells/files.mjs';
import { long500, loop20, loop20Stream, manyTools, par50 } from './cells/loop.mjs';
import { alloc, retained } from './cells/memory.mjs';
import { bootManifest1000, schemas500 } from './cells/schemas.mjs';
import { decide, decideShell } from './cells/permissions.mjs';
import { stream } from './cells/stream.mjs';

const cells = {
  direct,
  'loop-20': loop20,
  'loop-20-stream': loop20Stream,
  'par-50': par50,
  'tools-10': manyTools(10, 6.5),
  'tools-100': manyTools(100, 6.5),
  'tools-1000': manyTools(1_000, 7),
  'tools-5000': manyTools(5_000, 8),
  'long-500': long500,
  stream,
  alloc,
  cold,
  'boot-1000': boot1000,
  retained,
  'schemas-500': schemas500,
  'boot-manifest-1000': bootManifest1000,
  'grep-200mb': grepTree,
  'glob-100000': globTree,
  'read-middle': readMiddle,
  'edit-1mb': editFile,
  command: plainCommand,
  'command-sandbox': sandboxedCommand,
  'command-sandbox-root': sandboxedCommandOfRoot,
  decide,
  'decide-shell': decideShell,
};

const name = process.argv[2];
const figures = await cells[name]();
process.stdout.write(`${JSON.stringify({ name, ...figures })}\n`);
process.exit(0);
