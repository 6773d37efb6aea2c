import type { Command, HereDoc, ParsedScript } from 'unbash';

/**
 * The text that a substitution in double quotes becomes where all of it stands on the line: `$(cat <<'EOF' … EOF)`, which is how
 * a text of several lines is given as one word. Undefined for everything else.
 */
export function knownText(script: ParsedScript | undefined): string | undefined {
  const command = onlyCommand(script);
  if (command === undefined || command.name?.text !== 'cat' || command.args.length > 0 || command.prefix.length > 0) return undefined;
  const [redirection] = command.redirects;
  if (command.redirects.length !== 1 || redirection?.type !== 'HereDoc') return undefined;
  // Bash takes all line ends from the end of a substitution.
  return literalText(redirection)?.replace(/\n+$/, '');
}

/**
 * Whether a parenthesis in the text may end the substitution for a bash before 4, which looks for the end of a substitution without
 * regard to here-documents: macOS has one. Quotes hide parentheses from it, and so may comments.
 */
function mayCloseEarly(text: string): boolean {
  if (!text.includes(')')) return false;
  return /\$[({]/.test(text) || closes(text) || closes(text.replace(/(^|\s)#.*/g, '$1'));
}

function closes(text: string): boolean {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '\\' && quote !== "'") at++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (/["'`]/.test(char)) quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')' && --depth < 0) return true;
  }
  return false;
}

/** The one command of a script that holds nothing else. */
function onlyCommand(script: ParsedScript | undefined): Command | undefined {
  const [statement] = script?.commands ?? [];
  if (script?.commands.length !== 1 || statement === undefined) return undefined;
  return statement.command.type === 'Command' && statement.background !== true ? statement.command : undefined;
}

/** The text of a here-document with nothing in it to be expanded. */
function literalText({ operator, delimiter, descriptor, body }: HereDoc): string | undefined {
  if (descriptor !== undefined || delimiter?.quoted !== true) return undefined;
  if (/[\0\r\uFFFF]/.test(body.text) || mayCloseEarly(body.text)) return undefined;
  return operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text;
}
