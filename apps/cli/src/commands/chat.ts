import { randomUUID } from 'node:crypto';
import { CallJournal, OperatorModel, type Agent, type LanguageModel } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { withHarness, workingDirectory } from '../boot-harness.js';
import { Chat } from '../chat/chat.js';
import { Conversation } from '../chat/conversation.js';
import { historyPath, readHistory, writeHistory } from '../chat/history-file.js';
import { ExitCode } from '../exit-code.js';
import { isTerminal, writeLine, type CommandIo } from '../io.js';
import { isOperator, loadModel } from '../load/load-model.js';
import { OPERATOR_NOTICE } from '../operator/operator-notice.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { keepState, makeAgent, readAgentFlags, type AgentDesk } from '../run-agent.js';
import { PersonInput } from '../terminal/person-input.js';
import { UndoLog } from '../undo/undo-log.js';

/** `tackroom chat`: a conversation with an agent over the flags' tools and policy, in one session. */
export async function chat(flags: AgentFlags, given: CommandIo): Promise<ExitCode> {
  const cwd = workingDirectory(flags, given);
  const read = await readAgentFlags(flags, cwd);
  const operator = flags.model === undefined || isOperator(flags.model);
  let interrupt = (): void => given.interrupt();
  const io: CommandIo = Object.create(given, { interrupt: { value: () => interrupt() } }) as CommandIo; // everything else is what was given
  const keepsHistory = isTerminal(io) && flags.json !== true;
  const person = new PersonInput(io, keepsHistory ? { history: await readHistory(historyPath(io.env)) } : {});
  const undo = new UndoLog();
  try {
    return await withHarness(
      flags,
      io,
      async (harness) => {
        const desk: AgentDesk = { harness, flags, io, person, sessionId: `cli_${randomUUID()}` };
        const talk = new Chat(desk);
        interrupt = () => talk.interrupt();
        const model = operator ? new OperatorModel(talk.ask) : await loadModel(flags, cwd, io.env);
        const agent = makeAgent(desk, model);
        const root = harness.workspace?.root;
        if (typeof root === 'string' && root !== '/') undo.watch(root);
        greet(desk, { agent, model });
        const conversation = new Conversation({ desk, agent, read, undo, personAnswers: operator });
        const code = await talk.talk(conversation);
        const kept = conversation.result === undefined || (await keepState(conversation.result, read.statePath, io));
        return kept ? code : ExitCode.failed;
      },
      [{ provide: CallJournal, useValue: undo }],
    );
  } finally {
    person.close();
    if (keepsHistory) await writeHistory(historyPath(io.env), person.remembered);
    await undo.close();
  }
}

/** Says where one is, and who the model is. To a pipe only what it must not miss. */
function greet({ harness, io, flags }: AgentDesk, { agent, model }: { readonly agent: Agent; readonly model: LanguageModel }): void {
  if (!isTerminal(io) || flags.json === true) {
    if (flags.model === undefined) io.stderr.write(`${OPERATOR_NOTICE}\n`);
    return;
  }
  const { bold, dim } = paint(io.stdout, io.env);
  const root = harness.workspace?.root ?? 'the whole file system';
  writeLine(io, `${bold('tackroom chat')} ${dim(`· ${agent.tools.list().length} tools on ${printable(root)}`)}`);
  const who = model.isPerson === true ? 'You are the model.' : `The model is ${printable(`${model.provider}/${model.modelId}`)}.`;
  writeLine(io, flags.model === undefined ? OPERATOR_NOTICE : dim(who));
  writeLine(io, dim('/help lists the commands, Tab completes. Ctrl-C stops a run, Ctrl-D leaves.\n'));
}
