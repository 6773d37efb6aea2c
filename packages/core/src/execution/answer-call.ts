import type { AnsweredBy, Question } from '../contracts/approvals.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { answered } from './answer-text.js';
import { recordedAnswer } from './approve-call.js';
import { journalResult } from './attempts.js';
import { auditEnd } from './audit-end.js';
import { emitResult, successResult } from './call-result.js';
import type { CompiledTools } from './compile-tools.js';
import { renderStructured } from './render-result.js';
import type { RunContext } from './run-context.js';
import { hasAfterTool, runAfterTool } from './tool-middleware.js';

/** A question and what a person said to it. */
export interface AnsweredQuestion extends AnsweredBy {
  readonly question: Question;
  readonly text: string;
}

/**
 * The result of a call whose handler asked a question: a person's answer, bounded, journalled and shown to the hooks like
 * any result. The handler does not run again. Rejects with `RUN_STORAGE` if the journal fails, or the store that keeps the
 * rest of a long answer.
 */
export async function answerResult(tools: CompiledTools, run: RunContext, said: AnsweredQuestion): Promise<ToolResult> {
  const { kernel } = tools;
  const { question, text } = said;
  const { callId, toolName, args, attempt } = question;
  const tool = tools.find(toolName);
  const { answer, content } = answered(text, question.choices);
  const isAllowed = tool?.validateOutput?.({ answer }) === undefined;
  const rendered = await renderStructured(
    { ...(isAllowed ? { output: { answer } } : {}), content },
    { runId: run.runId, artifacts: kernel.artifacts, maxChars: kernel.maxResultChars },
  );
  const result = successResult(question, rendered, {
    durationMs: 0,
    attempts: attempt,
    ...(rendered.truncated ? { truncated: true } : undefined),
    ...(rendered.artifactId === undefined ? undefined : { artifactId: rendered.artifactId }),
  });
  if (kernel.journal !== undefined) await journalResult(kernel.journal, run.runId, attempt, result);
  return hasAfterTool(kernel) ? runAfterTool({ tools, run, call: { callId, toolName, args, tool } }, result) : result;
}

/** Records and reports that an answer has ended its call. */
export function endAnswered(tools: CompiledTools, run: RunContext, said: AnsweredQuestion, result: ToolResult): void {
  const { callId, toolName, args } = said.question;
  const call = { callId, toolName, args, tool: tools.find(toolName), answer: recordedAnswer('answer', said) };
  auditEnd({ kernel: tools.kernel, run, call }, result, result.success ? 'success' : 'error');
  emitResult(run, result);
}
