import {
  bundleFactory,
  defineBundle,
  defineTool,
  type BundleOptions,
  type Problem,
  type ToolBundle,
  type ToolDefinition,
  type ToolOptions,
} from '@tackroom/core';
import {
  gitAddArgs,
  gitBranchArgs,
  gitCommitArgs,
  gitDiffArgs,
  gitLogArgs,
  gitShowArgs,
  gitStatusArgs,
} from '../generated/argument-schemas.js';
import { ToolName } from '../tool-name.js';
import { optionProblem, resolveLimits, resolveNames, resolveRoot, type ToolAliases } from '../tool-settings.js';
import { GIT_TEXTS } from './descriptions.js';
import { gitBranch } from './git-branch.js';
import { gitAdd, gitCommit, previewCommit, type GitAddArgs, type GitAuthor, type GitCommitArgs } from './git-change.js';
import { gitDiff } from './git-diff.js';
import { gitLog, gitShow } from './git-log.js';
import { gitStatus } from './git-status.js';
import { DEFAULT_GIT_LIMITS, type GitLimits } from './run-git.js';

const READERS = [ToolName.GitStatus, ToolName.GitDiff, ToolName.GitLog, ToolName.GitShow, ToolName.GitBranch] as const;
/** Names of the tools of the bundle `git`. */
export const GIT_TOOLS = [...READERS, ToolName.GitAdd, ToolName.GitCommit] as const;
const CALL_TIMEOUT_MS = 60_000;

/** Name of a tool of the bundle `git`. */
export type GitToolName = (typeof GIT_TOOLS)[number];

/** Options of {@link git}. */
export interface GitOptions extends BundleOptions, Partial<GitLimits> {
  /** The directory that the tools work in: shorthand for the harness's workspace. `null` stands for the whole file system. */
  readonly root?: string | null;
  /** Register only the tools that read. */
  readonly readonly?: boolean;
  /** Whom commits are by; unless given, whom git's configuration names. */
  readonly author?: GitAuthor;
  /** Other names for single tools, such as `{ git_log: 'history' }`. */
  readonly names?: ToolAliases<GitToolName>;
}

/**
 * The git tools, over the harness's sandbox. They take a repository for one that nobody vouches for: nothing that it
 * configures is run. Mistakes in the options are problems of the bundle, which a registry refuses with
 * `BUNDLE_OPTION_INVALID`.
 */
export const git = bundleFactory('git', (options: GitOptions = {}): ToolBundle => {
  const { names, problems: nameProblems } = resolveNames('git', GIT_TOOLS, options.names);
  const { limits, problems: limitProblems } = resolveLimits('git', DEFAULT_GIT_LIMITS, options);
  const { problems: rootProblems, ...root } = resolveRoot('git', options.root);
  return defineBundle({
    name: 'git',
    tools: [...readers(names, limits), ...(options.readonly === true ? [] : writers(names, options.author))],
    options,
    names,
    knownOptions: ['root', 'readonly', 'author', 'names'],
    defaults: { ...DEFAULT_GIT_LIMITS },
    ...root,
    problems: [...nameProblems, ...limitProblems, ...rootProblems, ...optionProblems(options)],
  });
});

function optionProblems({ readonly, author }: { readonly readonly?: unknown; readonly author?: unknown }): readonly Problem[] {
  const { name, email } = (author ?? {}) as { readonly name?: unknown; readonly email?: unknown };
  const isAuthor = [name, email].every((part) => typeof part === 'string' && part.trim() !== '' && !/[\p{Cc}<>]/u.test(part));
  return [
    ...(readonly === undefined || typeof readonly === 'boolean'
      ? []
      : [optionProblem('git.readonly', 'is not a boolean; write true or false')]),
    ...(author === undefined || isAuthor
      ? []
      : [optionProblem('git.author', "is no author; write { name: 'A Name', email: 'a@example.com' }")]),
  ];
}

// The schemas have checked what the handlers are given.
function readers(names: Readonly<Record<GitToolName, string>>, limits: GitLimits): readonly ToolDefinition[] {
  return [
    reader({
      name: names.git_status,
      description: GIT_TEXTS.status,
      inputSchema: gitStatusArgs,
      semantics: { repo: 'path' },
      handler: (args, ctx) => gitStatus(args, ctx, limits),
    }),
    reader({
      name: names.git_diff,
      description: GIT_TEXTS.diff,
      inputSchema: gitDiffArgs,
      handler: (args, ctx) => gitDiff(args, ctx, limits),
    }),
    reader({ name: names.git_log, description: GIT_TEXTS.log, inputSchema: gitLogArgs, handler: (args, ctx) => gitLog(args, ctx, limits) }),
    reader({
      name: names.git_show,
      description: GIT_TEXTS.show,
      inputSchema: gitShowArgs,
      handler: (args, ctx) => gitShow(args, ctx, limits),
    }),
    reader({
      name: names.git_branch,
      description: GIT_TEXTS.branch,
      inputSchema: gitBranchArgs,
      semantics: { repo: 'path' },
      handler: (args, ctx) => gitBranch(args, ctx, limits),
    }),
  ];
}

function writers(names: Readonly<Record<GitToolName, string>>, author: GitAuthor | undefined): readonly ToolDefinition[] {
  return [
    writer({
      name: names.git_add,
      description: GIT_TEXTS.add,
      inputSchema: gitAddArgs,
      semantics: { paths: 'path', repo: 'path' },
      handler: (args, ctx) => gitAdd(args as object as GitAddArgs, ctx),
    }),
    writer({
      name: names.git_commit,
      description: GIT_TEXTS.commit,
      riskLevel: 'high',
      inputSchema: gitCommitArgs,
      approval: { reason: 'a commit is made' },
      preview: (args, ctx) => previewCommit(args as object as GitCommitArgs, ctx),
      handler: (args, ctx) => gitCommit(args as object as GitCommitArgs, ctx, author),
    }),
  ];
}

function reader(options: ToolOptions): ToolDefinition {
  return defineTool({
    ...{ category: 'git', riskLevel: 'low', replayPolicy: 'safe', concurrency: 'parallel', timeoutMs: CALL_TIMEOUT_MS },
    semantics: { path: 'path', repo: 'path' },
    ...options,
  });
}

function writer(options: ToolOptions): ToolDefinition {
  return defineTool({
    ...{ category: 'git', riskLevel: 'medium', replayPolicy: 'manual', concurrency: 'serial', timeoutMs: CALL_TIMEOUT_MS },
    semantics: { repo: 'path' },
    ...options,
  });
}
