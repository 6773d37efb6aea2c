/** A piece of a tool call as some providers stream it; every field may be missing. */
export interface ToolCallDelta {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: string | undefined;
}

/** A tool call whose pieces are still arriving. */
export interface ToolInputDraft {
  id: string;
  readonly index: number | undefined;
  name: string;
  text: string;
  /** Why the pieces cannot be trusted to belong together. */
  problem: string | undefined;
  /** True for a call that is only whole once the provider says so with a final `tool-call` part. */
  readonly needsFinal: boolean;
}

/**
 * Puts streamed tool calls together. A piece belongs to the call of its id if that id is known, else to the call at its
 * index, else to the call in progress; a new id at a used index is a new call. Pieces of several calls may interleave.
 * What can be read in two ways damages the call it touches, so that it is answered and never run.
 */
export class ToolInputAssembler {
  private readonly drafts: ToolInputDraft[] = [];
  private readonly byId = new Map<string, ToolInputDraft>();
  private readonly byIndex = new Map<number, ToolInputDraft>();
  private current: ToolInputDraft | undefined;

  /** A call whose provider announces it and later sends it whole. */
  announce(id: string, name: string): ToolInputDraft {
    return this.open({ id, index: undefined, name, text: '', problem: undefined, needsFinal: true });
  }

  /** The call that was announced under `id` and has not been sent whole yet. */
  announced(id: string): ToolInputDraft | undefined {
    return this.byId.get(id);
  }

  /** The whole call of `id` has arrived: what was put together for it is no longer needed. */
  settle(id: string): void {
    const at = this.drafts.findIndex((draft) => draft.id === id);
    if (at < 0) return;
    this.drafts.splice(at, 1);
    const later = this.drafts.findLast((draft) => draft.id === id);
    if (later === undefined) this.byId.delete(id);
    else this.byId.set(id, later);
  }

  /** Adds one piece and tells which call it went to. */
  add(delta: ToolCallDelta): ToolInputDraft {
    const target = this.target(delta);
    const draft = target === undefined || this.startsAnother(target, delta) ? this.begin(delta) : this.extend(target, delta);
    this.current = draft;
    return draft;
  }

  /** The calls that were never sent whole, in the order they began. */
  rest(): readonly ToolInputDraft[] {
    return this.drafts;
  }

  private target(delta: ToolCallDelta): ToolInputDraft | undefined {
    const atIndex = delta.index === undefined ? undefined : this.byIndex.get(delta.index);
    if (delta.id !== undefined && delta.id !== '') {
      const known = this.byId.get(delta.id);
      // An id that comes late belongs to the call at its index, if that one has none yet.
      return known ?? (atIndex?.id === '' ? atIndex : undefined);
    }
    return delta.index === undefined ? this.current : atIndex;
  }

  /** Whether a piece that names a tool begins a further call instead of going on with `target`. */
  private startsAnother(target: ToolInputDraft, delta: ToolCallDelta): boolean {
    if (delta.name === undefined || delta.name === '' || target.name === '') return false;
    const sameId = delta.id !== undefined && delta.id !== '' && delta.id === target.id;
    if (sameId && delta.index !== undefined && target.index !== undefined) return delta.index !== target.index;
    return isWhole(target.text);
  }

  private begin(delta: ToolCallDelta): ToolInputDraft {
    const name = delta.name ?? '';
    const problem = name === '' ? NO_TOOL : undefined;
    return this.open({ id: delta.id ?? '', index: delta.index, name, text: delta.args ?? '', problem, needsFinal: false });
  }

  private extend(draft: ToolInputDraft, delta: ToolCallDelta): ToolInputDraft {
    if (delta.id !== undefined && delta.id !== '' && draft.id === '') {
      draft.id = delta.id;
      this.byId.set(delta.id, draft);
    }
    if (delta.name !== undefined && delta.name !== '') this.nameAgain(draft, delta);
    draft.text += delta.args ?? '';
    return draft;
  }

  private nameAgain(draft: ToolInputDraft, delta: ToolCallDelta): void {
    if (draft.name === '') {
      draft.name = delta.name ?? '';
      if (draft.problem === NO_TOOL) draft.problem = undefined;
    } else if (draft.name !== delta.name) {
      draft.problem = `Its pieces name two tools, ${JSON.stringify(draft.name)} and ${JSON.stringify(delta.name)}.`;
    } else if (delta.id === undefined && delta.index === undefined && draft.text !== '') {
      draft.problem = 'Its pieces can be read as one call or as two.';
    }
  }

  private open(draft: ToolInputDraft): ToolInputDraft {
    this.drafts.push(draft);
    if (draft.id !== '') this.byId.set(draft.id, draft);
    if (draft.index !== undefined) this.byIndex.set(draft.index, draft);
    return draft;
  }
}

const NO_TOOL = 'Its pieces name no tool.';

function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
