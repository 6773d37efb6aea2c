import { readFileSync } from 'node:fs';
import { ANSWER_FLAGS } from '../src/decision-flags.js';
import { ExitCode } from '../src/exit-code.js';
import { listCommands } from './program-flags.js';
import { runMain, scratchFolder, writeFiles, type Ran } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const page = readFileSync(new URL('../../../docs/reference/cli.md', import.meta.url), 'utf8');
const commands = listCommands();
/** They boot nothing and read no configuration. */
const WITHOUT_HARNESS = ['init', 'schemas', 'audit show', 'audit verify'];

/** The text of a section, by a part of its heading, up to the next heading. */
function section(heading: string): string {
  const [, text] = page.split(new RegExp(`^#+ ${heading}.*$`, 'm'));
  if (text === undefined) throw new Error(`The page has no section "${heading}".`);
  return text.split(/^#/m)[0] ?? '';
}

/** The first cells of a section's tables, without the headings. */
function firstCells(text: string): readonly string[] {
  return [...text.matchAll(/^\| `(?<cell>.+?)` +\|/gm)].map((match) => (match.groups?.['cell'] ?? '').replaceAll('\\|', '|'));
}

const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('the page lists the commands of this version', () => {
  const listed = firstCells(section('Commands')).map((line) => line.replace(/^tackroom /, '').replace(/ [<[-].*$/, ''));
  const available = commands.filter((command) => command.available).map(({ name }) => name);
  expect(listed.filter((name) => !name.startsWith('-') && !name.startsWith('<'))).toEqual(available);
});

test.each(commands.filter((command) => command.available))('the page lists the flags of $name', ({ name, flags }) => {
  const sections = [...page.matchAll(/^### Flags of (?<whom>.+)$/gm)].filter(
    ({ groups }) =>
      (groups?.['whom'] === 'every command' && !WITHOUT_HARNESS.includes(name)) || inBackticks(groups?.['whom'] ?? '').includes(name),
  );
  const listed = sections.flatMap(([heading]) => firstCells(section(heading.replace(/^#+ /, ''))));
  expect([...listed].sort()).toEqual([...flags].sort());
});

test('the page lists the answers of resume', () => {
  expect(firstCells(section('Answers of'))).toEqual(ANSWER_FLAGS.map(({ flags }) => flags));
});

test('the page lists the exit codes', () => {
  expect(firstCells(section('Exit codes')).map(Number)).toEqual(Object.values(ExitCode));
});

test('the page lists what this version does not have', () => {
  const [listed = '', shared = '', ofAgents = ''] = section('Not in this version').split(/^- /m).slice(1);
  expect(inBackticks(listed).sort()).toEqual(commands.flatMap(({ available, name }) => (available ? [] : [name])).sort());
  for (const { name, refusedFlags } of commands.filter((command) => command.available)) {
    const runsAgents = inBackticks(ofAgents.split(':')[0] ?? '').includes(name);
    const flags = [...inBackticks(shared), ...(runsAgents ? inBackticks(ofAgents.split(':')[1] ?? '') : [])];
    expect([name, ...refusedFlags]).toEqual([name, ...flags]);
  }
});

/** One command of an example, what the page says that it prints, and the exit code if the page says it. */
interface Example {
  readonly line: string;
  readonly output: string;
  readonly code: number | undefined;
}

/** `$ command`, the lines that it prints, and perhaps `$ echo $?` with the exit code. */
function readExamples(): readonly Example[] {
  const blocks = [...page.matchAll(/^```console\n(?<text>.*?)^```$/gms)].map(({ groups }) => groups?.['text'] ?? '');
  return blocks.flatMap((block) => {
    const examples: Example[] = [];
    for (const part of block.split(/^\$ /m).slice(1)) {
      const [line = '', ...output] = part.split('\n');
      const last = examples.at(-1);
      if (line === 'echo $?' && last !== undefined) examples[examples.length - 1] = { ...last, code: Number(output[0]) };
      else examples.push({ line, output: output.join('\n'), code: undefined });
    }
    return examples;
  });
}

/** `…` stands for any text of a line, a line of it for any number of lines. */
function pattern(output: string): RegExp {
  const lines = output.split('\n').map((line) => (line === '…' ? '(?:.*\\n)*?.*' : line.split('…').map(escape).join('.*')));
  return new RegExp(`^${lines.join('\\n')}$`);
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The words of a line, as a shell reads plain words and quotes. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

describe('the examples of the page do what it says', () => {
  const files = [...page.matchAll(/<!-- file: (?<name>\S+) -->\n\n```\w+\n(?<content>.*?)^```$/gms)];
  const cwd = scratchFolder();
  writeFiles(cwd, Object.fromEntries(files.map(({ groups }) => [groups?.['name'] ?? '', groups?.['content'] ?? ''])));
  const examples = readExamples();

  test('there are some', () => {
    expect(files.map(({ groups }) => groups?.['name'])).toEqual([
      'README.md',
      'tools.ts',
      'project/tsconfig.json',
      'project/src/parcels.ts',
      'project/tackroom.config.ts',
      'project/turns.json',
      'turns.json',
      'rest.json',
    ]);
    expect(examples.length).toBeGreaterThan(8);
  });

  for (const { line, output, code = 0 } of examples) {
    const [, input = '', command = line] = /^echo '([^']*)' \| (.*)$/.exec(line) ?? [];
    const [program, ...args] = wordsOf(command);
    const check = (ran: Ran): void => {
      expect({ program, ...ran }).toEqual({ program: 'tackroom', code, stdout: expect.stringMatching(pattern(output)), stderr: '' });
    };
    // TypeScript is loaded by hooks of a process.
    if (/--tools|--cwd project/.test(line)) testBuilt(line, async () => check(await spawnCommand(args, { cwd })));
    else test(line, async () => check(await runMain(args, { cwd, input: `${input}\n` })));
  }
});
