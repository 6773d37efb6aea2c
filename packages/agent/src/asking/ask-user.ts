import {
  answered,
  bundleFactory,
  defineBundle,
  defineTool,
  HumanInputRequired,
  shownQuestion,
  ToolFailure,
  UNANSWERED,
  unanswered,
  type Answer,
  type Ctx,
  type JsonObject,
  type PermissionLevel,
  type Problem,
  type ToolBundle,
} from '@tackroom/core';
import { thrownMessage } from '../thrown-message.js';
import { askWithin, TIMED_OUT } from './ask-within.js';

/** Name of the tool. */
export const ASK_USER = 'ask_user';

/**
 * Puts a question to a person. `choices` are suggestions; none means free text. In both, unseen characters are escaped, so that
 * they can be shown as they are. `null`, `undefined` and a blank text mean that nobody answered. The signal fires when the
 * answer is not waited for any more: the question should go away then.
 */
export type Ask = (
  question: string,
  choices: readonly string[],
  signal: AbortSignal,
) => string | null | undefined | Promise<string | null | undefined>;

/** Options of {@link askUser}. */
export interface AskUserOptions {
  /** Asks while the run waits. Without it the run pauses, with a question in `result.pending`, until `state.answer`. */
  readonly ask?: Ask;
  /** `allow` unless given. */
  readonly permission?: PermissionLevel;
  /**
   * How long `ask` is waited for, in milliseconds; one hour unless given. The model is told then that nobody answered. A paused run
   * waits for as long as it has to.
   */
  readonly timeoutMs?: number;
  /** Whether it takes the place of a registered tool with the same name. */
  readonly replace?: boolean;
}

const HOUR_MS = 3_600_000;
/** The tool's own deadline comes after the wait for an answer, or it would cut it off. */
const MARGIN_MS = 30_000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1 - MARGIN_MS;

/**
 * The tool `ask_user(question, choices?)`, for a list of tools; no other bundle has it, and none of its results reads like the
 * answer of a person unless it is one. What is wrong with the options is reported where it is registered.
 */
export const askUser: (options?: AskUserOptions) => ToolBundle = bundleFactory('askUser', makeAskUser);

function makeAskUser(options: AskUserOptions = {}): ToolBundle {
  // Options that are no object are a problem that the bundle reports.
  const { ask, timeoutMs = HOUR_MS } = Object(options) as AskUserOptions;
  const problems = optionProblems({ ...(ask === undefined ? {} : { ask }), timeoutMs });
  const tool = defineTool({
    name: ASK_USER,
    title: 'Ask the user',
    description:
      'Ask the user a question and wait for the answer. Ask only if the answer changes what you do and you cannot find it out yourself; ' +
      'ask one thing at a time. Give choices where a few answers are likely; the user may still answer something else.',
    category: 'planning',
    riskLevel: 'low',
    // No rule is needed to ask, under a locked policy neither; rules that deny are heard first.
    permission: 'allow',
    concurrency: 'serial',
    replayPolicy: 'safe',
    timeoutMs: (problems.length > 0 ? HOUR_MS : timeoutMs) + MARGIN_MS,
    ownLimits: true,
    inputSchema: {
      type: 'object',
      properties: {
        question: {
          type: 'string',
          minLength: 1,
          maxLength: 4_000,
          description: 'What you want to know, with what is needed to answer it',
        },
        choices: {
          type: 'array',
          items: { type: 'string', maxLength: 200 },
          maxItems: 20,
          description: 'Suggested answers; leave out for free text',
        },
      },
      required: ['question'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { answer: { type: ['string', 'null'], description: 'What the user said; null if nobody answered' } },
      required: ['answer'],
      additionalProperties: false,
    },
    refine: ({ question }) => (String(question).trim() === '' ? 'question is blank; write what you want to know' : undefined),
    handler: (args, ctx) => answerTo(args, ctx, ask, timeoutMs),
  });
  return defineBundle({ name: ASK_USER, tools: [tool], options, knownOptions: ['ask', 'timeoutMs'], problems });
}

async function answerTo(
  args: JsonObject,
  ctx: Ctx,
  ask: Ask | undefined,
  timeoutMs: number,
): Promise<{ output: unknown; content: string }> {
  const question = String(args['question']);
  const choices = (args['choices'] ?? []) as readonly string[]; // the schema allows nothing else
  const asked = new HumanInputRequired(question, choices);
  if (ask === undefined) throw asked;
  const { answer, content } = await askNow(shownQuestion(asked), ctx, ask, timeoutMs);
  return { output: { answer }, content };
}

async function askNow(
  { question, choices }: Pick<HumanInputRequired, 'question' | 'choices'>,
  ctx: Ctx,
  ask: Ask,
  timeoutMs: number,
): Promise<Answer> {
  let said: unknown;
  try {
    said = await askWithin((signal) => ask(question, choices, signal), { signal: ctx.signal, timeoutMs });
  } catch (cause) {
    ctx.signal.throwIfAborted();
    // What was thrown is for the log alone: its text could read like an answer.
    ctx.log.error('The program that asks the user failed.', { error: thrownMessage(cause) });
    throw notAsked('the program that asks failed', cause);
  }
  if (said === TIMED_OUT) return unanswered(`Nobody answered within ${durationText(timeoutMs)}.`);
  if (said === null || said === undefined) return unanswered(UNANSWERED.nobody);
  if (typeof said !== 'string')
    throw notAsked(`the program that asks gave ${typeof said === 'object' ? 'an object' : `a ${typeof said}`}, which is no answer`);
  return answered(said, choices);
}

function notAsked(why: string, cause?: unknown): ToolFailure {
  const { content } = unanswered(`The user was not asked, or the answer was lost: ${why.replace(/\.$/, '')}.`);
  return new ToolFailure(content, { code: 'QUESTION_FAILED', ...(cause === undefined ? {} : { cause }) });
}

function durationText(ms: number): string {
  const [count, unit] = ms % HOUR_MS === 0 ? [ms / HOUR_MS, 'hour'] : ms % 60_000 === 0 ? [ms / 60_000, 'minute'] : [ms / 1_000, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function optionProblems(options: AskUserOptions): readonly Problem[] {
  const { ask, timeoutMs } = options;
  const problems: Problem[] = [];
  const invalid = (option: string, message: string): void => {
    problems.push({ code: 'BUNDLE_OPTION_INVALID', where: `${ASK_USER}.${option}`, message });
  };
  if (ask !== undefined && typeof ask !== 'function')
    invalid('ask', 'is no function; give one that asks a person, or leave it out and the run pauses.');
  if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS)) {
    invalid('timeoutMs', `is ${String(timeoutMs)}; write whole milliseconds from 1 to ${MAX_TIMEOUT_MS}.`);
  }
  return problems;
}
