/** Options that change how tests are found, counted or reported, and take no word of their own. */
const PLAIN =
  /^--(?:test-only|test-concurrency=\d+|test-timeout=\d+|test-name-pattern=.*|test-skip-pattern=.*|watch|experimental-test-coverage|experimental-strip-types|enable-source-maps|no-warnings)$/s;

/** Whether these words behind `node` run test files, those of the workspace if none is named, and no input. */
export function runsTests(words: readonly string[]): boolean {
  let tests = false;
  for (const word of words) {
    if (word === '--test') tests = true;
    else if (!word.startsWith('-')) return tests && !word.includes('\uFFFF');
    else if (!PLAIN.test(word)) return false;
  }
  return tests;
}
