import type { Problem } from '../contracts/errors.js';
import { sourceTokens } from '../schema/source-tokens.js';
import type { MergedFacts } from './merge-facts.js';
import type { ParameterSource } from './parameter-plan.js';
import { shown } from './tool-problem.js';
import { classChain, ownMethod, type DeclaredTool, type Method } from './toolkit-levels.js';

/**
 * What is wrong between a tool and the bodies it runs: no method at all, a reconciler that is not there, an offloaded body
 * that needs what a worker does not have. Codes: `TOOLKIT_ABSTRACT`, `RECONCILE_MISSING`, `OFFLOAD_INVALID`.
 */
export function checkBody(tool: DeclaredTool, merged: MergedFacts, sources: readonly ParameterSource[], where: string): readonly Problem[] {
  const method = tool.levels.find((level) => level.method !== undefined)?.method;
  if (method === undefined) {
    const message = `No class has the method ${String(tool.member)}: an abstract class cannot be a toolkit, give the class that implements it.`;
    return [{ code: 'TOOLKIT_ABSTRACT', where, message }];
  }
  const { reconcile, offload } = merged.facts;
  return [
    ...(reconcile === undefined ? [] : checkReconciler(reconcile, tool, where)),
    ...(offload === undefined ? [] : checkOffload(method, sources, where)),
  ];
}

function checkReconciler(name: unknown, { member, levels }: DeclaredTool, where: string): readonly Problem[] {
  const toolkit = levels[0]?.owner;
  const exists =
    typeof name === 'string' && toolkit !== undefined && classChain(toolkit).some((owner) => ownMethod(owner, name) !== undefined);
  if (exists && name !== member) return [];
  const found = exists ? 'the tool itself' : 'no method of the class';
  const message = `@Reconcile names ${shown(name)}, which is ${found}: name a method of (idempotencyKey, args, ctx) that tells whether the call took effect.`;
  return [{ code: 'RECONCILE_MISSING', where, message }];
}

function checkOffload(method: Method, sources: readonly ParameterSource[], where: string): readonly Problem[] {
  const decorators = new Set(sources.flatMap(({ kind }) => (kind === 'ctx' ? ['@Ctx'] : kind === 'dep' ? ['@Dep'] : [])));
  const words = [...sourceTokens(Function.prototype.toString.call(method))].filter(({ kind }) => kind === 'word');
  const uses = [...decorators, ...words.filter(({ text }) => text === 'this' || text === 'super').map(({ text }) => `"${text}"`)];
  return [...new Set(uses)].map((use) => {
    const message = `@Offload runs a module function in a worker, where there is no ${use}: pass what it needs as parameters, or drop @Offload.`;
    return { code: 'OFFLOAD_INVALID', where, message };
  });
}
