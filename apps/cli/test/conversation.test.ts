import { PassThrough } from 'node:stream';
import { ScriptedModel } from '@tackroom/testing';
import { defineTool, HarnessModule, type Agent, type Harness, type HarnessEvent, type RunStream } from 'tackroom';
import { Conversation } from '../src/chat/conversation.js';
import type { CommandIo } from '../src/io.js';
import { PersonInput } from '../src/terminal/person-input.js';
import { UndoLog } from '../src/undo/undo-log.js';

const note = defineTool({ name: 'note', description: 'Write.', permission: 'ask', input: { type: 'object' }, handler: () => 'written' });

let harness: Harness;
let stderr: string;
beforeEach(async () => {
  stderr = '';
  harness = await HarnessModule.create({ tools: [note] });
});
afterEach(() => harness.close());

/** A conversation with an agent that asks for `note` first, and whose runs that are gone on with do what `resume` makes of them. */
function conversation(resume: (agent: Agent) => Agent['resumeStream']): Conversation {
  const turns = [{ toolCalls: [{ name: 'note', args: {} }] }, { text: 'Done.' }, { text: 'More.' }];
  const model = ScriptedModel.fromJson({ turns });
  const real = harness.createAgent({ name: 'a', model });
  const agent: Agent = Object.assign(Object.create(real) as Agent, { resumeStream: resume(real) });
  const io: CommandIo = {
    stdout: { write: () => true },
    stderr: { write: (text) => (stderr += text) },
    stdin: new PassThrough(),
    env: {},
    cwd: '/',
    signal: new AbortController().signal,
    divertStderr: () => () => undefined,
    interrupt: () => undefined,
  };
  const person = new PersonInput(io);
  const desk = {
    harness,
    agent,
    model,
    configuredApprover: undefined,
    flags: {},
    keeping: { project: '/', key: 'key' },
    io,
    person,
    sessionId: 's',
  };
  return new Conversation({ desk, read: {}, undo: new UndoLog() });
}

/** The run as it is, up to its first event. */
function breakingOff(run: RunStream): RunStream {
  const first = async function* (): AsyncGenerator<HarnessEvent> {
    for await (const event of run) {
      yield event;
      throw new Error('torn');
    }
  };
  return Object.assign(Object.create(run) as RunStream, { [Symbol.asyncIterator]: first });
}

test('a run that breaks off once it is gone on with leaves nothing that waits, and the conversation goes on', async () => {
  const talk = conversation((agent) => (state, options) => breakingOff(agent.resumeStream(state, options)));
  await talk.say('go');
  const { paused } = talk;
  expect(paused?.pending).toHaveLength(1);
  if (paused !== undefined) await talk.resume(paused.approve());
  expect(talk.paused).toBeUndefined();
  expect(stderr).toBe('tackroom: Error: torn [CLI_FAILED]\ntackroom: The run broke off; what waited in it is given up.\n');
  await talk.say('and now?');
  expect(talk.result).toMatchObject({ status: 'completed' });
});

test('a run that was not gone on with still waits', async () => {
  let isOpen = false;
  const talk = conversation((agent) => (state, options) => {
    if (!isOpen) throw new Error('not yet');
    return agent.resumeStream(state, options);
  });
  await talk.say('go');
  const state = talk.paused?.approve();
  if (state === undefined) throw new Error('Nothing waits.');
  await talk.resume(state);
  expect(talk.paused?.pending).toHaveLength(1);
  isOpen = true;
  await talk.resume(state);
  expect([talk.paused, talk.result?.text]).toEqual([undefined, 'Done.']);
});
