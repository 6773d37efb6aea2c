/**
 * Builtins that run text, or make later text mean something else, in ways that no list of commands shows: with any word
 * that the expression finds, or always. Subscripts of variable names are arithmetic, and arithmetic runs substitutions.
 */
export const EVALUATORS: ReadonlyMap<string, RegExp> = new Map([
  ['source', /(?:)/],
  ['.', /(?:)/],
  ['let', /(?:)/],
  ['alias', /(?:)/],
  ['enable', /(?:)/],
  ['bind', /(?:)/],
  ['complete', /(?:)/],
  ['compgen', /(?:)/],
  ['fc', /(?:)/],
  ['hash', /^-/],
  ['jobs', /^-[a-z]*x/],
  ['shopt', /^-[a-z]*[so]/],
  ['set', /^[-+][a-zA-Z]*k|^(?:keyword|posix)$/],
  ['mapfile', /\[|^-[a-zA-Z]*C/],
  ['readarray', /\[|^-[a-zA-Z]*C/],
  // A value in parentheses is a list whose elements are expanded once more, also if it is quoted.
  ['declare', /^[^=]*\[|^[-+][a-zA-Z]*[inf]|^[^=]*=\(/],
  ['typeset', /^[^=]*\[|^[-+][a-zA-Z]*[inf]|^[^=]*=\(/],
  ['local', /^[^=]*\[|^[-+][a-zA-Z]*[inf]|^[^=]*=\(/],
  ['readonly', /^[^=]*\[|^[-+][a-zA-Z]*f|^[^=]*=\(/],
  ['export', /^[^=]*\[|^[-+][a-zA-Z]*f|^[^=]*=\(/],
  ['read', /\[/],
  ['getopts', /\[/],
  ['unset', /\[/],
  ['wait', /\[|^-[a-z]*p/],
  ['printf', /^-v|\[.*\$|`/],
  ['test', /^-[vR]$/],
  ['[', /^-[vR]$/],
]);
