import type { OperatorTool } from 'tackroom';
import { usageOf } from './complete-tool-line.js';

/** Said wherever the person is the model because nobody named another one. Shows a call of a tool that is there, and says what words are. */
export function operatorNotice(tools: readonly OperatorTool[], words: 'messages' | 'answers'): string {
  const own = tools.find(({ name }) => !PLANNING.has(name));
  const example = tools.some(({ name }) => name === 'read_file') ? 'read_file path=README.md' : own && usageOf(own);
  return [
    `No model is configured, so you are the model.${example === undefined ? '' : ' Call a tool, and see what it does:'}`,
    ...(example === undefined ? [] : [`  ${example}`]),
    WORDS[words],
    'For a model: --model provider/model, or "model" in tackroom.config.ts; see tackroom doctor.',
  ].join('\n');
}

/** Tools that every agent has, and that do nothing by themselves. */
const PLANNING: ReadonlySet<string> = new Set(['read_todos', 'write_todos']);

const WORDS = {
  messages: 'Anything else is a message, which you then answer as the model.',
  answers: 'Anything else is your answer.',
} as const;
