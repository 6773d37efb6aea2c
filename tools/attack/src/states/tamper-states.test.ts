import { defineTool, HarnessModule, RunState, type Agent, type ApprovalRequest, type Harness } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { alterations } from './tamper-states.js';

let harness: Harness;
let done: string[] = [];
beforeAll(async () => {
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
  harness = await HarnessModule.create({ tools: [tool('drop', 'ask'), tool('free', 'allow')] });
});
afterAll(() => harness.close());

const agent = (turns: ConstructorParameters<typeof ScriptedModel>[0], stateKey?: string): Agent =>
  harness.createAgent({ name: 'clerk', model: new ScriptedModel(turns), ...(stateKey === undefined ? {} : { stateKey }) });

const TURN = calls(['drop', { table: 'one' }], ['free', { table: 'two' }], ['drop', { table: 'three' }]);
const paused = async (stateKey?: string): Promise<string> => JSON.stringify((await agent([TURN], stateKey).run('Go.')).state);

/** A rendering must be what the arguments say. */
const isTrue = ({ toolName, args, text: shown, title, preview, suggestedGrants }: ApprovalRequest): boolean =>
  shown === `${toolName}\n  table: ${JSON.stringify(args['table'])}` &&
  title === `Title of ${toolName}` &&
  preview === `previews ${String(args['table'])}` &&
  suggestedGrants.join() === `${toolName}{"table":${JSON.stringify(args['table'])}}`;

/** What came of resuming an altered state. */
interface Played {
  readonly code: string | undefined;
  readonly shown: readonly ApprovalRequest[];
  readonly ran: readonly string[];
}

/** Goes on with an altered state; whoever is asked says yes, or nothing. */
async function play(altered: string, approves: boolean): Promise<Played> {
  done = [];
  const shown: ApprovalRequest[] = [];
  const approver = (request: ApprovalRequest) => {
    shown.push(request);
    return approves ? ({ type: 'approve' } as const) : undefined;
  };
  const code = await agent([text('done')])
    .resume(altered, { approver, partial: true })
    .then(
      () => undefined,
      (error: unknown) => String((error as { code?: string }).code),
    );
  return { code, shown, ran: done.filter((line) => line.startsWith('drop')) };
}

test('whatever is altered in an unsigned state, nothing that asks runs without an answer, and what is shown is what would run', async () => {
  const state = await paused();
  const { runId } = RunState.parse(state);
  const wrong: string[] = [];
  let all = 0;
  let refused = 0;
  for (const { what, text: rewritten } of alterations(state)) {
    all++;
    // Half of them with an answer; a stop can be resumed once, so each is a run of its own.
    const approves = all % 2 === 1;
    const { code, shown, ran } = await play(rewritten.replaceAll(runId, `run_${all}`), approves);
    if (code !== undefined) refused++;
    if (code === 'undefined') wrong.push(`${what}: an error without a code`);
    const approved = approves ? shown.map(({ toolName, args }) => `${toolName} ${String(args['table'])}`) : [];
    if (ran.some((line) => !approved.includes(line))) wrong.push(`${what}: ran ${ran.join()} without an answer`);
    if (!shown.every(isTrue)) wrong.push(`${what}: showed ${JSON.stringify(shown)}`);
  }
  expect(wrong).toEqual([]);
  expect(all).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(all / 2);
});

test('a signed state is refused whatever is altered in it, and so is one of another key', async () => {
  const state = await paused('key');
  // Of two equal keys a reader takes the last: a state that says the same then was not altered.
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  const canonical = (of: string): string => JSON.stringify(JSON.parse(of), sorted);
  done = [];
  for (const { what, text: altered } of alterations(state)) {
    let same = false;
    try {
      same = canonical(altered) === canonical(state);
    } catch {
      // half a file
    }
    if (same) continue;
    const code = await agent([text('done')], 'key')
      .resume(altered, { approver: () => ({ type: 'approve' }) })
      .then(
        () => 'ran',
        (error: unknown) => (error as { code?: string }).code,
      );
    expect([what, code]).toEqual([what, expect.stringMatching(/^RUN_STATE_(TAMPERED|INVALID)$/)]);
  }
  await expect(agent([], 'other').resume(state)).rejects.toMatchObject({ code: 'RUN_STATE_TAMPERED' });
  expect(done).toEqual([]);
});
