// @ts-check
/**
 * Runs scripts in a sandbox as an ordinary user: node run-attacks.mjs < { user, sandbox, jobs }. Prints what each said.
 * The packages are loaded first, because the user may not be able to read them.
 */
import { text } from 'node:stream/consumers';
import { BubblewrapSandbox, HostSandbox, SrtSandbox } from '@tackroom/sandbox';

const { user, sandbox, jobs } = JSON.parse(await text(process.stdin));
if (user !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}
const provider = providerOf(sandbox);
const said = [];
for (const { root, script, env } of jobs) {
  const session = await provider.open({ sessionId: root, root });
  const { stdout, stderr } = await session.exec(script, { env: { ...env, HOST_PID: String(process.pid) }, timeoutMs: 20_000 });
  said.push({ stdout, stderr });
  await session.close();
}
process.stdout.write(JSON.stringify(said));

/** @param {string} name */
function providerOf(name) {
  if (name === 'host') return new HostSandbox();
  return name === 'srt' ? new SrtSandbox() : new BubblewrapSandbox();
}
