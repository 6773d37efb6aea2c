import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';

/** The person's editor as their environment names it, perhaps with options; undefined if it names none. */
export function editorOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return [env['VISUAL'], env['EDITOR']].find((editor) => editor !== undefined && editor.trim() !== '');
}

/**
 * Lets a person change a text in their editor, which gets the terminal until it ends, and gives what they made of it. The
 * text is in a file that only they can read, and that is gone afterwards. Throws `CLI_EDITOR_FAILED`.
 */
export async function editInEditor(text: string, editor: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tackroom-edit-'));
  try {
    const file = join(folder, 'arguments.json');
    await writeFile(file, text, { mode: 0o600 });
    await runEditor(editor, file);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A shell splits the editor from its options, as it does for git. */
function runEditor(editor: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child =
      process.platform === 'win32'
        ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
        : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    child.on('error', (cause) => reject(failed(editor, 'cannot be started', cause)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(failed(editor, code === null ? 'was ended' : `ended with ${code}`))));
  });
}

function failed(editor: string, how: string, cause?: unknown): CliError {
  return new CliError('CLI_EDITOR_FAILED', `The editor ${editor} ${how}; nothing was changed.`, { cause });
}
