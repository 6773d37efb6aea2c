import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A workspace for each test, removed after it, and what sandboxes of this process have left. Call at the top of a test file. */
export function sandboxScratch(): { readonly root: string; left(pid?: number): readonly string[] } {
  let base = '';
  beforeEach(() => {
    base = mkdtempSync(join(realpathSync(tmpdir()), 'tackroom-test-'));
    mkdirSync(join(base, 'root'));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));
  return {
    get root() {
      return join(base, 'root');
    },
    left: (pid = process.pid) =>
      readdirSync(tmpdir())
        .filter((name) => /^tackroom-(session|copy)-/.test(name))
        .map((name) => join(tmpdir(), name))
        .filter((path) => ownerOf(path) === pid),
  };
}

function ownerOf(path: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(path, 'owner.json'), 'utf8')) as { readonly pid?: unknown }).pid; // as it was written
  } catch {
    return undefined; // of another process, and gone meanwhile
  }
}
