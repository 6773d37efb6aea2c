import {
  Approver,
  ArtifactStore,
  AuditSink,
  CallJournal,
  Clock,
  createOffloader,
  DEFAULT_MAX_RESULT_CHARS,
  Ids,
  McpBridge,
  PermissionService,
  RuleBasedPermissionService,
  RunScope,
  SandboxProvider,
  Scheduler,
  Workspace,
} from '@tackroom/core';
import type { CallKernel, InjectionToken, Logger, Middleware, Problem } from '@tackroom/core';
import type { ContainerScope } from '../di/container-scope.js';
import { checkMiddleware } from './read-middleware.js';
import type { MiddlewareSource } from './read-middleware.js';

/** The ports of a harness, made. */
export interface HarnessPorts {
  readonly kernel: CallKernel;
  readonly approver: Approver | undefined;
  readonly workspace: Workspace | undefined;
  readonly sandbox: SandboxProvider | undefined;
  readonly mcp: McpBridge | undefined;
  readonly runScope: RunScope;
  readonly problems: readonly Problem[];
}

/** Takes the ports out of a container that has made everything. */
export function harnessPorts(scope: ContainerScope, middleware: readonly MiddlewareSource[], logger: Logger): HarnessPorts {
  const find = <T>(port: InjectionToken<T>): T | undefined => scope.find(port) as T | undefined; // what was made for this very token
  const get = <T>(port: InjectionToken<T>): T => find(port) as T; // every harness has a default for these
  const hooks = middleware.map((source) => ({ where: source.where, value: 'token' in source ? find(source.token) : source.instance }));
  const permissions = get(PermissionService);
  const kernel: CallKernel = {
    permissions,
    scheduler: get(Scheduler),
    journal: find(CallJournal),
    audit: find(AuditSink),
    artifacts: get(ArtifactStore),
    clock: get(Clock),
    ids: get(Ids),
    middleware: hooks.map(({ value }) => value as Middleware), // checked below
    logger,
    offloader: createOffloader(),
    maxResultChars: DEFAULT_MAX_RESULT_CHARS,
  };
  return {
    kernel,
    approver: find(Approver) ?? (permissions instanceof RuleBasedPermissionService ? permissions.approver : undefined),
    workspace: find(Workspace),
    sandbox: find(SandboxProvider),
    mcp: find(McpBridge),
    runScope: get(RunScope),
    problems: hooks.flatMap(({ where, value }) => checkMiddleware(value, where) ?? []),
  };
}
