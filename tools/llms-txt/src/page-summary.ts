/** What a list of pages says of one. */
export interface PageSummary {
  /** The first heading, without marks. */
  readonly title: string;
  /** The first sentence of the first paragraph, without links and marks. */
  readonly sentence: string;
}

/** Reads title and first sentence of a Markdown page; empty where there is none. */
export function summarize(markdown: string): PageSummary {
  const text = markdown.replace(/<!--[^]*?-->/g, '').replace(/^(`{3,}|~{3,})[^]*?^\1\s*$/gm, '');
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim());
  const title = /^# +(.+)$/m.exec(text)?.[1] ?? '';
  const paragraph = blocks.find((block) => /^[^#|>\-*\d\s]|^[*`\d]\S*[a-z]/i.test(block)) ?? '';
  return { title: plain(title), sentence: firstSentence(plain(paragraph.replace(/\s*\n\s*/g, ' '))) };
}

/** Words as they are read: links are their text, marks are gone but those of code. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .trim();
}

/** Up to the first full stop that ends something; a colon that leads to a list or a block ends a sentence as well. */
function firstSentence(paragraph: string): string {
  const end = /[.!?](?=\s+[A-Z`[]|$)/.exec(paragraph);
  const sentence = end === null ? paragraph : paragraph.slice(0, end.index + 1);
  return sentence.replace(/:$/, '.');
}
