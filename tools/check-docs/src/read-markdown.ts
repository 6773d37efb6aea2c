/** What a Markdown page links to, and what others may link to in it. */
export interface MarkdownPage {
  readonly links: readonly { readonly target: string; readonly line: number }[];
  /** Names after `#`: of headings, as GitHub makes them, and of `id` attributes. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const LINKS = [/\]\(\s*<?([^)\s>]+)/g, /^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g, /\b(?:href|src)="([^"]+)"/g];

/** Reads the links and anchors of a page. Code blocks, code spans and HTML comments hold neither. */
export function readMarkdown(text: string): MarkdownPage {
  const links: { target: string; line: number }[] = [];
  const anchors = new Set<string>();
  const lines = withoutCode(text).split('\n');
  lines.forEach((line, index) => {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
    if (heading !== undefined) anchors.add(unused(slugOf(heading), anchors));
    for (const [, id = ''] of line.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(id);
    const prose = line.replace(/(`+)(?:(?!\1).)+\1/g, '');
    for (const pattern of LINKS) for (const [, target = ''] of prose.matchAll(pattern)) links.push({ target, line: index + 1 });
  });
  return { links, anchors };
}

/** The page with the lines of code blocks and comments emptied, so that line numbers stay. */
function withoutCode(text: string): string {
  const uncommented = text.replace(/<!--[^]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''));
  let fence: string | undefined;
  const lines = uncommented.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark === undefined) return line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return '';
  });
  return lines.join('\n');
}

function slugOf(heading: string): string {
  const shown = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
  return shown
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function unused(slug: string, taken: ReadonlySet<string>): string {
  let name = slug;
  for (let count = 1; taken.has(name); count += 1) name = `${slug}-${count}`;
  return name;
}
