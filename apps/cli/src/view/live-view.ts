import type { HarnessEvent, JsonObject, RunResult } from 'tackroom';
import type { CommandIo } from '../io.js';
import { paint, type Paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { cutCells } from '../terminal/cells.js';
import { LiveRegion } from '../terminal/live-region.js';
import { formatDuration } from './duration.js';
import { layOutCards } from './lay-out-cards.js';
import { planLines } from './plan-lines.js';
import type { RunView, ViewOptions } from './run-view.js';
import { nextProgress, type RunningCall } from './running-call.js';
import { settledCall } from './settled-call.js';
import { StreamedText } from './streamed-text.js';
import { syncLines } from './sync-lines.js';
import { usageLine } from './usage-line.js';

const FRAMES: readonly string[] = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const FRAME_MS = 100;

/** Lines are not drawn wider than this, so that an eye finds its way back. */
const MAX_COLUMNS = 120;

/** Stands for a question that is asked while the run is paused. */
const HELD = 'held';

/** What the run is about to do, as the line at the bottom says it. */
interface Activity {
  readonly text: string;
  readonly since: number;
}

/**
 * Shows a run at a terminal that can redraw lines: text and finished calls go by, and below them stand the calls under
 * way with their progress, the plan, and what the run is doing. While the person is asked something nothing moves, and
 * what happens meanwhile is shown afterwards.
 */
export class LiveView implements RunView {
  private readonly paint: Paint;
  private readonly region: LiveRegion;
  private readonly text = new StreamedText();
  private readonly calls = new Map<string, RunningCall>();
  private readonly asking = new Set<string>();
  private held: string[] = [];
  private todos: readonly JsonObject[] = [];
  private activity: Activity | undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly release: () => void;
  /** What somebody else printed of a line that is not ended yet. */
  private aside = '';
  private frame = 0;
  private readonly startedAt = performance.now();

  constructor(
    private readonly io: CommandIo,
    private readonly options: Omit<ViewOptions, 'json'>,
  ) {
    this.paint = paint(io.stdout, io.env);
    this.region = new LiveRegion(io.stdout);
    this.timer = setInterval(() => this.tick(), FRAME_MS).unref();
    this.release = io.divertStderr((text) => this.takeAside(text));
  }

  show(event: HarnessEvent): void {
    switch (event.type) {
      case 'step-start':
        this.act(this.options.personAnswers ? undefined : 'thinking');
        break;
      case 'thinking-delta':
        if (this.activity?.text !== 'thinking') this.act('thinking');
        break;
      case 'text-delta':
        this.act(undefined);
        if (!this.options.personAnswers) this.print(this.text.add(printable(event.text), this.columns));
        break;
      case 'text-end':
        this.print(this.text.end());
        break;
      case 'attempt-reset':
        this.print([...this.text.end(), this.paint.dim(`… the reply broke off (${printable(event.reason)}) and starts again`)]);
        break;
      case 'tool-call':
        this.act(undefined);
        this.set(event.callId, { toolName: event.toolName, args: event.args ?? {}, state: 'asked', since: performance.now() });
        break;
      case 'tool-start':
        this.set(event.callId, { toolName: event.toolName, state: event.queued ? 'queued' : 'running', since: performance.now() });
        break;
      case 'tool-running':
        this.set(event.callId, { state: 'running', since: performance.now() });
        break;
      case 'tool-progress':
        this.set(event.callId, { progress: nextProgress(event.value, this.calls.get(event.callId)?.progress) });
        break;
      case 'tool-result':
        this.settle(event);
        break;
      case 'approval-request':
        this.ask(event.id);
        break;
      case 'approval-answer':
        if (event.answer.type === 'edit') this.set(event.callId, { args: event.answer.args });
        this.answered(event.id);
        break;
      case 'todos-update':
        this.showPlan(event.todos);
        break;
      default:
        this.note(event);
    }
    this.draw();
  }

  hold(): () => void {
    this.ask(HELD);
    return () => this.answered(HELD);
  }

  end(_event: HarnessEvent, result: RunResult): void {
    clearInterval(this.timer);
    const { red, yellow, dim } = this.paint;
    this.asking.clear();
    const unfinished = this.todos.some(({ status }) => status !== 'completed');
    this.print([...this.text.end(), ...(unfinished ? planLines(this.todos, this.columns, this.paint) : [])]);
    this.todos = [];
    this.calls.clear();
    this.act(undefined);
    this.region.clear();
    if (result.error !== undefined) this.print([`${red('failed:')} ${printable(result.error.message)} ${dim(`[${result.error.code}]`)}`]);
    else if (result.pending.length > 0) this.options.showPause(result);
    else if (!result.ok) this.print([`${yellow('stopped:')} ${result.stopReason}`]);
    this.print([dim(usageLine(result.usage, performance.now() - this.startedAt))]);
  }

  close(): void {
    clearInterval(this.timer);
    this.asking.clear();
    if (this.aside !== '') this.takeAside('\n');
    this.print([]);
    this.region.clear();
    this.release();
  }

  /** What tools and loggers print goes by like everything else that is finished, instead of under what is redrawn. */
  private takeAside(text: string): void {
    const lines = (this.aside + text).split('\n');
    this.aside = lines.pop() ?? '';
    this.print(lines);
  }

  private note(event: HarnessEvent): void {
    const { dim, red, yellow } = this.paint;
    if (event.type === 'tool-retry') this.print([dim(`… ${printable(`${event.toolName} is tried again: ${event.reason}`)}`)]);
    if (event.type === 'repetition') this.print([dim('… the same calls come again and again')]);
    if (event.type === 'sandbox-sync') {
      this.print([
        ...this.text.end(),
        ...syncLines(event).map(({ text, isWarning }) => (isWarning ? `${yellow('!')} ${text}` : dim(`… ${text}`))),
      ]);
    }
    if (event.type === 'error') this.print([`${red('!')} ${printable(event.message)} ${dim(`[${event.code}]`)}`]);
  }

  private set(callId: string, change: Partial<RunningCall>): void {
    const fresh: RunningCall = {
      callId,
      toolName: '',
      args: this.argsOf(callId),
      state: 'asked',
      since: performance.now(),
      progress: undefined,
    };
    const before = this.calls.get(callId) ?? fresh;
    this.calls.set(callId, { ...before, ...change });
  }

  /** Of a call that was announced before the run paused. */
  private argsOf(callId: string): JsonObject {
    const item = this.options.waiting?.find((waiting) => waiting.callId === callId);
    return item?.kind === 'approval' ? item.args : {};
  }

  private settle(event: Extract<HarnessEvent, { type: 'tool-result' }>): void {
    const { callId, toolName, success, content, metadata } = event;
    const args = this.calls.get(callId)?.args ?? this.argsOf(callId);
    this.calls.delete(callId);
    this.print([
      ...this.text.end(),
      ...settledCall({ toolName, args, success, content, durationMs: metadata.durationMs, ran: metadata.attempts > 0 }, this.columns, {
        paint: this.paint,
        whole: this.options.personAnswers,
      }),
    ]);
  }

  /** The person is asked elsewhere, on the screen as it is now. */
  private ask(id: string): void {
    this.print(this.text.end());
    this.region.clear();
    this.asking.add(id);
  }

  private answered(id: string): void {
    this.asking.delete(id);
    this.print([]);
  }

  /** Where a person types at the bottom nothing may stand there. */
  private showPlan(todos: readonly JsonObject[]): void {
    if (this.options.personAnswers) this.print(planLines(todos, this.columns, this.paint));
    else this.todos = todos;
  }

  private act(text: string | undefined): void {
    this.activity = text === undefined ? undefined : { text, since: performance.now() };
  }

  /** Puts whole lines above what moves, as soon as nobody is asked. */
  private print(lines: readonly string[]): void {
    this.held.push(...lines);
    if (this.asking.size > 0 || this.held.length === 0) return;
    const text = this.held.map((line) => `${line}\n`).join('');
    this.held = [];
    this.region.commit(text, this.lines());
  }

  private draw(): void {
    if (this.asking.size === 0) this.region.draw(this.lines());
  }

  private tick(): void {
    this.frame = (this.frame + 1) % FRAMES.length;
    if (this.activity !== undefined || this.calls.size > 0) this.draw();
  }

  private lines(): readonly string[] {
    const now = performance.now();
    const { activity, columns } = this;
    const rest = this.text.rest === '' ? [] : [this.text.rest];
    const spinner = FRAMES[this.frame] ?? '';
    const doing = activity && cutCells(`${spinner} ${activity.text} ${formatDuration(now - activity.since)}`, columns);
    return [
      ...rest,
      ...layOutCards([...this.calls.values()], columns, { paint: this.paint, now }),
      ...planLines(this.todos, columns, this.paint),
      ...(doing === undefined ? [] : [this.paint.dim(doing)]),
    ];
  }

  /** One less than the terminal has: some wrap a line that fills them. */
  private get columns(): number {
    return Math.max(8, Math.min(this.io.stdout.columns ?? 80, MAX_COLUMNS) - 1);
  }
}
