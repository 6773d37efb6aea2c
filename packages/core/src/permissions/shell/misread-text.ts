import type { SyntaxNode } from 'unbash';

/**
 * Why bash may make something else of a node's text than the parser does, as a clause. `isQuoted`: the node stands in double quotes, in
 * the text of a here-document or in a calculation.
 */
export function misreadText(node: SyntaxNode, isQuoted: boolean): string | undefined {
  if (node.type === 'HereDocDelimiter') return PLAIN_DELIMITER.test(node.text) ? undefined : 'it cannot be told where a text in it ends';
  if (!isQuoted || node.type !== 'ParameterExpansion') return undefined;
  return hasOddQuotes(node.text) ? 'it may run something that the line does not show' : undefined;
}

/** Delimiters of here-documents that are spelled in one of the common ways. */
const PLAIN_DELIMITER = /^(?:\w[\w.-]*|\\\w[\w.-]*|'[\w. -]+'|"[\w. -]+")$/;

/**
 * Whether an expansion in double quotes has an operand with quotes that bash reads in its own way: there a single quote is a character,
 * so that what stands between two of them is expanded, and a double quote begins and ends quoting once more.
 */
function hasOddQuotes(expansion: string): boolean {
  const operand = expansion.slice(2, -1);
  if (!/['"]/.test(operand)) return false;
  return !/^(?:'[^'"$`\\{}]*'|"[^'"$`\\{}]*"|[^'"$`\\{}])*$/.test(operand);
}

/** Whether what stands below a node is read as in double quotes. */
export function quotesChildren({ type }: SyntaxNode, isQuoted: boolean): boolean {
  switch (type) {
    case 'DoubleQuoted':
    case 'LocaleString':
    case 'HereDocBody':
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      return true;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
    case 'CompoundList':
      return false;
    default:
      return isQuoted;
  }
}
