import type { Content } from 'tackroom';

/** Content as text for a person; what is no text is named. */
export function contentText(content: Content): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'resource-link' ? `[link ${block.uri}]` : `[${block.type} ${block.mediaType}]`;
    })
    .join('\n');
}
