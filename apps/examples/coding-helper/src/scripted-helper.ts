import { calls, ScriptedModel, text, type ModelRequest, type PromptPart } from '@tackroom/testing';

/**
 * Stands in for a language model, so that the example needs no key. The steps are fixed; what it says of the project it takes
 * from the results of its calls.
 */
export function scriptedHelper(): ScriptedModel {
  return new ScriptedModel([
    { text: 'I look where the price is made.', ...calls(['grep', { pattern: 'pieces (<|>)' }], ['glob', { pattern: '**/*.test.js' }]) },
    (request) => calls(['read_file', { path: placeIn(answersIn(request)).path }], ['read_file', { path: 'README.md' }]),
    { text: 'Its tests should show it.', ...calls(['run_command', { command: 'node --test --test-reporter=tap' }]) },
    {
      text: 'They do. I mend it, and remove what is in the way.',
      ...calls(['run_command', { command: "sed -i 's/> 10/>= 10/' src/price.js" }], ['run_command', { command: 'rm -r test' }]),
    },
    (request) => text(report(answersIn(request))),
  ]);
}

function report(answers: readonly string[]): string {
  const { path, line } = placeIn(answers);
  const [tests, failed] = ['tests', 'fail'].map((name) => firstMatch(answers, new RegExp(`^# ${name} (\\d+)$`, 'm')).at(1));
  return `${path}, line ${line} asks for more than ten pieces where ten are enough; ${failed} of ${tests} tests fails because of it.`;
}

/** What `grep` found first: `path:line:text`. */
function placeIn(answers: readonly string[]): { readonly path: string; readonly line: string } {
  const [, path = '', line = ''] = firstMatch(answers, /^(.+?):(\d+):/m);
  return { path, line };
}

function firstMatch(answers: readonly string[], pattern: RegExp): readonly string[] {
  for (const answer of answers) {
    const found = pattern.exec(answer);
    if (found !== null) return found;
  }
  return [];
}

/** Texts of all results so far, in order. */
function answersIn(request: ModelRequest): readonly string[] {
  const parts = request.messages.flatMap(({ role, content }) =>
    role === 'tool' && Array.isArray(content) ? (content as PromptPart[]) : [],
  );
  return parts.map(({ output }) => String((output as { readonly value?: unknown } | undefined)?.value ?? ''));
}
