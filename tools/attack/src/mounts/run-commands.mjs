// @ts-check
/**
 * Runs commands in BubblewrapSandbox beside a process that swaps a protected name of the workspace for a link that leads out:
 * node run-commands.mjs < { user, world, name, isFile, commands, milliseconds, micros }. Prints { commands, failed, escapes }.
 * The packages are loaded first, because the user may not be able to read them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BubblewrapSandbox } from '@tackroom/sandbox';

const { user, world, name, isFile, commands, milliseconds, micros } = JSON.parse(await text(process.stdin));
if (user !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}
const root = join(world, 'root');
const stolen = join(world, 'stolen');
mkdirSync(dirname(join(root, name)), { recursive: true });
writeFileSync(join(world, 'secret'), 'SECRET');
const link = join(root, dirname(name), 'swap');
if (isFile) {
  // Where bwrap has the host while it makes the place that something is mounted on: it would make this file.
  writeFileSync(join(root, name), '{}');
  symlinkSync(join('/oldroot', stolen), link);
} else {
  mkdirSync(join(root, name));
  // From the directory that holds the name, up to the one that holds the root.
  symlinkSync(`${'../'.repeat(name.split('/').length)}`, link);
}

const swapper = spawn('perl', [fileURLToPath(new URL('swap-names.pl', import.meta.url)), join(root, name), link, String(micros)], {
  stdio: 'ignore',
});
const session = await new BubblewrapSandbox({ graceMs: 300 }).open({ sessionId: 's', root });
const result = { commands: 0, failed: 0, escapes: /** @type {string[]} */ ([]) };
const end = performance.now() + milliseconds;
const command = 'cat "$WORLD/secret"; echo x > "$WORLD/stolen"';
while (result.commands < commands && performance.now() < end && result.escapes.length < 20) {
  result.commands += 1;
  const ended = await session.exec(command, { env: { WORLD: world }, timeoutMs: 20_000 }).catch(() => undefined);
  if (ended === undefined) result.failed += 1;
  if (ended?.stdout.includes('SECRET')) result.escapes.push(`command ${result.commands} read what is beside the root, by ${name}`);
  if (!existsSync(stolen)) continue;
  result.escapes.push(`command ${result.commands} wrote beside the root, by ${name}`);
  rmSync(stolen);
}
swapper.kill('SIGKILL');
if (swapper.exitCode === null && swapper.signalCode === null) await once(swapper, 'exit');
await session.close();
process.stdout.write(JSON.stringify(result));
