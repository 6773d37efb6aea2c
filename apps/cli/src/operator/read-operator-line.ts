import { closestName, type OperatorCall, type OperatorTool } from 'tackroom';
import { callArguments } from '../call-arguments.js';
import { usageOf } from './complete-tool-line.js';
import { splitWords } from './split-words.js';

/** What a line of the person who plays the model means. */
export type OperatorLine =
  | { readonly kind: 'call'; readonly call: OperatorCall; readonly more: boolean }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'mistake'; readonly problem: string };

/** Looks like a tool's name with arguments, although no tool may have it. */
const CALL_LIKE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*\s+(?:\{|[\w.-]+=)/i;

/** A call as most languages write it. */
const IN_PARENTHESES = /^([a-z]\w*)\s*\(/i;

/**
 * Reads one line: a tool's name with arguments (one JSON object, or `key=value` words), with ` &` at its end if another call
 * is to run beside it; anything else is the answer. A line that looks like a call of a tool which does not exist is a
 * mistake, so is one that has a tool's arguments in parentheses, and one that begins with a blank is an answer whatever follows.
 */
export function readOperatorLine(line: string, tools: readonly OperatorTool[]): OperatorLine {
  if (/^\s/.test(line)) return { kind: 'answer', text: line.trim() };
  const problem = parenthesesProblem(line, tools);
  if (problem !== undefined) return { kind: 'mistake', problem };
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return readCall(tool, rest);
  if (CALL_LIKE.test(line)) return { kind: 'mistake', problem: unknownTool(name, tools) };
  const near = /\s/.test(line.trim())
    ? undefined
    : closestName(
        line.trim(),
        tools.map((candidate) => candidate.name),
      );
  if (near !== undefined) return { kind: 'mistake', problem: `There is no tool ${line.trim()}; did you mean ${near}? ${ANSWER_HINT}` };
  return { kind: 'answer', text: line.trim() };
}

const ANSWER_HINT = 'To answer with these words, begin the line with a blank.';

/** How a call is written that somebody put in parentheses; undefined if the line begins with no tool that has them. */
function parenthesesProblem(line: string, tools: readonly OperatorTool[]): string | undefined {
  const [, name] = IN_PARENTHESES.exec(line) ?? [];
  if (name === undefined) return undefined;
  const names = tools.map((tool) => tool.name);
  const meant = names.includes(name) ? name : closestName(name, names);
  const tool = tools.find((candidate) => candidate.name === meant);
  if (tool === undefined) return undefined;
  return `A call has no parentheses. Write ${usageOf(tool)}, or ${tool.name} and one JSON object. ${ANSWER_HINT}`;
}

function readCall(tool: OperatorTool, rest: string): OperatorLine {
  const { name, inputSchema } = tool;
  const more = /(?:^|\s)&\s*$/.test(rest);
  const text = more ? rest.replace(/&\s*$/, '').trim() : rest.trim();
  if (text === '') return { kind: 'call', call: { name, args: {} }, more };
  if (text.startsWith('{')) return { kind: 'call', call: { name, args: text }, more };
  const { words, open } = splitWords(text);
  if (open) return { kind: 'mistake', problem: 'A quote is not closed.' };
  const bare = words.find((word) => !word.includes('='));
  if (bare !== undefined)
    return { kind: 'mistake', problem: `${JSON.stringify(bare)} is not key=value. Write ${usageOf(tool)}, or one JSON object.` };
  try {
    return { kind: 'call', call: { name, args: callArguments(words, inputSchema) }, more };
  } catch (error) {
    return { kind: 'mistake', problem: error instanceof Error ? error.message : String(error) };
  }
}

function unknownTool(name: string, tools: readonly OperatorTool[]): string {
  const names = tools.map((tool) => tool.name);
  const near = closestName(name, names);
  if (near !== undefined) return `There is no tool ${name}; did you mean ${near}? ${ANSWER_HINT}`;
  return names.length === 0
    ? `No tool can be called now. ${ANSWER_HINT}`
    : `There is no tool ${name}. There are: ${names.join(', ')}. ${ANSWER_HINT}`;
}
