import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRipgrep } from '@tackroom/sandbox';
import { filesystem, HarnessModule } from 'tackroom';
import { collectGarbage, interleave } from '../measure.mjs';

/** Runs `use` over a directory of its own and a harness whose file tools work in it. */
async function overFiles(use) {
  const root = mkdtempSync(join(tmpdir(), 'tackroom-bench-'));
  const harness = await HarnessModule.create({ bundles: [filesystem({ root })], permissions: { profile: 'open' } });
  const call = async (name, args) => {
    const result = await harness.execute({ name, args });
    if (!result.success) throw new Error(`${name}: ${result.content}`);
    return result;
  };
  try {
    return await use({ root, call });
  } finally {
    await harness.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function elapsedMs(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ripgrepMs(binary, args, cwd) {
  return elapsedMs(() => {
    const { status, stderr } = spawnSync(binary, ['--no-config', ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e9 });
    if (status === 2) throw new Error(`rg: ${stderr}`);
  });
}

/** 200 MB in 2 000 files: the tool against ripgrep itself, on a pattern with few matches. */
export function grepTree() {
  return overFiles(async ({ root, call }) => {
    const binary = await findRipgrep(undefined);
    const line = 'the quick brown fox jumps over the lazy dog and runs away from it\n';
    const text = line.repeat(Math.ceil(100_000 / line.length));
    for (let index = 0; index < 2_000; index += 1) {
      const directory = join(root, `d${index % 50}`);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, `${index}.txt`), index % 40 === 0 ? `${text}needle ${index}\n` : text);
    }
    const args = ['-n', '--no-heading', '--hidden', '-e', 'needle \\d+', './'];
    const [floor, ms] = await interleave(
      [() => ripgrepMs(binary, args, root), () => elapsedMs(() => call('grep', { pattern: 'needle \\d+' }))],
      { rounds: 9, warmup: 2 },
    );
    return { ms, floor, ratio: ms / floor, target: 1.3 };
  });
}

/** The names of 100 000 files: the tool against `rg --files`, on a pattern that a tenth of them match. */
export function globTree() {
  return overFiles(async ({ root, call }) => {
    const binary = await findRipgrep(undefined);
    for (let directory = 0; directory < 200; directory += 1) {
      const path = join(root, `d${directory}`);
      mkdirSync(path);
      for (let file = 0; file < 500; file += 1) closeSync(openSync(join(path, `f${file}.${file % 100 === 0 ? 'md' : 'txt'}`), 'w'));
    }
    const [floor, ms] = await interleave(
      [() => ripgrepMs(binary, ['--files', '--hidden'], root), () => elapsedMs(() => call('glob', { pattern: '*.md' }))],
      { rounds: 9, warmup: 2 },
    );
    return { ms, floor, ratio: ms / floor, target: 1.5 };
  });
}

/** A page from the middle of 50 MB and of 500 MB: what memory the larger one takes more. */
export function readMiddle() {
  return overFiles(async ({ root, call }) => {
    const line = `${'x'.repeat(99)}\n`;
    writeFileSync(join(root, 'small'), line.repeat(500_000));
    writeFileSync(join(root, 'large'), Buffer.alloc(500_000_000, line));
    const peakKb = async (path, offset) => {
      collectGarbage();
      const before = process.memoryUsage();
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - before.rss)), 1);
      const ms = await elapsedMs(() => call('read_file', { path, offset, limit: 100 }));
      clearInterval(watch);
      return { ms, kb: Math.max(peak, process.memoryUsage().rss - before.rss) / 1024 };
    };
    await peakKb('small', 250_000);
    await peakKb('large', 2_500_000);
    const small = await peakKb('small', 250_000);
    const large = await peakKb('large', 2_500_000);
    return { ms: small.ms, peakKb: small.kb, ms500: large.ms, peakKb500: large.kb, ratio: large.kb / small.kb, target: 2 };
  });
}

/** One replacement in 1 MB, against reading, writing beside it, forcing to the disk and renaming by hand. */
export function editFile() {
  return overFiles(async ({ root, call }) => {
    const path = join(root, 'f');
    const text = `${'the quick brown fox jumps over the lazy dog\n'.repeat(23_000)}HERE 0\n`;
    writeFileSync(path, text);
    let turn = 0;
    const byHand = () =>
      elapsedMs(() => {
        const bytes = readFileSync(path);
        const descriptor = openSync(`${path}.tmp`, 'wx');
        writeFileSync(descriptor, bytes);
        fsyncSync(descriptor);
        closeSync(descriptor);
        renameSync(`${path}.tmp`, path);
      });
    const edit = () => elapsedMs(() => call('edit_file', { path: 'f', old_string: `HERE ${turn}\n`, new_string: `HERE ${(turn += 1)}\n` }));
    const [floor, ms] = await interleave([byHand, edit], { rounds: 25, warmup: 5 });
    return { ms, floor, ratio: ms / floor, target: 3 };
  });
}
