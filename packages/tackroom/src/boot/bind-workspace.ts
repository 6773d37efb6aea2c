import { resolve } from 'node:path';
import { HarnessError, isToolBundle } from '@tackroom/core';
import type { Problem, ToolDefinition, Workspace } from '@tackroom/core';
import type { HarnessOptions, WorkspaceOptions } from '../harness-options.js';

/** The one workspace of a harness, if it has any, and what is wrong with what was said about it. */
export interface BoundWorkspace {
  readonly workspace: Workspace | undefined;
  /** True when we made it, so that closing it is ours. */
  readonly made: boolean;
  readonly problems: readonly Problem[];
}

interface SaidRoot {
  readonly root: string | null;
  readonly where: string;
  readonly options: Omit<WorkspaceOptions, 'root'>;
}

/**
 * Settles which directory the harness works in: the `workspace` option and the roots of bundles must mean the same one.
 * Implementations are loaded only if there is one to make.
 */
export async function bindWorkspace(options: HarnessOptions): Promise<BoundWorkspace> {
  const given = givenWorkspace(options.workspace);
  const roots = [...rootOfOption(options.workspace), ...rootsOfBundles(options)];
  const own = options.sandbox?.workspace;
  if (own !== undefined) {
    const said = [...(given === undefined ? [] : ['workspace']), ...roots.map(({ where }) => where)];
    return { workspace: own, made: false, problems: said.map((where) => ownFiles(where, own)) };
  }
  if (roots.length === 0) return { workspace: given, made: false, problems: [] };
  const { HostWorkspace } = await import('@tackroom/sandbox');
  const problems: Problem[] = [];
  let bound: { readonly workspace: Workspace; readonly where: string } | undefined =
    given === undefined ? undefined : { workspace: given, where: 'workspace' };
  for (const { root, where, options: hostOptions } of roots) {
    try {
      const workspace = new HostWorkspace(root, hostOptions);
      if (bound === undefined) bound = { workspace, where };
      else if (bound.workspace.root !== workspace.root) problems.push(conflict(bound, where, root));
    } catch (error) {
      problems.push(...unusable(where, error));
    }
  }
  return { workspace: bound?.workspace, made: given === undefined, problems };
}

/** What a tool of ours that takes paths or commands lacks when nobody said where to work. */
export function missingRoot(tools: readonly ToolDefinition[]): Problem | undefined {
  const needy = tools.filter(({ origin, semantics }) => origin.kind === 'builtin' && Object.values(semantics).some(needsFiles));
  if (needy.length === 0) return undefined;
  const names = needy.map(({ name }) => name).join(', ');
  const message =
    `nobody says which directory ${names} ${needy.length === 1 ? 'works' : 'work'} in. Write workspace: '.', or give a bundle its root; ` +
    'workspace: { root: null } opens the whole file system of the host.';
  return { code: 'WORKSPACE_ROOT_UNSAID', where: 'workspace', message };
}

function needsFiles(semantics: string): boolean {
  return semantics === 'path' || semantics === 'shell-command';
}

function givenWorkspace(option: HarnessOptions['workspace']): Workspace | undefined {
  return typeof option === 'object' && 'session' in option ? option : undefined;
}

function rootOfOption(option: HarnessOptions['workspace']): readonly SaidRoot[] {
  if (option === undefined || (typeof option === 'object' && 'session' in option)) return [];
  const { root, ...options } = typeof option === 'string' ? { root: option } : option;
  return [{ root: absolute(root), where: 'workspace', options }];
}

function rootsOfBundles(options: HarnessOptions): readonly SaidRoot[] {
  const lists = { bundles: options.bundles ?? [], tools: Array.isArray(options.tools) ? (options.tools as readonly unknown[]) : [] };
  return Object.entries(lists).flatMap(([list, items]) =>
    items.flatMap((item, index) =>
      isToolBundle(item) && item.workspaceRoot !== undefined
        ? [{ root: absolute(item.workspaceRoot), where: `${list}[${index}] (${item.name})`, options: {} }]
        : [],
    ),
  );
}

function absolute(root: string | null): string | null {
  return root === null || root === '' ? root : resolve(root);
}

function ownFiles(where: string, { root }: Workspace): Problem {
  const message = `says where to work, but the sandbox has files of its own${root === null ? '' : `, of ${root}`}. Take it out here.`;
  return { code: 'WORKSPACE_CONFLICT', where, message };
}

function conflict(bound: { readonly workspace: Workspace; readonly where: string }, where: string, root: string | null): Problem {
  const message =
    `works in ${root ?? 'the whole file system'}, but ${bound.where} says ${bound.workspace.root ?? 'that there is no root'}. ` +
    'A harness has one root: write the same, leave one out, or use two harnesses.';
  return { code: 'WORKSPACE_CONFLICT', where, message };
}

function unusable(where: string, error: unknown): readonly Problem[] {
  if (!HarnessError.is(error)) return [{ code: 'WORKSPACE_ROOT_UNREADABLE', where, message: String(error) }];
  if (error.problems.length === 0) return [{ code: error.code, where, message: error.message }];
  return error.problems.map(({ code, message }) => ({ code, where, message }));
}
