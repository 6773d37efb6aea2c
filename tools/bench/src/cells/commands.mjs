import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BubblewrapSandbox, HostSandbox } from '@tackroom/sandbox';
import { interleave } from '../measure.mjs';

const COMMAND = 'ls';
const PLAIN = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];

/** Milliseconds until a program has ended and its output is read. */
function bareMs(program, args, cwd) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(performance.now() - start) : reject(new Error(`${program} ended with ${code}`))));
  });
}

async function overSandbox(provider, bare) {
  const root = mkdtempSync(join(tmpdir(), 'tackroom-bench-'));
  const session = await provider.open({ sessionId: 'bench', root });
  const oursMs = async () => {
    const start = performance.now();
    const { exitCode, stderr } = await session.exec(COMMAND);
    if (exitCode !== 0) throw new Error(stderr);
    return performance.now() - start;
  };
  try {
    const [floor, ms] = await interleave([() => bare(root), oursMs], { rounds: 60, warmup: 10 });
    return { ms, floor, ratio: ms / floor, target: 1.5 };
  } finally {
    await session.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** A short command on the host, against starting bash by hand. */
export function plainCommand() {
  return overSandbox(new HostSandbox(), (root) => bareMs('bash', ['-c', COMMAND], root));
}

function sandboxed() {
  return overSandbox(new BubblewrapSandbox(), (root) =>
    bareMs('bwrap', ['--unshare-all', '--die-with-parent', '--new-session', ...PLAIN, '--bind', root, root, 'bash', '-c', COMMAND], root),
  );
}

/** A short command in the hardened sandbox, against bwrap with namespaces alone, both started by an ordinary user. */
export function sandboxedCommand() {
  if (process.getuid() === 0) becomeNobody();
  return sandboxed();
}

/**
 * The same for root, from whom each private file of /etc must be hidden with a mount of its own: an ordinary user's rights keep
 * such files from what that user starts.
 */
export function sandboxedCommandOfRoot() {
  return process.getuid() === 0 ? sandboxed() : { note: 'only root can tell' };
}

function becomeNobody() {
  process.setgroups([]);
  process.setgid(65_534);
  process.setuid(65_534);
}
