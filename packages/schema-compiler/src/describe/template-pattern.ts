import type ts from 'typescript';
import { Refusal } from './refusal.js';
import { compiler } from '../typescript.js';

/** What a number looks like in a template literal type. */
const NUMBER = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
const INTEGER = '-?(?:0|[1-9]\\d*)';

/** The regular expression of a template literal type, without anchors. */
export function templatePattern(type: ts.TemplateLiteralType, checker: ts.TypeChecker): string {
  return type.texts.reduce((pattern, text, at) => {
    const part = type.types[at];
    return pattern + escaped(text) + (part === undefined ? '' : partPattern(part, checker));
  }, '');
}

function partPattern(type: ts.Type, checker: ts.TypeChecker): string {
  if (type.isUnion()) return `(?:${type.types.map((part) => partPattern(part, checker)).join('|')})`;
  if (type.isStringLiteral()) return escaped(type.value);
  if (type.isNumberLiteral()) return escaped(String(type.value));
  if (type.flags & compiler.TypeFlags.BooleanLiteral) return checker.typeToString(type);
  if (type.flags & compiler.TypeFlags.TemplateLiteral) return templatePattern(type as ts.TemplateLiteralType, checker);
  if (type.flags & (compiler.TypeFlags.String | compiler.TypeFlags.Any)) return '[\\s\\S]*';
  if (type.flags & compiler.TypeFlags.Number) return NUMBER;
  if (type.flags & compiler.TypeFlags.BigInt) return INTEGER;
  throw new Refusal(`is a template with ${checker.typeToString(type)}, which no pattern says: take a string with a @pattern tag`);
}

/** Only what has a meaning in a Unicode pattern may be escaped there. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
