import { defineTool, HarnessModule, type Agent, type ApprovalRequest, type Harness } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { alterations } from './tamper-states.js';

/** What came of resuming an altered state. */
interface Played {
  readonly code: string | undefined;
  readonly shown: readonly ApprovalRequest[];
  readonly ran: readonly string[];
}

/** How the alterations of one state went. */
export interface AlteredStates {
  readonly tried: number;
  readonly refused: number;
  /** One line for each that ran something without an answer, or showed something else than would run. */
  readonly wrong: readonly string[];
}

const TURN = calls(['drop', { table: 'one' }], ['free', { table: 'two' }], ['drop', { table: 'three' }]);

/** A harness with one tool that asks and one that does not, and what its calls did. Whoever made it calls `close`. */
export class StateWorld {
  private constructor(
    private readonly harness: Harness,
    private readonly done: string[],
  ) {}

  static async make(): Promise<StateWorld> {
    const done: string[] = [];
    const tool = (name: string, permission: 'ask' | 'allow') =>
      defineTool({
        name,
        title: `Title of ${name}`,
        description: `${name}.`,
        permission,
        inputSchema: { type: 'object', properties: { table: { type: 'string' } }, required: ['table'], additionalProperties: false },
        preview: ({ table }) => `previews ${String(table)}`,
        handler: ({ table }) => {
          done.push(`${name} ${String(table)}`);
          return 'done';
        },
      });
    return new StateWorld(await HarnessModule.create({ tools: [tool('drop', 'ask'), tool('free', 'allow')] }), done);
  }

  close(): Promise<void> {
    return this.harness.close();
  }

  agent(turns: ConstructorParameters<typeof ScriptedModel>[0], stateKey?: string): Agent {
    return this.harness.createAgent({
      name: 'clerk',
      model: new ScriptedModel(turns),
      ...(stateKey === undefined ? {} : { stateKey }),
    });
  }

  /** A run with two calls that wait, as JSON. */
  async paused(stateKey?: string): Promise<string> {
    return JSON.stringify((await this.agent([TURN], stateKey).run('Go.')).state);
  }

  /** Calls that asked and ran since the last {@link forget}. */
  get ran(): readonly string[] {
    return this.done.filter((line) => line.startsWith('drop'));
  }

  forget(): void {
    this.done.length = 0;
  }

  /** Resumes every alteration of an unsigned state, half of them with a person who says yes. */
  async resumeAltered(
    state: string,
    { skip, until }: { readonly skip: number; readonly until: (tried: number) => boolean },
  ): Promise<AlteredStates> {
    const { runId } = JSON.parse(state) as { readonly runId: string };
    const wrong: string[] = [];
    let [tried, refused] = [0, 0];
    for (const { what, text: rewritten } of alterations(state)) {
      if (until(tried)) break;
      tried += 1;
      // A stop can be resumed once, so each is a run of its own.
      const approves = tried % 2 === 1;
      const { code, shown, ran } = await this.play(rewritten.replaceAll(runId, `run_${skip + tried}`), approves);
      if (code !== undefined) refused += 1;
      if (code === 'undefined') wrong.push(`${what}: an error without a code`);
      const approved = approves ? shown.map(({ toolName, args }) => `${toolName} ${String(args['table'])}`) : [];
      if (ran.some((line) => !approved.includes(line))) wrong.push(`${what}: ran ${ran.join()} without an answer`);
      if (!shown.every(isTrue)) wrong.push(`${what}: showed ${JSON.stringify(shown)}`);
    }
    return { tried, refused, wrong };
  }

  private async play(altered: string, approves: boolean): Promise<Played> {
    this.forget();
    const shown: ApprovalRequest[] = [];
    const approver = (request: ApprovalRequest) => {
      shown.push(request);
      return approves ? ({ type: 'approve' } as const) : undefined;
    };
    const code = await this.agent([text('done')])
      .resume(altered, { approver, partial: true })
      .then(
        () => undefined,
        (error: unknown) => String((error as { code?: string }).code),
      );
    return { code, shown, ran: this.ran };
  }
}

/** A rendering must be what the arguments say. */
function isTrue({ toolName, args, text: shown, title, preview, suggestedGrants }: ApprovalRequest): boolean {
  return (
    shown === `${toolName}\n  table: ${JSON.stringify(args['table'])}` &&
    title === `Title of ${toolName}` &&
    preview === `previews ${String(args['table'])}` &&
    suggestedGrants.join() === `${toolName}{"table":${JSON.stringify(args['table'])}}`
  );
}
