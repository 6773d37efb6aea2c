import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An open file with these contents that has no name any more, so that nothing is left behind whatever happens: a child
 * gets it as a descriptor and opens it again as `/dev/fd/N`, which Node's pipes (sockets in fact) do not allow. Open for
 * reading unless `flags` say more. The caller closes it. Not on Windows.
 */
export async function unnamedFile(content: string | Uint8Array, flags: 'r' | 'a+' = 'r'): Promise<FileHandle> {
  const directory = await mkdtemp(join(tmpdir(), 'tackroom-'));
  try {
    await writeFile(join(directory, 'text'), content, { mode: 0o600 });
    return await open(join(directory, 'text'), flags);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
