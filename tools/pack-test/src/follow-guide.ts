import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandResult } from './run-command.js';

/** Runs a line in a shell and in the project. */
export type RunLine = (line: string) => Promise<CommandResult>;

/** A step of a guide: a code block, by its language. */
interface Block {
  readonly language: string;
  readonly text: string;
}

/** Where a guide is followed. */
export interface Guide {
  /** The project: its README has the guide, and `src/order-tools.ts` is what it changes. */
  readonly folder: string;
  /** Heading of the section. */
  readonly section: string;
  /** How the line begins above which the section puts new code. */
  readonly above: string;
  readonly run: RunLine;
}

/**
 * Follows a section of a README to the letter, and says what went otherwise than it says. The second of two `ts` blocks takes the
 * place of the first; a single one goes above a line. `sh` lines are run, and `text` is what the last of them prints.
 */
export async function followGuide(guide: Guide): Promise<readonly string[]> {
  const { folder, section, run } = guide;
  const blocks = blocksOf(readFileSync(join(folder, 'README.md'), 'utf8'), section);
  if (!blocks.some(({ language }) => language === 'ts')) return [`The README has no section "${section}" with code.`];
  const code = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
  const problems: string[] = [];
  let printed = '';
  for (const { language, text } of blocks) {
    if (language === 'ts' && text === code[0]) problems.push(...changeCode(guide, code));
    if (language === 'text' && text !== printed) problems.push(`"${section}" says that this is printed:\n${text}and it was:\n${printed}`);
    for (const line of language === 'sh' ? text.trim().split('\n') : []) {
      const { exitCode, stdout, stderr } = await run(line);
      printed = stdout;
      if (exitCode !== 0) problems.push(`"${section}": ${line} ends with ${exitCode}:\n${stdout}${stderr}`);
    }
  }
  return problems;
}

function changeCode({ folder, section, above }: Guide, [first = '', second]: readonly string[]): readonly string[] {
  const file = join(folder, 'src', 'order-tools.ts');
  const source = readFileSync(file, 'utf8');
  const [found, replacement] = second === undefined ? [above, `${first}\n${above}`] : [first, second];
  if (source.split(found).length !== 2) return [`"${section}" changes code that is not just once in src/order-tools.ts:\n${found}`];
  writeFileSync(
    file,
    source.replace(found, () => replacement),
  );
  return [];
}

function blocksOf(markdown: string, section: string): readonly Block[] {
  const [, text = ''] = markdown.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, text: code }));
}
