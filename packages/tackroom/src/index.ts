// The public face: everything a program over Tackroom needs, and nothing of how it is made.
// Core comes first: it brings the reflection polyfill that the container needs.
export {
  Concurrency,
  Ctx,
  Dep,
  Inject,
  Injectable,
  Offload,
  Param,
  Permission,
  Reconcile,
  ReplayPolicy,
  RequiresApproval,
  Retry,
  Risk,
  Timeout,
  Tool,
  Toolkit,
} from '@tackroom/core';
export type { ParamOptions, ToolDecoratorOptions, ToolkitOptions } from '@tackroom/core';

// The harness.
export { HarnessModule } from './harness-module.js';
export type { Harness, ServeMcpOptions } from './harness.js';
export type { HarnessOptions, WorkspaceOptions } from './harness-options.js';
export type { DirectCallOptions } from './direct-calls.js';
export type { ClassProvider, FactoryProvider, Provider, ValueProvider } from './di/provider.js';
export { verifyAuditTrail } from './audit/verify-audit-trail.js';
export type { AuditProblem, AuditVerification, VerifyAuditOptions } from './audit/verify-audit-trail.js';
export type { FileAuditOptions } from './audit/file-audit-sink.js';
export { stderrLogger } from './stream-logger.js';
export type { LogLevel } from './stream-logger.js';

// Schemas from signatures.
export { isManifest } from '@tackroom/core';
export { isSourceUnchanged } from './manifest/source-hash.js';
export type { ManifestContent, ParameterSignature, SchemaManifest, ToolSignature } from '@tackroom/core';
export type { ManifestInput } from './manifest/load-manifests.js';

// The configuration of the command.
export { defineConfig } from './config/define-config.js';
export type { ConfigSource } from './config/define-config.js';
export { configProblems } from './config/config-problems.js';
export type { AgentConfig, NamedBundle, TackroomConfig, WorkspaceConfig } from './config/tackroom-config.js';

// Tools as data, for those who write them without decorators or load them from elsewhere.
export {
  closestName,
  CONFIG_FILE_NAMES,
  defineBundle,
  defineTool,
  emptyCtx,
  isToolBundle,
  isToolDefinition,
  toolFunction,
  ToolRegistry,
} from '@tackroom/core';
export { findLeftCopies, type LeftCopy } from './left-copies.js';
export { tryIsolation, tryIsolations } from './try-isolation.js';
export type { IsolationTrial } from './try-isolation.js';
export { isToolkit } from './is-toolkit.js';
export { configureBundle } from './boot/builtin-sources.js';
export { filesystem, git, navigation, shell, ToolName } from '@tackroom/toolkit';
export type { FilesystemOptions, GitAuthor, GitOptions, NavigationOptions, ShellOptions } from '@tackroom/toolkit';
export type {
  BundleOptions,
  CtxCall,
  CtxRun,
  CtxState,
  DirectOutcome,
  ExecuteOptions,
  KeyedConcurrency,
  LaneKey,
  PublishedArtifact,
  RegisterOptions,
  RiskLevel,
  ToolBundle,
  ToolCall,
  ToolDefinition,
  ToolFilter,
  ToolFunctionOptions,
  ToolHandler,
  ToolInspection,
  ToolItem,
  ToolListItem,
  ToolOptions,
  ToolOrigin,
  ToolPolicy,
  ToolPreview,
  ToolResult,
  ToolResultError,
  ToolResultMetadata,
  ToolRetry,
} from '@tackroom/core';

// Permissions and approvals.
export {
  escapeGlob,
  formatRule,
  callFacts,
  importClaudeRules,
  lintPolicy,
  parseRule,
  rule,
  RuleBasedPermissionService,
} from '@tackroom/core';
export type {
  AnsweredBy,
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalRequirement,
  ApprovalTerms,
  Decision,
  DecisionTrace,
  PolicyFinding,
  PendingItem,
  PermissionLevel,
  PermissionOptions,
  PermissionProfile,
  CallPlace,
  Question,
  Rule,
  RuleInput,
  SessionGrant,
} from '@tackroom/core';

// Ports: provide your own under these tokens.
export {
  Approver,
  ArtifactStore,
  AuditSink,
  CallJournal,
  Clock,
  Ids,
  McpBridge,
  PermissionService,
  RunScope,
  SandboxProvider,
  Scheduler,
  token,
  Workspace,
} from '@tackroom/core';
export type {
  AbstractClass,
  AfterModelReply,
  ArtifactInfo,
  AuditRecord,
  BeforeModelRequest,
  BeforeToolAnswer,
  BeforeToolCall,
  CallFacts,
  CallIntent,
  Class,
  ClockTimer,
  CommandChunk,
  CommandOptions,
  CommandResult,
  DecidedCall,
  DecisionContext,
  DecisionSource,
  DecisionStep,
  DirectoryEntry,
  DirectoryListing,
  EntryKind,
  GlobQuery,
  GlobResult,
  GrantOptions,
  GrepMatch,
  GrepQuery,
  GrepResult,
  InjectionToken,
  Lane,
  LaneRequest,
  LaneTicket,
  Logger,
  McpServerOptions,
  Middleware,
  PathFact,
  PathsBelow,
  RunProvider,
  RemovedEntry,
  RemoveOptions,
  RunResolver,
  RunTree,
  SandboxAccess,
  SandboxSession,
  SyncConflict,
  SyncFailure,
  SyncReport,
  StoredArtifact,
  Token,
  UrlFact,
  WorkspaceFile,
  WorkspaceSession,
  WriteOptions,
  WrittenFile,
} from '@tackroom/core';
// HostWorkspace and HostSandbox are imported from @tackroom/sandbox: here they would cost every program a fifth of its start.
export type { HostSandboxOptions, HostWorkspaceOptions } from '@tackroom/sandbox';

// Errors.
export { HarnessError, HumanInputRequired, ToolFailure, TransientToolError } from '@tackroom/core';
export type { Problem } from '@tackroom/core';

// How tools are sent to a provider.
export { askUser } from '@tackroom/agent';
export type { Ask, AskUserOptions } from '@tackroom/agent';
export { dialectOf } from '@tackroom/agent';
export type { DescribedTool, DialectCopy, DialectNote, DialectOptions, DialectProvider, SchemaDialect, SchemaUndo } from '@tackroom/agent';
export { providerNameProblem } from '@tackroom/core';

// Agents, their runs and what runs say.
export { modelSources, OperatorModel, resolveModel, RunState } from '@tackroom/agent';
export type { Todo, TodoStatus } from '@tackroom/core';
export type {
  Agent,
  AgentLimits,
  AgentOptions,
  AgentTools,
  AskOperator,
  InputMessage,
  LanguageModel,
  ModelRetry,
  ModelSettings,
  ModelNeeds,
  ModelSources,
  ServerNeeds,
  OperatorCall,
  OperatorReply,
  OperatorTool,
  OperatorTurn,
  PendingDecision,
  ResumeOptions,
  RunInput,
  RunOptions,
  RunResult,
  RunStatus,
  RunStream,
  StopReason,
} from '@tackroom/agent';
export type {
  Content,
  ContentBlock,
  DtoClass,
  EventListener,
  EventType,
  HarnessEvent,
  Integer,
  JsonObject,
  JsonSchema,
  JsonValue,
  Message,
  StandardSchema,
  StructuredReturn,
  Usage,
} from '@tackroom/core';
