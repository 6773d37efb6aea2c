type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with a part of a message, as the rest of a sentence; undefined for one that can be sent. */
export function partProblem(part: unknown): string | undefined {
  const fields = typeof part === 'object' && part !== null ? (part as Fields) : {};
  const { type } = fields;
  if (typeof type !== 'string') return `is ${describe(part)}; a part is an object with a type`;
  switch (type) {
    case 'text':
    case 'reasoning':
      return missing(fields, 'text');
    case 'tool-call':
      return missing(fields, 'toolCallId', 'toolName') ?? (fields['input'] === undefined ? 'has no input' : undefined);
    case 'tool-result':
      return missing(fields, 'toolCallId', 'toolName') ?? outputProblem(fields['output']);
    case 'image':
    case 'audio':
    case 'file':
      return missing(fields, 'mediaType') ?? dataProblem(fields['data']);
    case 'resource-link':
      return missing(fields, 'uri');
    default:
      return undefined;
  }
}

/** A value in words, for a message about it. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function missing(fields: Fields, ...names: readonly string[]): string | undefined {
  const name = names.find((each) => typeof fields[each] !== 'string');
  return name === undefined ? undefined : `has ${describe(fields[name])} as ${name}; write text`;
}

function outputProblem(output: unknown): string | undefined {
  const { type, value } = (typeof output === 'object' && output !== null ? output : {}) as Fields;
  return typeof type === 'string' && value !== undefined ? undefined : 'has no output with a type and a value';
}

function dataProblem(given: unknown): string | undefined {
  if (typeof given === 'string') return undefined;
  const { type, data, url } = (typeof given === 'object' && given !== null ? given : {}) as Fields;
  if (type === 'data' && typeof data === 'string') return undefined;
  if (type === 'url' && typeof url === 'string' && URL.canParse(url)) return undefined;
  return "has no data that can be sent; write base64 text, or { type: 'url', url }";
}
