// Models.
export type { ModelCallOptions, ModelRequest, OfferedTool, PromptMessage, PromptPart } from './scripted-model/model-request.js';
export type {
  GeneratedReply,
  ModelSpecification,
  ReplyChunk,
  ReplyContent,
  ReplyFinish,
  ReplyPart,
  ReplyUsage,
  UnifiedFinish,
} from './scripted-model/model-reply.js';
export { parseScript } from './scripted-model/parse-script.js';
export { ScriptedApiError, ScriptExhausted } from './scripted-model/scripted-api-error.js';
export { ScriptedModel } from './scripted-model/scripted-model.js';
export type { ScriptedModelOptions } from './scripted-model/scripted-model.js';
export type {
  Script,
  ScriptedDelta,
  ScriptedError,
  ScriptedToolCall,
  ScriptedTurn,
  ScriptedUsage,
  TurnFunction,
} from './scripted-model/scripted-turn.js';
export { calls, fails, text } from './scripted-model/turn-builders.js';

// Fakes.
export { collectEvents, eventsOf } from './collect-events.js';
export { expectPolicy } from './expect-policy.js';
export { builtInTools } from './generated/built-in-tools.js';
export type { BuiltInTool } from './generated/built-in-tools.js';
export type { CallExpectation, ExpectPolicyOptions, PolicyExpectation } from './expect-policy.js';
export { FakeClock } from './fake-clock.js';
export type { PendingTimer } from './fake-clock.js';
export { FakeSandbox } from './fake-sandbox.js';
export type { FakeCommand, FakeCommandCall, FakeReply, FakeSandboxOptions } from './fake-sandbox.js';
export { InMemoryWorkspace } from './in-memory-workspace/in-memory-workspace.js';
export type { InMemoryWorkspaceOptions, MemoryFiles } from './in-memory-workspace/in-memory-workspace.js';
export type { MemoryEntry } from './in-memory-workspace/memory-tree.js';
export { RecordingApprover, scriptedApprover } from './recording-approver.js';
export type { ScriptedAnswer } from './recording-approver.js';
export { RecordingAuditSink } from './recording-audit-sink.js';
export { RecordingJournal } from './recording-journal.js';
export type { JournalWrite, RecordingJournalOptions } from './recording-journal.js';
export { SequentialIds } from './sequential-ids.js';

// What every port promises.
export { approverContract } from './contracts/approver-contract.js';
export type { ApproverUnderTest } from './contracts/approver-contract.js';
export { artifactStoreContract } from './contracts/artifact-store-contract.js';
export { auditSinkContract } from './contracts/audit-sink-contract.js';
export type { AuditSinkUnderTest } from './contracts/audit-sink-contract.js';
export { callJournalContract } from './contracts/call-journal-contract.js';
export type { JournalledAttempt, JournalUnderTest } from './contracts/call-journal-contract.js';
export { clockContract } from './contracts/clock-contract.js';
export type { ClockUnderTest } from './contracts/clock-contract.js';
export { idsContract } from './contracts/ids-contract.js';
export type { ContractPolicy, MakePermissionService } from './contracts/permission-context.js';
export { permissionServiceContract } from './contracts/permission-service-contract.js';
export { sandboxContract } from './contracts/sandbox-contract.js';
export type { SandboxUnderTest } from './contracts/sandbox-contract.js';
export { schedulerContract } from './contracts/scheduler-contract.js';
export type { TestApi } from './contracts/test-api.js';
export type { MakeWorkspace, WorkspaceUnderTest } from './contracts/workspace-context.js';
export { workspaceContract } from './contracts/workspace-contract.js';
