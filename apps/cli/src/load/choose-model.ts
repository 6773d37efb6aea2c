import { OperatorModel, type LanguageModel } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { isTerminal, type CommandIo } from '../io.js';
import { askOperator } from '../operator/ask-operator.js';
import { OPERATOR_NOTICE } from '../operator/operator-notice.js';
import type { PersonInput } from '../terminal/person-input.js';
import { isOperator, loadModel } from './load-model.js';

/** Where a model is looked for, and who it is if there is none. */
export interface ModelPlace {
  readonly cwd: string;
  readonly io: CommandIo;
  readonly person: PersonInput;
}

/**
 * The model of the flags. `--model operator` is the person at the input, and so is no model at all where somebody sits at a
 * terminal, who is told. Throws what {@link loadModel} throws.
 */
export async function chooseModel(flags: AgentFlags, { cwd, io, person }: ModelPlace): Promise<LanguageModel> {
  const isPerson = isOperator(flags.model) || (flags.model === undefined && flags.json !== true && isTerminal(io));
  if (!isPerson) return loadModel(flags, cwd, io.env);
  if (flags.model === undefined) io.stderr.write(`${OPERATOR_NOTICE}\n`);
  return new OperatorModel(askOperator({ io, person }));
}
