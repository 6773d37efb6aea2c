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

/** The one command of a script that holds nothing else. */
function onlyCommand(script: ParsedScript | undefined): Command | undefined {
  const [statement] = script?.commands ?? [];
  if (script?.commands.length !== 1 || statement === undefined) return undefined;
  return statement.command.type === 'Command' && statement.background !== true ? statement.command : undefined;
}

/** The text of a here-document with nothing in it to be expanded. */
export function literalText({ operator, delimiter, descriptor, body }: HereDoc): string | undefined {
  if (descriptor !== undefined || delimiter?.quoted !== true) return undefined;
  if (/[\0\r\uFFFF]/.test(body.text)) return undefined;
  return operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text;
}
