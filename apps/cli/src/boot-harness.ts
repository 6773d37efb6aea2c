import { AuditSink, HarnessModule, stderrLogger, type Harness, type HarnessOptions, type Provider } from 'tackroom';
import { defaultTrail } from './audit/default-trail.js';
import type { HarnessFlags } from './harness-flags.js';
import type { CommandIo } from './io.js';
import { reportError } from './output/report-error.js';
import { nameOrigins } from './settings/name-origins.js';
import { loadSettings, type Settings } from './settings/settings.js';

/**
 * Boots the harness that flags and configuration describe, hands it to `use` and closes it. Where neither says anything it
 * has the file readers and the shell on the root, under the `guarded` profile. A harness that does not close is logged: what
 * was done is done.
 */
export async function withHarness<T>(
  flags: HarnessFlags,
  io: CommandIo,
  use: (harness: Harness, settings: Settings) => Promise<T>,
  { providers = [], isRecorded = false }: { readonly providers?: readonly Provider[]; readonly isRecorded?: boolean } = {},
): Promise<T> {
  const settings = await loadSettings(flags, io);
  const given = settings.options.providers ?? [];
  const own = [...given, ...providers.filter((provider) => !given.some((other) => tokenOf(other) === tokenOf(provider)))];
  const options = {
    ...settings.options,
    ...(isRecorded ? trailOf(settings, own, io) : {}),
    providers: own,
    logger: stderrLogger(io.stderr),
  };
  const harness = await HarnessModule.create(options).catch((error: unknown) =>
    Promise.reject(nameOrigins(error, settings.origins) as Error),
  ); // nothing else is thrown
  try {
    return await use(harness, settings);
  } finally {
    await harness.close().catch((error: unknown) => reportError(error, false, io));
  }
}

/**
 * The same for a command that makes calls: they are recorded in the default trail, unless the configuration has another one
 * or declines it. `providers` are the command's own, where the configuration has none for the same token.
 */
export function withRecordedHarness<T>(
  flags: HarnessFlags,
  io: CommandIo,
  use: (harness: Harness, settings: Settings) => Promise<T>,
  providers: readonly Provider[] = [],
): Promise<T> {
  return withHarness(flags, io, use, { providers, isRecorded: true });
}

/** A trail that the configuration has, or has declined, is the one. */
function trailOf({ options, config, cwd }: Settings, providers: readonly Provider[], io: CommandIo): Pick<HarnessOptions, 'audit'> {
  if (options.audit !== undefined || providers.some((provider) => tokenOf(provider) === AuditSink)) return {};
  const audit = defaultTrail(config?.folder ?? cwd, io);
  return audit === undefined ? {} : { audit };
}

/** What a provider provides; a class provides itself. */
export function tokenOf(provider: Provider): unknown {
  return typeof provider === 'object' && 'provide' in provider ? provider.provide : provider;
}
