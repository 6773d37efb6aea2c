#!/usr/bin/env node
// Committed as it is, so that npm can link the command before anything is built. The command itself is @tackroom/cli.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.exitCode = await run();

async function run() {
  const entry = find('@tackroom/cli');
  if (entry === undefined) {
    process.stderr.write('tackroom: the command is not installed. Run: npm install --save-dev @tackroom/cli [CLI_NOT_INSTALLED]\n');
    return 2;
  }
  if (!existsSync(fileURLToPath(entry))) {
    process.stderr.write('tackroom: the command is not built. Run: npm run build [CLI_NOT_BUILT]\n');
    return 2;
  }
  const { main } = await import(entry);
  return main(process.argv.slice(2));
}

function find(name) {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}
