import type { TackroomConfig } from './tackroom-config.js';

/** What the default export of a configuration file may be. A function is called once, without arguments. */
export type ConfigSource = TackroomConfig | Promise<TackroomConfig> | (() => TackroomConfig | Promise<TackroomConfig>);

/**
 * Gives back what it is given: an editor knows the keys of a configuration that is written inside it. One that is to be
 * spread into others is better written with `satisfies TackroomConfig`.
 */
export function defineConfig(config: ConfigSource): ConfigSource {
  return config;
}
