import { HarnessModule, stderrLogger, type Harness, type Provider } from 'tackroom';
import type { HarnessFlags } from './harness-flags.js';
import type { CommandIo } from './io.js';
import { reportError } from './output/report-error.js';
import { nameOrigins } from './settings/name-origins.js';
import { loadSettings, type Settings } from './settings/settings.js';

/**
 * Boots the harness that flags and configuration describe, hands it to `use` and closes it. Where neither says anything it
 * has the file readers and the shell on the root, under the `guarded` profile. `providers` are the command's own. A
 * harness that does not close is logged: what was done is done.
 */
export async function withHarness<T>(
  flags: HarnessFlags,
  io: CommandIo,
  use: (harness: Harness, settings: Settings) => Promise<T>,
  providers: readonly Provider[] = [],
): Promise<T> {
  const settings = await loadSettings(flags, io);
  const own = [...(settings.options.providers ?? []), ...providers];
  const options = { ...settings.options, providers: own, logger: stderrLogger(io.stderr) };
  const harness = await HarnessModule.create(options).catch((error: unknown) =>
    Promise.reject(nameOrigins(error, settings.origins) as Error),
  ); // nothing else is thrown
  try {
    return await use(harness, settings);
  } finally {
    await harness.close().catch((error: unknown) => reportError(error, false, io));
  }
}
