import type { TestCommand, TestExpression, Word } from 'unbash';

const UNARY = /^-[abcdefghknprstuwxzGLNOS]$/;
const BINARY = /^(?:==?|!=|<|>|-nt|-ot|-ef)$/;
/** Text, names of variables and file name patterns, perhaps in quotes: nothing that starts a command or is calculated. */
const OPERAND = /^(?:"(?:[\w./@%+:,=*?^ -]|\$[A-Za-z_]\w*|\$[\d?#])*"|'[\w./@%+:,=*?^ -]*'|(?:[\w./@%+:,=*?^-]|\$[A-Za-z_]\w*|\$[\d?#])+)$/;

/** Whether `[[ … ]]` compares texts and looks at files only: it names no variable to be looked up and calculates nothing. */
export function isPlainTest({ expression }: TestCommand): boolean {
  return isPlain(expression, 0);
}

function isPlain(expression: TestExpression, depth: number): boolean {
  if (depth > 20) return false;
  switch (expression.type) {
    case 'TestUnary':
      return UNARY.test(expression.operator) && isOperand(expression.operand);
    case 'TestBinary':
      return BINARY.test(expression.operator) && isOperand(expression.left) && isOperand(expression.right);
    case 'TestLogical':
      return expression.operands.every((operand) => isPlain(operand, depth + 1));
    case 'TestNot':
      return isPlain(expression.operand, depth + 1);
    case 'TestGroup':
      return isPlain(expression.expression, depth + 1);
  }
}

function isOperand({ text }: Word): boolean {
  return OPERAND.test(text);
}
