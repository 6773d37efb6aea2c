import { randomUUID } from 'node:crypto';
import { CallJournal } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { tokenOf, withRecordedHarness } from '../boot-harness.js';
import { Chat } from '../chat/chat.js';
import { Conversation } from '../chat/conversation.js';
import { historyPath, readHistory, writeHistory } from '../chat/history-file.js';
import { ExitCode } from '../exit-code.js';
import { isTerminal, writeLine, type CommandIo } from '../io.js';
import { operatorNotice } from '../operator/operator-notice.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { wrapLines } from '../output/wrap-lines.js';
import { approverOf, keepState, readAgentFlags, type AgentDesk } from '../run-agent.js';
import { chooseAgent, OWN_NAME } from '../settings/choose-agent.js';
import { makeAgent } from '../settings/make-agent.js';
import { keyed, stateKeeping } from '../state/state-keeping.js';
import { workingDirectory } from '../settings/settings.js';
import { PersonInput } from '../terminal/person-input.js';
import { UndoLog } from '../undo/undo-log.js';

/** `tackroom chat`: a conversation with an agent over the tools and the policy of flags and configuration, in one session. */
export async function chat(flags: AgentFlags, given: CommandIo): Promise<ExitCode> {
  const read = await readAgentFlags(flags, workingDirectory(flags, given));
  let interrupt = (): void => given.interrupt();
  const io: CommandIo = Object.create(given, { interrupt: { value: () => interrupt() } }) as CommandIo; // everything else is what was given
  const keepsHistory = isTerminal(io) && flags.json !== true;
  const person = new PersonInput(io, keepsHistory ? { history: await readHistory(historyPath(io.env)) } : { silent: flags.json === true });
  const undo = new UndoLog({ onSlow: (files) => io.stderr.write(`Remembering ${files} files for /undo…\n`) });
  try {
    return await withRecordedHarness(
      flags,
      io,
      async (harness, settings) => {
        const talk = new Chat({ flags, io, person }, () => given.interrupt());
        interrupt = () => talk.interrupt();
        const place = { settings, flags, io, ask: talk.ask, assumePerson: true };
        const chosen = chooseAgent(settings.config, flags.agent);
        const keeping = await stateKeeping(chosen, settings, { flags, io });
        const made = await makeAgent(harness, keyed(chosen, keeping), place);
        const desk: AgentDesk = { harness, ...made, flags, io, person, keeping, sessionId: `cli_${randomUUID()}` };
        const root = made.agent.workspace?.root;
        const journalIsOurs = !(settings.options.providers ?? []).some((provider) => tokenOf(provider) === CallJournal);
        if (typeof root === 'string' && root !== '/' && journalIsOurs) undo.watch(root);
        approverOf(desk); // a rule that cannot be used is no matter of a turn
        if (keepsHistory) greet(desk, made.assumed);
        else if (made.assumed) io.stderr.write(`${operatorNotice(made.agent.tools.list(), 'messages')}\n`);
        const conversation = new Conversation({ desk, read, undo });
        const code = await talk.talk(conversation);
        const { result, paused } = conversation;
        const kept = result === undefined ? undefined : await keepState(result, read.statePath, desk);
        if (paused !== undefined && kept?.path !== undefined && read.statePath === undefined) {
          io.stderr.write(`tackroom: What waited for you is kept. Go on with: tackroom resume --state ${kept.path}\n`);
        }
        return kept?.asAsked === false ? ExitCode.failed : code;
      },
      [{ provide: CallJournal, useValue: undo }],
    );
  } finally {
    person.close();
    if (keepsHistory) await writeHistory(historyPath(io.env), person.remembered);
    await undo.close();
  }
}

/** Says where one is, and who the model is. */
function greet({ agent, model, io }: AgentDesk, assumed: boolean): void {
  const { bold, dim } = paint(io.stdout, io.env);
  const root = agent.workspace?.root ?? 'the whole file system';
  const name = `${model.provider}/${model.modelId}`;
  const who =
    model.isPerson === true ? 'You are the model.' : `${agent.name === OWN_NAME ? 'The model is' : `${agent.name} runs on`} ${name}.`;
  const wrap = (text: string): string => wrapLines(text, io.stdout);
  writeLine(
    io,
    `${bold('tackroom chat')}${dim(wrap(`tackroom chat · ${agent.tools.list().length} tools on ${printable(root)}`).slice('tackroom chat'.length))}`,
  );
  writeLine(io, assumed ? wrap(operatorNotice(agent.tools.list(), 'messages')) : dim(wrap(printable(who))));
  writeLine(io, dim(`${wrap('/help lists the commands, Tab completes. Ctrl-C stops a run, Ctrl-D leaves.')}\n`));
}
