import { configureBundle, type ToolBundle } from 'tackroom';
import { anchorBundle } from '../config/anchor-config.js';
import type { LoadedConfig } from '../config/load-config.js';
import type { HarnessFlags } from '../harness-flags.js';
import { parseJsonObject } from '../parse-json.js';
import { withoutRoot } from './choose-workspace.js';
import type { Said } from './name-origins.js';

/** What there is without a configuration and without `--bundle`. */
const DEFAULT: readonly string[] = ['filesystem', 'shell'];

/** The bundles of `--bundle`, else those of the configuration, else the file readers and the shell. */
export function gatherBundles(flags: HarnessFlags, cwd: string, config: LoadedConfig | undefined): readonly Said<string | ToolBundle>[] {
  if (flags.bundle !== undefined) {
    return flags.bundle.map((given) => ({ value: bundleOf(given, cwd), by: 'flag', where: `--bundle ${given}` }));
  }
  const own = config?.config.bundles as readonly (string | ToolBundle)[] | undefined; // those given as data were made when it was read
  if (config === undefined || own === undefined) return DEFAULT.map((value) => ({ value, by: 'default', where: value }));
  return own.map((bundle, at) => ({
    value: flags.root === undefined ? bundle : withoutRoot(bundle),
    by: 'config',
    where: `bundles[${at}]`,
  }));
}

/** `NAME` or `NAME:{options}`; a relative root in the options starts from the command's directory. */
function bundleOf(given: string, cwd: string): string | ToolBundle {
  const colon = given.indexOf(':');
  if (colon < 0) return given;
  const name = given.slice(0, colon);
  return anchorBundle(configureBundle(name, parseJsonObject(given.slice(colon + 1), `--bundle ${name}`)), cwd);
}
