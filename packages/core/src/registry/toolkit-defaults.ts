import type { Ctx } from '../contracts/ctx.js';
import type { Problem } from '../contracts/errors.js';
import type { RiskLevel } from '../contracts/tool-definition.js';
import { readToolkit, type Owner } from '../decorators/metadata-store.js';
import type { ToolkitOptions } from '../decorators/tool-declaration.js';
import { isManifest } from '../schema/check-manifest.js';
import { strictest } from './merge-facts.js';
import { shown } from './tool-problem.js';
import { classChain, ownerName } from './toolkit-levels.js';

/** What a toolkit says for all its tools. */
export interface ToolkitDefaults {
  readonly category: string | undefined;
  readonly riskLevel: RiskLevel | undefined;
  readonly prefix: string | undefined;
  readonly instructions: string | undefined;
  readonly visible: readonly ((ctx: Ctx) => boolean)[];
  readonly visiblePerStep: boolean;
  readonly problems: readonly Problem[];
}

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high'];

/**
 * The options of a class and its base classes, decided one by one: the nearest that is said, but the highest risk, and
 * visible only where all of them say so. `id` is the class's own and not among them.
 */
export function toolkitDefaults(toolkit: Owner): ToolkitDefaults {
  const levels = classChain(toolkit).flatMap((owner) => {
    const options = readToolkit(owner).toolkit;
    return options === undefined ? [] : [{ owner, options }];
  });
  const said = levels.map(({ options }) => options);
  return {
    category: said.find(({ category }) => category !== undefined)?.category,
    riskLevel: strictest(
      RISKS,
      said.map(({ riskLevel }) => riskLevel),
    ),
    prefix: said.find(({ prefix }) => prefix !== undefined)?.prefix,
    instructions: said.find(({ instructions }) => instructions !== undefined)?.instructions,
    visible: said.flatMap(({ visible }) => visible ?? []),
    visiblePerStep: said.some(({ visiblePerStep }) => visiblePerStep === true),
    problems: levels.flatMap(({ owner, options }) => checkToolkit(options, ownerName(owner))),
  };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const OPTIONS: Readonly<Record<keyof ToolkitOptions, readonly [holds: (value: unknown) => boolean, expected: string]>> = {
  category: [isText, 'a word such as read, write or execute'],
  riskLevel: [(value) => RISKS.some((risk) => risk === value), 'low, medium or high'],
  prefix: [(value) => typeof value === 'string' && /^[a-z][a-z0-9_]{0,31}$/.test(value), 'up to 32 of a-z 0-9 _, a letter first'],
  instructions: [(value) => typeof value === 'string', 'a text for the system prompt'],
  id: [isText, 'a text'],
  manifest: [isManifest, 'the content of a tackroom.schemas.json'],
  visible: [(value) => typeof value === 'function', 'a function of (ctx)'],
  visiblePerStep: [(value) => typeof value === 'boolean', 'true or false'],
};

function checkToolkit(options: ToolkitOptions, where: string): readonly Problem[] {
  return Object.entries(options).flatMap(([option, value]): Problem[] => {
    const problem = (message: string): Problem => ({ code: 'TOOLKIT_OPTION_INVALID', where, message });
    if (!Object.hasOwn(OPTIONS, option))
      return [problem(`"${option}" is not an option of @Toolkit; the options are ${Object.keys(OPTIONS).join(', ')}.`)];
    const [holds, expected] = OPTIONS[option as keyof ToolkitOptions];
    return value === undefined || holds(value) ? [] : [problem(`"${option}" is ${shown(value)}; write ${expected}.`)];
  });
}
