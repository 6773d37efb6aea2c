import { lineOf, parseSource, walkNodes } from '@tackroom/source-tree';
import ts from 'typescript';

/** A code where a source uses it. */
export interface UsedCode {
  readonly code: string;
  readonly line: number;
}

const CODE = /^[A-Z]+(?:_[A-Z0-9]+)+$/;
const IN_BRACKETS = /\[([A-Z]+(?:_[A-Z0-9]+)+)\]/g;

/** Codes and names of others that look like ours: by prefix, or whole. */
const FOREIGN_PREFIXES = ['EAI', 'ERR', 'SQLITE', 'UND'];
const FOREIGN_NAMES = new Set(['NO_COLOR', 'FORCE_COLOR', 'BASH_FUNC']);

/** A code that never leaves the core: it becomes a problem of a bundle. */
const INNER_CODES = new Set(['TOOL_PARAMETER_INVALID']);

/**
 * The codes that a source uses: a string literal in the form of a code that is an argument, is returned, or becomes something
 * called `code` or `…Code`; also `[THE_CODE]` inside a message. Comparisons, lists and type annotations use no code.
 */
export function readErrorCodes(file: string, text: string): readonly UsedCode[] {
  const found: UsedCode[] = [];
  walkNodes(parseSource(file, text), (node) => {
    if (ts.isStringLiteralLike(node) && CODE.test(node.text) && !isIgnored(node.text) && becomesCode(node)) {
      found.push({ code: node.text, line: lineOf(node) });
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      for (const [, code = ''] of node.text.matchAll(IN_BRACKETS)) if (!isIgnored(code)) found.push({ code, line: lineOf(node) });
    }
  });
  return found;
}

function isIgnored(code: string): boolean {
  return FOREIGN_NAMES.has(code) || INNER_CODES.has(code) || FOREIGN_PREFIXES.some((prefix) => code.startsWith(`${prefix}_`));
}

function becomesCode(literal: ts.Node): boolean {
  const value = outermostChoice(literal);
  const { parent } = value;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.arguments?.some((argument) => argument === value) ?? false;
  if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) return true;
  if (ts.isBinaryExpression(parent)) {
    const { left, operatorToken } = parent;
    return operatorToken.kind === ts.SyntaxKind.EqualsToken && isCalledCode(ts.isPropertyAccessExpression(left) ? left.name : left);
  }
  const isNamed =
    ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isPropertyDeclaration(parent);
  return isNamed && parent.initializer === value && isCalledCode(parent.name);
}

/** Climbs from one branch to the whole of `a ? b : c`, `a ?? b`, `(a)` and `a as T`. */
function outermostChoice(node: ts.Node): ts.Node {
  const { parent } = node;
  const passes =
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && isChoice(parent.operatorToken.kind));
  return passes ? outermostChoice(parent) : node;
}

function isChoice(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.QuestionQuestionToken || operator === ts.SyntaxKind.BarBarToken;
}

function isCalledCode(name: ts.Node): boolean {
  return (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && /(^#?code|Code)$/.test(name.text);
}
