import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@tackroom/core';
import { filesystem, HarnessModule, navigation, type FilesystemOptions, type Harness, type HarnessOptions } from 'tackroom';

/** A workspace on a disk with something beside it that no tool may touch, and a harness over it, for each test anew. */
export function fileFixture(options: Omit<FilesystemOptions, 'root'> = {}, harnessOptions: HarnessOptions = {}) {
  let base = '';
  let harness: Harness;
  beforeEach(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'tackroom-files-')));
    write({ 'root/.keep': '', 'root-evil/secret.txt': 'SECRET', 'root-evil/sub/x': 'x' });
    const outputDir = join(base, 'output');
    harness = await HarnessModule.create({
      bundles: [filesystem({ root: join(base, 'root'), outputDir, ...options }), navigation()],
      permissions: { profile: 'open' },
      ...harnessOptions,
    });
  });
  afterEach(async () => {
    await harness.close();
    expect(outside()).toEqual({ 'secret.txt': 'SECRET', 'sub/x': 'x' });
    rmSync(base, { recursive: true, force: true });
  });

  function write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(base, name)), { recursive: true });
      writeFileSync(join(base, name), content);
    }
  }

  function outside(): Readonly<Record<string, string>> {
    const names = readdirSync(join(base, 'root-evil'), { recursive: true, encoding: 'utf8' }).sort();
    const files = names.filter((name) => lstatSync(join(base, 'root-evil', name)).isFile());
    return Object.fromEntries(files.map((name) => [name, readFileSync(join(base, 'root-evil', name), 'utf8')]));
  }

  return {
    write,
    at: (name: string): string => join(base, name),
    text: (name: string): string => readFileSync(join(base, name), 'utf8'),
    bytes: (name: string): Buffer => readFileSync(join(base, name)),
    exists: (name: string): boolean => existsSync(join(base, name)),
    link: (name: string, target: string): void => symlinkSync(target, join(base, name)),
    pipe: (name: string): void => void spawnSync('mkfifo', [join(base, name)]),
    /** `ok` or the code of the failure, and what the model reads. It never names what is outside, nor where the root is. */
    call: async (name: string, args: JsonObject): Promise<string> => {
      const watch = watchTurns();
      const outcome = await harness.execute({ name, args });
      // Whatever a call has to do, nothing else of the process waits for it as long as a person would notice.
      expect(watch.longestMs()).toBeLessThan(2_000);
      const { success, content, error } = outcome;
      const text =
        typeof content === 'string' ? content : content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');
      expect(text).not.toContain('SECRET');
      expect(text).not.toContain(base);
      return `${success ? 'ok' : (error?.code ?? 'error')}: ${text}`;
    },
  };
}

/** Measures for how long at most the event loop did not turn. */
function watchTurns(): { longestMs(): number } {
  let longest = 0;
  let last = performance.now();
  const measure = (): void => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const ticking = setInterval(measure, 5);
  return {
    longestMs: () => {
      clearInterval(ticking);
      measure();
      return longest;
    },
  };
}
