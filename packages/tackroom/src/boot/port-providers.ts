import {
  Approver,
  ArtifactStore,
  AuditSink,
  Clock,
  Ids,
  InMemoryArtifactStore,
  LaneScheduler,
  PermissionService,
  RandomIds,
  RuleBasedPermissionService,
  RunScope,
  SandboxProvider,
  Scheduler,
  SystemClock,
  tokenName,
  Workspace,
} from '@tackroom/core';
import type { InjectionToken, Logger, PermissionOptions, Problem } from '@tackroom/core';
import { FileAuditSink } from '../audit/file-audit-sink.js';
import { LogAuditSink } from '../audit/log-audit-sink.js';
import type { ProviderRecord } from '../di/provider.js';
import type { HarnessOptions } from '../harness-options.js';

/** What ports are made from besides the options. */
export interface PortSources {
  readonly options: HarnessOptions;
  readonly logger: Logger;
  readonly runScope: RunScope;
  readonly workspace: Workspace | undefined;
  /** Whether a registered tool runs commands, so that the host serves where no sandbox was given. */
  readonly runsCommands: boolean;
}

/** Providers of the ports and the user's own, in the order in which they should be made. */
export interface AllProviders {
  readonly records: readonly ProviderRecord[];
  readonly problems: readonly Problem[];
}

/**
 * Joins what options say of ports, the user's providers and the defaults. A provider replaces a default; a provider and an
 * option for the same port are a problem. Ports come first, so that they are closed last.
 */
export function allProviders(sources: PortSources, user: readonly ProviderRecord[]): AllProviders {
  const said = saidPorts(sources);
  const provided = new Set(user.map(({ token }) => token));
  const problems = said.filter(({ record }) => provided.has(record.token)).map(({ record, option }) => saidTwice(record.token, option));
  if (sources.options.approver !== undefined && sources.options.permissions?.approver !== undefined) {
    problems.push({ code: 'OPTION_INVALID', where: 'approver', message: 'is said here and in permissions.approver. Keep one of the two.' });
  }
  const ports = new Map(defaultPorts(sources).map((record) => [record.token, record]));
  for (const { record } of said) ports.set(record.token, record);
  for (const token of provided) ports.delete(token);
  return { records: [...ports.values(), ...user], problems };
}

interface SaidPort {
  readonly option: string;
  readonly record: ProviderRecord;
}

function saidPorts({ options, logger, workspace }: PortSources): readonly SaidPort[] {
  const { approver, audit, permissions, sandbox, scheduler } = options;
  const said: SaidPort[] = [];
  const say = (option: string, record: ProviderRecord): number => said.push({ option, record });
  if (audit !== undefined && audit !== false) say('audit', auditRecord(audit, logger));
  if (permissions !== undefined) say('permissions', permissionRecord(permissions));
  if (scheduler !== undefined) say('scheduler', value(Scheduler, scheduler));
  if (approver !== undefined) say('approver', value(Approver, typeof approver === 'function' ? { approve: approver } : approver));
  if (workspace !== undefined) say('workspace (or the root of a bundle)', value(Workspace, workspace));
  if (sandbox !== undefined) say('sandbox', value(SandboxProvider, sandbox));
  return said;
}

function defaultPorts({ runScope, runsCommands }: PortSources): readonly ProviderRecord[] {
  return [
    factory(Clock, () => new SystemClock()),
    factory(Ids, () => new RandomIds()),
    factory(Scheduler, () => new LaneScheduler()),
    factory(ArtifactStore, () => new InMemoryArtifactStore()),
    permissionRecord({}),
    value(RunScope, runScope),
    ...(runsCommands ? [factory(SandboxProvider, makeHostSandbox)] : []),
  ];
}

function auditRecord(audit: Exclude<HarnessOptions['audit'], false | undefined>, logger: Logger): ProviderRecord {
  if (audit === 'log') return value(AuditSink, new LogAuditSink(logger));
  return 'record' in audit ? value(AuditSink, audit) : factory(AuditSink, () => FileAuditSink.open(audit, logger));
}

function permissionRecord(options: PermissionOptions): ProviderRecord {
  return {
    kind: 'factory',
    token: PermissionService,
    inject: [Clock, Ids],
    make: (...[clock, ids]) => new RuleBasedPermissionService(options, { now: () => (clock as Clock).now(), ids: ids as Ids }), // what `inject` names
  };
}

async function makeHostSandbox(): Promise<SandboxProvider> {
  const { HostSandbox } = await import('@tackroom/sandbox');
  return new HostSandbox();
}

function value(token: InjectionToken, of: unknown): ProviderRecord {
  return { kind: 'value', token, value: of };
}

function factory(token: InjectionToken, make: () => unknown): ProviderRecord {
  return { kind: 'factory', token, make, inject: [] };
}

function saidTwice(token: InjectionToken, option: string): Problem {
  const message = `${tokenName(token)} has a provider, and the option ${option} says it too. Keep one of the two.`;
  return { code: 'PROVIDER_DUPLICATE', where: 'providers', message };
}
