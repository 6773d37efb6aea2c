import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, listPackages, type Finding } from '@tackroom/source-tree';
import { summarize } from './page-summary.js';

/** The text of llms.txt, and which pages cannot be listed. */
export interface LlmsText {
  readonly text: string;
  readonly findings: readonly Finding[];
}

interface Entry {
  readonly file: string;
  readonly title: string;
  readonly sentence: string;
}

/** Guides in the order in which they are read; others follow by name. */
const GUIDES = ['getting-started', 'tools-and-decorators', 'dependency-injection', 'running-agents', 'testing', 'errors-explained'];
/** What a reader who writes code at once must know. */
const HINT =
  'Programs import everything from `tackroom`, tests also from `@tackroom/testing`; TypeScript needs `"experimentalDecorators": true`. ' +
  '[README.md](README.md) has a whole program.';
/** What nobody needs to use the packages. */
const OPTIONAL = ['docs/components.md', 'docs/decisions/README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/**
 * Writes the map of the documentation in the form of llmstxt.org: what the project is, from README.md, then sections of links,
 * each with the first sentence of its page. Links are relative to the repository's root.
 */
export function buildLlmsText(root: string): LlmsText {
  const sections: readonly (readonly [heading: string, entries: readonly Entry[]])[] = [
    ['Guides', pages(root, inOrder(listFiles(root, 'docs/guides', ['.md'])))],
    ['Reference', pages(root, [...listFiles(root, 'docs/reference', ['.md']), 'docs/architecture.md'])],
    ['Packages', pages(root, packagePages(root))],
    ['Examples', examples(root)],
    ['Optional', pages(root, OPTIONAL)],
  ];
  const { title, sentence } = summarize(read(root, 'README.md'));
  const entries = [{ file: 'README.md', title, sentence }, ...sections.flatMap(([, found]) => found)];
  const parts = sections.filter(([, found]) => found.length > 0).map(([heading, found]) => [`## ${heading}`, found.map(line).join('\n')]);
  return {
    text: `${[`# ${title}`, `> ${sentence}`, HINT, ...parts.flat()].join('\n\n')}\n`,
    findings: entries.flatMap(missing),
  };
}

function line({ file, title, sentence }: Entry): string {
  return `- [${title}](${file}): ${sentence}`;
}

function missing({ file, title, sentence }: Entry): readonly Finding[] {
  const what = title === '' ? 'heading' : sentence === '' ? 'first sentence' : undefined;
  const message = `llms.txt cannot list this page: it has no ${what}. Say in one sentence what it is for.`;
  return what === undefined ? [] : [{ file, line: 1, rule: 'llms', message }];
}

function pages(root: string, files: readonly string[]): readonly Entry[] {
  return files.filter((file) => existsSync(join(root, file))).map((file) => ({ file, ...summarize(read(root, file)) }));
}

function inOrder(files: readonly string[]): readonly string[] {
  const rank = (file: string): number => {
    const at = GUIDES.findIndex((name) => file.endsWith(`/${name}.md`));
    return at === -1 ? GUIDES.length : at;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
}

/** Pages of what is published; the one that programs install comes first. */
function packagePages(root: string): readonly string[] {
  const published = listPackages(root).filter(({ private: hidden }) => !hidden);
  const first = published.filter(({ name }) => name === 'tackroom');
  return [...first, ...published.filter(({ name }) => name !== 'tackroom')].map(({ folder }) => `${folder}/README.md`);
}

/** Examples have no page: their package says what they show, and the file to read is the one that runs. */
function examples(root: string): readonly Entry[] {
  return listPackages(root)
    .filter(({ folder }) => folder.startsWith('apps/examples/'))
    .map(({ folder }) => {
      const { description = '' } = JSON.parse(read(root, `${folder}/package.json`)) as { readonly description?: string };
      const sources = listFiles(root, `${folder}/src`, ['.ts']);
      const file = sources.find((path) => /\/(main|check)\.ts$|\.spec\.ts$/.test(path)) ?? `${folder}/package.json`;
      return { file, title: folder.replace('apps/examples/', ''), sentence: description };
    });
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
