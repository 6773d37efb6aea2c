import type { For, ParameterExpansionPart, Select, SyntaxNode } from 'unbash';
import { isLoopVariable, isLoadedVariable } from './shell-variables.js';

/** What the presence of a piece of syntax means for the whole line. */
export interface NodeJudgement {
  /** Why no pattern may allow the line. */
  readonly obstacle?: string;
  /** Why it cannot be told which programs run. Always an obstacle, too. */
  readonly hidden?: string;
}

/** Syntax that runs its parts one after another or not at all, and that text which becomes a word or input. */
const PLAIN: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'Statement',
  'Command',
  'Pipeline',
  'Negation',
  'Time',
  'AndOr',
  'CompoundList',
  'Subshell',
  'BraceGroup',
  'If',
  'Elif',
  'While',
  'Case',
  'CaseItem',
  'Redirected',
  'Redirect',
  'FileDescriptor',
  'HereString',
  'HereDoc',
  'HereDocDelimiter',
  'HereDocBody',
  'Assignment',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'AnsiCQuoted',
  'Glob',
  'BraceExpansion',
  'SimpleExpansion',
  'Default',
  'Remove',
  'Replace',
  'CaseModification',
  'Slice',
]);

/** Further syntax whose commands are all found, but which no pattern allows: it gives names and text another meaning. */
const SHOWN: ReadonlyMap<SyntaxNode['type'], string> = new Map<SyntaxNode['type'], string>([
  ['Function', 'it defines a function'],
  ['Coproc', 'it starts a coprocess'],
  ['TestCommand', 'it tests with [['],
  ['TestUnary', ''],
  ['TestBinary', ''],
  ['TestLogical', ''],
  ['TestNot', ''],
  ['TestGroup', ''],
  ['ArrayValue', 'it sets an array'],
  ['LocaleString', 'it holds a text that is translated'],
  ['FileDescriptorVariable', 'it names a descriptor by a variable'],
  ['ProcessSubstitution', 'it passes a process as a file'],
  ['ArithmeticFor', 'it calculates'],
  ['ArithmeticBinary', ''],
  ['ArithmeticUnary', ''],
  ['ArithmeticTernary', ''],
  ['ArithmeticGroup', ''],
]);

const CALCULATES = 'it calculates with names, and a value may hold a command';

/** What a node by itself says of the line; its children are judged as well. What is not listed hides all. */
export function judgeNode(node: SyntaxNode): NodeJudgement {
  switch (node.type) {
    case 'Script':
      return node.errors === undefined || node.errors.length === 0 ? {} : { hidden: 'it is not complete or not valid bash' };
    case 'CommandExpansion':
      return node.script === undefined ? { hidden: 'a substitution in it cannot be read' } : {};
    case 'ProcessSubstitution':
      return node.script === undefined ? { hidden: 'a substitution in it cannot be read' } : { obstacle: 'it passes a process as a file' };
    case 'ParameterExpansion':
      return judgeParameter(node);
    case 'For':
    case 'Select':
      return judgeLoop(node);
    case 'ArithmeticExpansion':
      return node.expression === undefined ? { hidden: 'a calculation in it cannot be read' } : {};
    case 'ArithmeticWord':
      return /^(?:\d+|\s*)$/.test(node.value) ? {} : { hidden: CALCULATES };
    case 'ArithmeticCommand':
      return node.expression === undefined && node.body.trim() !== '' ? { hidden: CALCULATES } : { obstacle: 'it calculates' };
    case 'TestUnary':
      return /^-[vR]$/.test(node.operator) ? { hidden: CALCULATES } : {};
    case 'TestBinary':
      return /^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator) ? { hidden: CALCULATES } : {};
    case 'Assignment':
      return node.index === undefined ? {} : { hidden: CALCULATES };
    default:
      return judgeByType(node.type);
  }
}

function judgeByType(type: SyntaxNode['type']): NodeJudgement {
  if (PLAIN.has(type)) return {};
  if (type === 'ArithmeticCommandExpansion') return { hidden: 'it calculates with what a command writes, and that may hold a command' };
  const obstacle = SHOWN.get(type);
  if (obstacle === undefined) return { hidden: `it holds syntax that is not judged (${type})` };
  return obstacle === '' ? {} : { obstacle };
}

function judgeLoop({ type, name: { text } }: For | Select): NodeJudgement {
  if (isLoadedVariable(text)) return { hidden: `it sets ${text}` };
  if (type === 'Select') return { obstacle: 'it asks with select' };
  return isLoopVariable(text) ? {} : { obstacle: `it sets ${text}` };
}

/** Expansions that put text in place of a name. Others look up names in values, calculate, or expand text once more. */
function judgeParameter({ prefix, index, operation }: ParameterExpansionPart): NodeJudgement {
  if (prefix === '!') return { hidden: 'it reads a variable that another one names' };
  if (index !== undefined && !/^(?:\d+|[@*])$/.test(index.text)) return { hidden: CALCULATES };
  switch (operation?.type) {
    case undefined:
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
      return {};
    case 'Default':
      return operation.operator.includes('=') ? { hidden: 'an expansion in it sets a variable' } : {};
    case 'Slice': {
      const isNumber = (text: string | undefined): boolean => /^\s*-?\d*$/.test(text ?? '');
      return isNumber(operation.offset.text) && isNumber(operation.length?.text) ? {} : { hidden: CALCULATES };
    }
    default:
      return { hidden: 'an expansion in it may run what a variable holds' };
  }
}
