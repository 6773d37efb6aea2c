import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../run-main.js';

/** What the decorated files of these tests import. */
export const CLOCK = `
export class Clock { now(): number { return 1; } }
export interface Watch { now(): number }
`;

/** A file that declares `Tools`, boots a harness on it and prints how that went. */
export function bootable(imports: string, body: string, providers = '[Clock]'): string {
  return `
import { HarnessModule } from 'tackroom';
import { Clock as AnyClock } from './clock.js';
${imports}
declare const console: { log(text: string): void };
${body}
const options = { tools: [Tools], providers: ${providers.replace('Clock', 'AnyClock')} };
await HarnessModule.create(options).then(
  (harness) => { console.log('booted'); return harness.close(); },
  (error: Error) => console.log(error.message),
);
`;
}

/** A project in which `tackroom` is installed, as it is in this workspace. */
export function projectFolder(files: Readonly<Record<string, unknown>>): string {
  const folder = scratchFolder(files);
  symlinkSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  return folder;
}

/** A `tsconfig.json` with these options over ones that only name the file's kind. */
export function tsconfig(options: object, include: readonly string[] = ['*.ts']): object {
  return {
    compilerOptions: { module: 'NodeNext', target: 'ES2022', strict: true, skipLibCheck: true, types: [], outDir: 'out', ...options },
    include,
  };
}
