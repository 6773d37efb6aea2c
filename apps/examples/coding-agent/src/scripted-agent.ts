import { calls, ScriptedModel, text, type ModelRequest, type PromptPart } from '@tackroom/testing';

const TESTS = 'node --test --test-reporter=tap';

/** Stands in for a language model, so that the example needs no key. What it reports it takes from the results of its calls. */
export function scriptedAgent(): ScriptedModel {
  return new ScriptedModel([
    { text: 'I run the tests.', ...calls(['run_command', { command: TESTS }]) },
    calls(['read_file', { path: 'src/count-words.js' }], ['read_file', { path: 'test/count-words.test.js' }]),
    {
      text: 'It counts what is between single spaces. I count runs of what is no white space.',
      ...calls([
        'edit_file',
        { path: 'src/count-words.js', old_string: "text.split(' ').length", new_string: 'text.match(/\\S+/g)?.length ?? 0' },
      ]),
    },
    calls(['run_command', { command: TESTS }]),
    (request) => text(`${failures(request, 0)} tests failed before, ${failures(request, -1)} fail now.`),
  ]);
}

/** How many tests failed in one of the runs so far. */
function failures(request: ModelRequest, at: number): string {
  const parts = request.messages.flatMap(({ role, content }) =>
    role === 'tool' && Array.isArray(content) ? (content as PromptPart[]) : [],
  );
  const results = parts.map(({ output }) => String((output as { readonly value?: unknown } | undefined)?.value ?? ''));
  return results.flatMap((result) => /^# fail (\d+)$/m.exec(result)?.[1] ?? []).at(at) ?? 'no';
}
