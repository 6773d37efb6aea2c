import { resolve } from 'node:path';
import {
  HarnessModule,
  parseRule,
  stderrLogger,
  type Harness,
  type HarnessOptions,
  type JsonObject,
  type PermissionOptions,
  type Problem,
} from 'tackroom';
import { cliError } from './cli-error.js';
import type { HarnessFlags } from './harness-flags.js';
import type { CommandIo } from './io.js';
import { loadTools } from './load/load-tools.js';
import { parseJsonObject } from './parse-json.js';

/** A booted harness and the directory that the command works in. */
export interface BootedHarness {
  readonly harness: Harness;
  readonly cwd: string;
}

/**
 * Boots the harness that the flags describe. Without `--bundle` it has the file readers and the shell on the root, under
 * the `guarded` profile. The caller closes it.
 */
export async function bootHarness(flags: HarnessFlags, io: CommandIo): Promise<BootedHarness> {
  const cwd = resolve(io.cwd, flags.cwd ?? '.');
  const lists = await Promise.all(flags.tools.map((file) => loadTools(file, cwd)));
  const options: HarnessOptions = {
    tools: lists.flat(),
    bundles: await bundles(flags),
    workspace: { root: resolve(cwd, flags.root ?? '.') },
    permissions: permissions(flags),
    logger: stderrLogger(io.stderr),
  };
  return { harness: await HarnessModule.create(options), cwd };
}

async function bundles(flags: HarnessFlags): Promise<NonNullable<HarnessOptions['bundles']>> {
  if (flags.bundle.length === 0) return ['filesystem', 'shell'];
  const { configureBundle } = await import('tackroom');
  return flags.bundle.map((given) => {
    const colon = given.indexOf(':');
    if (colon < 0) return given;
    const options: JsonObject = parseJsonObject(given.slice(colon + 1), `--bundle ${given.slice(0, colon)}`);
    return configureBundle(given.slice(0, colon), options);
  });
}

const PROFILES = ['guarded', 'open', 'locked'] as const;

function permissions(flags: HarnessFlags): PermissionOptions {
  const problems: Problem[] = [];
  const rules = (texts: readonly string[], where: string): NonNullable<PermissionOptions['allow']> =>
    texts.flatMap((text) => {
      try {
        return [parseRule(text)];
      } catch (error) {
        problems.push({ code: 'CLI_RULE_INVALID', where, message: error instanceof Error ? error.message : `${text} is no rule.` });
        return [];
      }
    });
  const profile = PROFILES.find((name) => name === flags.profile);
  if (flags.profile !== undefined && profile === undefined) {
    problems.push({ code: 'CLI_USAGE', where: '--profile', message: `${flags.profile} is no profile; choose ${PROFILES.join(', ')}.` });
  }
  const options: PermissionOptions = {
    allow: rules(flags.allow, '--allow'),
    ask: rules(flags.ask, '--ask'),
    deny: rules(flags.deny, '--deny'),
    ...(profile === undefined ? {} : { profile }),
  };
  if (problems.length > 0)
    throw cliError('CLI_USAGE', problems.map(({ where, message }) => `${where}: ${message}`).join(' '), { problems });
  return options;
}
