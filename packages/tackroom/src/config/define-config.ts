import type { TackroomConfig } from './tackroom-config.js';

/** A configuration that is there later. A function is called once, without arguments. */
export type LateConfig = Promise<TackroomConfig> | (() => TackroomConfig | Promise<TackroomConfig>);

/** What the default export of a configuration file may be. */
export type ConfigSource = TackroomConfig | LateConfig;

/**
 * Gives back what it is given: an editor knows the keys of a configuration that is written inside it, and the compiler refuses
 * others. In what a function or a promise gives it knows the values; other keys are then told when it is loaded.
 */
export function defineConfig<Source extends LateConfig>(config: Source): Source;
export function defineConfig(config: TackroomConfig): TackroomConfig;
export function defineConfig(config: ConfigSource): ConfigSource {
  return config;
}
