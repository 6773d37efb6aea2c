import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles, type Finding } from '@tackroom/source-tree';
import { readMarkdown, type MarkdownPage } from './read-markdown.js';

/** Every relative link of every Markdown page leads to a file or folder of the repository, and to an anchor that is there. */
export function checkLinks(root: string): readonly Finding[] {
  const files = listFiles(root, '', ['.md']);
  const pages = new Map(files.map((file) => [file, readMarkdown(readFileSync(join(root, file), 'utf8'))]));
  return [...pages].flatMap(([file, page]) =>
    page.links.flatMap(({ target, line }) => {
      const message = judgeLink(root, file, target, pages);
      return message === undefined ? [] : [{ file, line, rule: 'link', message }];
    }),
  );
}

function judgeLink(root: string, file: string, target: string, pages: ReadonlyMap<string, MarkdownPage>): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return undefined;
  if (target.startsWith('/')) return `${target} works on no site but one: write it relative to this page.`;
  const [path = '', anchor] = decodeURIComponent(target).split('#', 2);
  const linked = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
  if (linked.startsWith('..')) return `${target} leads out of the repository.`;
  if (!existsSync(join(root, linked))) return `${target}: there is no ${linked}.`;
  const page = pages.get(linked);
  if (anchor === undefined || page === undefined || page.anchors.has(anchor)) return undefined;
  return `${target}: ${linked} has no heading #${anchor}.`;
}
