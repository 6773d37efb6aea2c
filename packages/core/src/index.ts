// Decorators come first: they bring the reflection polyfill that the container's own decorators need.
export { Concurrency } from './decorators/concurrency.js';
export { Ctx } from './decorators/ctx.js';
export { Dep } from './decorators/dep.js';
export { Inject, Injectable } from './decorators/injectable.js';
export { Offload } from './decorators/offload.js';
export { Param } from './decorators/param.js';
export { Permission } from './decorators/permission.js';
export { Reconcile } from './decorators/reconcile.js';
export { ReplayPolicy } from './decorators/replay-policy.js';
export { RequiresApproval } from './decorators/requires-approval.js';
export { Retry } from './decorators/retry.js';
export { Risk } from './decorators/risk.js';
export { Timeout } from './decorators/timeout.js';
export { Tool } from './decorators/tool.js';
export type { DtoToolOptions, InputToolDecorator, InputToolOptions } from './decorators/tool.js';
export type { ParamOptions, PrimitiveTypeName, ToolDecoratorOptions, ToolkitOptions } from './decorators/tool-declaration.js';
export { Toolkit } from './decorators/toolkit.js';
export { containerToken, readConstructor } from './decorators/metadata-store.js';

// Contracts: what everything else is written against.
export type { CallPlace } from './contracts/call-place.js';
export { Approver } from './contracts/approvals.js';
export type { AnsweredBy, ApprovalAnswer, ApprovalRequest, ApprovalTerms, Question, RecordedAnswer } from './contracts/approvals.js';
export { ArtifactStore } from './contracts/artifacts.js';
export type { ArtifactInfo, StoredArtifact } from './contracts/artifacts.js';
export { AuditSink } from './contracts/audit.js';
export type { AuditRecord } from './contracts/audit.js';
export { Clock, Ids } from './contracts/clock.js';
export type { ClockTimer } from './contracts/clock.js';
export type { Content, ContentBlock, StructuredReturn } from './contracts/content.js';
export type { CtxCall, CtxRun, CtxState, PublishedArtifact } from './contracts/ctx.js';
export { HarnessError, problemsError, ToolFailure, TransientToolError } from './contracts/errors.js';
export type { HarnessErrorOptions, Problem } from './contracts/errors.js';
export type { DtoClass } from './contracts/dto-class.js';
export type { EventBase, EventFields, EventListener, EventType, HarnessEvent, Usage } from './contracts/events.js';
export { HumanInputRequired } from './contracts/human-input-required.js';
export { CallJournal } from './contracts/journal.js';
export type { CallIntent } from './contracts/journal.js';
export type { Integer, JsonObject, JsonSchema, JsonValue } from './contracts/json.js';
export { silentLogger } from './contracts/logger.js';
export type { Logger } from './contracts/logger.js';
export { McpBridge } from './contracts/mcp-bridge.js';
export type { McpServerOptions } from './contracts/mcp-bridge.js';
export type { FilePart, Message, ProviderOptions, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from './contracts/messages.js';
export type { AfterModelReply, BeforeModelRequest, BeforeToolAnswer, BeforeToolCall, Middleware } from './contracts/middleware.js';
export { NO_FACTS, PermissionService } from './contracts/permissions.js';
export type {
  CallFacts,
  CommandFact,
  DecidedCall,
  Decision,
  DecisionContext,
  DecisionSource,
  DecisionStep,
  DecisionTrace,
  GrantOptions,
  PathFact,
  PathsBelow,
  PermissionLevel,
  SessionGrant,
  ShellCommand,
  ShellLine,
  UrlFact,
} from './contracts/permissions.js';
export { RunScope } from './contracts/run-scope.js';
export type { RunProvider, RunResolver } from './contracts/run-scope.js';
export type { ManifestContent, ParameterSignature, SchemaManifest, ToolSignature } from './contracts/schema-manifest.js';
export type { ManifestSource } from './contracts/signature-source.js';
export { SandboxProvider } from './contracts/sandbox.js';
export type { CommandChunk, CommandOptions, CommandResult, SandboxAccess, SandboxSession } from './contracts/sandbox.js';
export type { SyncConflict, SyncFailure, SyncReport } from './contracts/sync-report.js';
export { PARALLEL_LANE, Scheduler, SERIAL_LANE } from './contracts/scheduler.js';
export type { Lane, LaneRequest, LaneTicket, RunTree } from './contracts/scheduler.js';
export type { Refinement, StandardOutput, StandardSchema } from './contracts/standard-schema.js';
export type { Todo, TodoStatus } from './contracts/todo.js';
export { token, tokenName } from './contracts/token.js';
export type { AbstractClass, Class, InjectionToken, Token } from './contracts/token.js';
export type { CallOutcome, PendingItem, ToolCall, ToolResult, ToolResultError, ToolResultMetadata } from './contracts/tool-call.js';
export type {
  ApprovalRequirement,
  KeyedConcurrency,
  LaneKey,
  OffloadTarget,
  ParameterSemantics,
  RiskLevel,
  ToolDefinition,
  ToolHandler,
  ToolOrigin,
  ToolPreview,
  ToolRetry,
  ValueSource,
} from './contracts/tool-definition.js';
export { Workspace } from './contracts/workspace.js';
export type {
  DirectoryEntry,
  DirectoryListing,
  EntryKind,
  GlobQuery,
  GlobResult,
  GrepMatch,
  GrepQuery,
  GrepResult,
  RemovedEntry,
  RemoveOptions,
  WorkspaceFile,
  WorkspaceSession,
  WriteOptions,
  WrittenFile,
} from './contracts/workspace.js';

// Tools as data.
export { defineTool } from './registry/define-tool.js';
export type { ToolOptions, TypedToolOptions } from './registry/define-tool.js';
export { isManifest } from './schema/check-manifest.js';
export { SignatureIndex } from './registry/signature-index.js';
export { scanTools } from './registry/scan-tools.js';
export type { ScannedToolkit, ScanOptions, ScanResult } from './registry/scan-tools.js';
export { toolFunction } from './registry/tool-function.js';
export type { ToolFunctionOptions, TypedToolFunctionOptions } from './registry/tool-function.js';
export { bundleFactory, defineBundle, isToolBundle } from './registry/tool-bundle.js';
export type { BundleDeclaration, BundleOptions, ToolBundle } from './registry/tool-bundle.js';
export { bundleNameOf } from './registry/bundle-names.js';
export { compileGlob, escapeGlob, isGlob } from './registry/glob.js';
export { closestName } from './schema/closest-name.js';
export { compileFilter } from './registry/tool-filter.js';
export type { ToolFilter } from './registry/tool-filter.js';
export { checkPolicy, DEFAULT_POLICY, resolvePolicy } from './registry/tool-policy.js';
export type { EffectivePolicy, ToolPolicy } from './registry/tool-policy.js';
export { providerNameProblem } from './registry/provider-tools.js';
export { ToolSnapshot } from './registry/tool-snapshot.js';
export type { FunctionTool } from './registry/tool-snapshot.js';
export type { RegisterOptions, ToolListItem } from './registry/tool-catalog.js';
export type { ToolItem, ToolSources } from './registry/catalog-items.js';
export type { EffectiveField, EffectiveValue } from './registry/effective-values.js';

// Permissions.
export { argsDigest } from './permissions/args-digest.js';
export { questionDigest } from './permissions/question-digest.js';
export { canonicalJson } from './registry/canonical-json.js';
export { describeShellLine } from './permissions/shell/load-shell-reader.js';
export { denialText } from './permissions/denial-text.js';
export { importClaudeRules } from './permissions/import-claude-rules.js';
export type { ClaudeRules, ImportedRules } from './permissions/import-claude-rules.js';
export { lintPolicy } from './permissions/lint/lint-policy.js';
export type { PolicyFinding } from './permissions/lint/policy-finding.js';
export { agentPermissionService, narrowingPermissionService } from './permissions/narrowing-permission-service.js';
export type { DangerousCommandsOptions } from './permissions/dangerous-commands-guard.js';
export type { GuardName, PermissionOptions, PermissionProfile } from './permissions/permission-options.js';
export { findObeyedInRepository, findProtected, namesOf } from './permissions/protected/find-protected.js';
export type { ProtectedKind, ProtectedPart } from './permissions/protected/find-protected.js';
export { CONFIG_FILE_NAMES, KEYS, OBEYED, REPOSITORY_OBEYED } from './permissions/protected/protected-names.js';
export { isToolDefinition, rule } from './permissions/rule.js';
export type { ArgumentPatterns, Rule, RuleInput, RuleOptions } from './permissions/rule.js';
export { formatRule, parseRule } from './permissions/rule-text.js';
export { escapeUnseenLines } from './permissions/visible-text.js';
export { RuleBasedPermissionService } from './permissions/rule-based-permission-service.js';
export type { PermissionServicePorts } from './permissions/rule-based-permission-service.js';

// Execution of calls.
export { answerResult, endAnswered } from './execution/answer-call.js';
export type { AnsweredQuestion } from './execution/answer-call.js';
export { answered, UNANSWERED, unanswered } from './execution/answer-text.js';
export type { Answer } from './execution/answer-text.js';
export { approveCall, askApprover, rejectionResult, undecidedResult } from './execution/approve-call.js';
export type { NoDecision } from './execution/approve-call.js';
export { expiredApproval, isEntitled } from './execution/check-approval.js';
export { auditEnd } from './execution/audit-end.js';
export type { AuditedCall } from './execution/audit-record.js';
export type { CallKernel } from './execution/call-kernel.js';
export { callFacts } from './execution/collect-facts.js';
export { closedResult, emitResult } from './execution/call-result.js';
export { Cancellation } from './execution/cancellation.js';
export { CompiledTools, compileTools } from './execution/compile-tools.js';
export type { CompiledTool } from './execution/compiled-tool.js';
export { DedupeStore } from './execution/dedupe.js';
export { directRun } from './execution/direct-run.js';
export type { DirectRunOptions } from './execution/direct-run.js';
export { emptyCtx } from './execution/empty-ctx.js';
export { executeCall } from './execution/execute-call.js';
export type { DirectOutcome } from './execution/execute-call.js';
export { NO_DEPENDENCIES, NO_SANDBOX, NO_WORKSPACE } from './execution/inert-ports.js';
export type { ToolInspection } from './execution/inspect-tool.js';
export { LaneScheduler } from './execution/lane-scheduler.js';
export { InMemoryArtifactStore } from './execution/memory-artifact-store.js';
export type { InMemoryArtifactStoreOptions } from './execution/memory-artifact-store.js';
export { InMemoryCallJournal } from './execution/memory-call-journal.js';
export type { JournalEntry } from './execution/memory-call-journal.js';
export type { Offloader } from './execution/offload.js';
export { performCall } from './execution/perform-call.js';
export { createOffloader } from './execution/piscina-offloader.js';
export { prepareCall } from './execution/prepare-call.js';
export type { Preparation, PreparedCall } from './execution/prepared-call.js';
export { RandomIds } from './execution/random-ids.js';
export { readToolResultTool } from './execution/read-tool-result.js';
export { reviewRequest, sourceOf } from './execution/review-request.js';
export type { EmitEvent, IncomingCall, PersonApproval, RunContext } from './execution/run-context.js';
export { shownQuestion } from './execution/shown-question.js';
export { SystemClock } from './execution/system-clock.js';
export { DEFAULT_MAX_RESULT_CHARS, ToolRegistry } from './execution/tool-registry.js';
export type { ExecuteOptions, ToolRegistryOptions } from './execution/tool-registry.js';
