#!/usr/bin/env node
// Committed as it is, so that npm can link the command before anything is built.
import { existsSync } from 'node:fs';

process.exitCode = await run();

async function run() {
  const entry = new URL('../dist/index.js', import.meta.url);
  if (!existsSync(entry)) {
    process.stderr.write('create-tackroom: the command is not built. Run: npm run build [CREATE_NOT_BUILT]\n');
    return 2;
  }
  const { main } = await import(entry.href);
  return main(process.argv.slice(2));
}
