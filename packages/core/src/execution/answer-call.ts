import type { AnsweredBy, Question } from '../contracts/approvals.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { answered } from './answer-text.js';
import { recordedAnswer } from './approve-call.js';
import { auditEnd } from './audit-end.js';
import { emitResult, successResult } from './call-result.js';
import type { CompiledTools } from './compile-tools.js';
import { renderResult } from './render-result.js';
import type { RunContext } from './run-context.js';

/** A question and what a person said to it. */
export interface AnsweredQuestion extends AnsweredBy {
  readonly question: Question;
  readonly text: string;
}

/**
 * The result of a call whose handler asked a question: a person's answer, bounded like any result. The handler does not run
 * again. Rejects if the store fails that keeps the rest of a long answer.
 */
export async function answerResult({ kernel }: CompiledTools, run: RunContext, { question, text }: AnsweredQuestion): Promise<ToolResult> {
  const { answer, content } = answered(text, question.choices);
  const options = { runId: run.runId, artifacts: kernel.artifacts, maxChars: kernel.maxResultChars };
  const rendered = await renderResult({ output: { answer }, content }, options);
  return successResult(question, rendered, {
    durationMs: 0,
    attempts: 1,
    ...(rendered.truncated ? { truncated: true } : undefined),
    ...(rendered.artifactId === undefined ? undefined : { artifactId: rendered.artifactId }),
  });
}

/** Records and reports that an answer has ended its call. */
export function endAnswered(tools: CompiledTools, run: RunContext, said: AnsweredQuestion, result: ToolResult): void {
  const { callId, toolName, args } = said.question;
  const call = { callId, toolName, args, tool: tools.find(toolName), answer: recordedAnswer('answer', said) };
  auditEnd({ kernel: tools.kernel, run, call }, result, 'success');
  emitResult(run, result);
}
