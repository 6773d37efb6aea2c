import type { Problem } from '../contracts/errors.js';
import type { PermissionLevel } from '../contracts/permissions.js';
import type { ApprovalRequirement, RiskLevel } from '../contracts/tool-definition.js';
import type { StatedFacts, ToolDecoratorOptions } from '../decorators/tool-declaration.js';
import { ownerName, type DeclaredTool, type Level } from './toolkit-levels.js';

/** Facts of a tool, none left out. */
type Facts = { readonly [F in keyof Omit<StatedFacts, 'approvals'>]-?: StatedFacts[F] | undefined };

/** What a tool's decorators say in the end, over the whole chain. */
export interface MergedFacts {
  /** The nearest `@Tool`: what the tool is. */
  readonly tool: ToolDecoratorOptions;
  readonly facts: Facts;
  readonly approval: ApprovalRequirement | undefined;
  readonly problems: readonly Problem[];
}

/** From the least to the most strict. */
const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high'];
const PERMISSIONS: readonly PermissionLevel[] = ['allow', 'ask', 'deny'];

/**
 * Decides inheritance fact by fact. What the tool is comes from the nearest `@Tool`. What its contract says (deadline,
 * retry, concurrency) comes from the nearest class that says it. What a body promises (replay policy, reconcile, offload)
 * holds for that body alone: an override starts anew. Safety (approval, permission, risk) adds up and only tightens.
 */
export function mergeFacts({ member, levels, toolLevel }: DeclaredTool): MergedFacts {
  const said = levels.map(({ declaration }) => ({ ...declaration?.tool, ...declaration?.facts }));
  const ofBody = said.slice(0, levels.findIndex(({ method }) => method !== undefined) + 1);
  const approvals = said.flatMap((facts) => facts.approvals ?? []);
  const levelsAsked = approvals.some(({ when }) => when === undefined) ? ['ask' as const] : [];
  return {
    tool: toolLevel.declaration?.tool ?? {},
    approval: approvals.length === 0 ? undefined : allOf(approvals),
    facts: {
      permission: strictest(PERMISSIONS, [...said.map((facts) => facts.permission), ...levelsAsked]),
      riskLevel: strictest(
        RISKS,
        said.map((facts) => facts.riskLevel),
      ),
      timeoutMs: nearest(said, 'timeoutMs'),
      retry: nearest(said, 'retry'),
      concurrency: nearest(said, 'concurrency'),
      replayPolicy: nearest(ofBody, 'replayPolicy'),
      reconcile: nearest(ofBody, 'reconcile'),
      offload: nearest(ofBody, 'offload'),
    },
    problems: levels.flatMap((level) => contradictions(level, member)),
  };
}

/** The last value in `order` that was said. A value that is not in it is a mistake, which the check of the options names. */
export function strictest<T>(order: readonly T[], said: readonly (T | undefined)[]): T | undefined {
  const given = said.filter((value) => value !== undefined);
  const unknown = given.find((value) => !order.includes(value));
  return unknown ?? given.reduce<T | undefined>((a, b) => (a === undefined || order.indexOf(b) > order.indexOf(a) ? b : a), undefined);
}

function nearest<F extends keyof StatedFacts>(said: readonly StatedFacts[], fact: F): StatedFacts[F] | undefined {
  return said.find((facts) => facts[fact] !== undefined)?.[fact];
}

/** Asks if any of them does. A `when` that throws counts as yes, and so does this one. */
function allOf(approvals: readonly ApprovalRequirement[]): ApprovalRequirement {
  const reason = approvals.find((approval) => approval.reason !== undefined)?.reason;
  const conditions = approvals.flatMap(({ when }) => when ?? []);
  const isAlways = conditions.length < approvals.length;
  const [only] = conditions;
  const when = conditions.length === 1 ? only : anyOf(conditions);
  return { ...(isAlways || when === undefined ? {} : { when }), ...(reason === undefined ? {} : { reason }) };
}

function anyOf(conditions: readonly NonNullable<ApprovalRequirement['when']>[]): NonNullable<ApprovalRequirement['when']> {
  return (args, ctx) => {
    for (const holds of conditions) {
      const answer = holds(args, ctx);
      // Whatever is no plain no is passed on as it is: the pipeline takes it for a yes.
      if (answer !== false) return answer;
    }
    return false;
  };
}

const SAID_TWICE = {
  permission: 'Permission',
  riskLevel: 'Risk',
  timeoutMs: 'Timeout',
  retry: 'Retry',
  concurrency: 'Concurrency',
  replayPolicy: 'ReplayPolicy',
} as const;

/** What one class says both in `@Tool` and in a decorator of its own, and not alike. */
function contradictions({ owner, declaration }: Level, member: string | symbol): readonly Problem[] {
  return Object.entries(SAID_TWICE).flatMap(([fact, decorator]) => {
    const key = fact as keyof typeof SAID_TWICE;
    const [option, stated] = [declaration?.tool?.[key], declaration?.facts[key]];
    if (option === undefined || stated === undefined || Object.is(option, stated)) return [];
    const message = `@Tool({ ${fact} }) and @${decorator} say different things; keep one.`;
    return [{ code: 'DECORATOR_REPEATED', where: `${ownerName(owner)}.${String(member)}`, message }];
  });
}
