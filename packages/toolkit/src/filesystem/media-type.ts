/** By extension: what people open in something else than a text editor, and what tells a program how to read text. */
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  css: 'text/css',
  htm: 'text/html',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  jsonl: 'application/jsonl',
  markdown: 'text/markdown',
  md: 'text/markdown',
  mjs: 'text/javascript',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** The media type of a text file with this name. */
export function mediaTypeOf(filename: string): string {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined) ?? 'text/plain';
}
