import { boot } from './boot/boot.js';
import type { Harness } from './harness.js';
import type { HarnessOptions } from './harness-options.js';

/** Where a harness comes from. */
export const HarnessModule = Object.freeze({
  /**
   * Boots a harness: makes every provider and toolkit once, in dependency order, registers and compiles the tools, and
   * binds policy and workspace. Throws one `BOOT_INVALID` that lists every problem, each with what to write; then
   * everything made so far has been closed again. The caller closes the harness.
   */
  create: (options: HarnessOptions = {}): Promise<Harness> => boot(options),
});
