import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An open file with this text that has no name any more, so that nothing is left behind whatever happens: a child gets it
 * as a descriptor and opens it again as `/dev/fd/N`, which Node's pipes (sockets in fact) do not allow. The caller
 * closes it. Not on Windows.
 */
export async function unnamedFile(text: string): Promise<FileHandle> {
  const directory = await mkdtemp(join(tmpdir(), 'tackroom-'));
  try {
    await writeFile(join(directory, 'text'), text, { mode: 0o600 });
    return await open(join(directory, 'text'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
