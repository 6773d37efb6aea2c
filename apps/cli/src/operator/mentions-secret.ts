/** What is looked at of a tool. */
interface SecretTool {
  readonly secretParameters: readonly string[];
}

/**
 * Whether a line gives a value to a secret parameter of any tool, as `name=…` or in JSON. The tool that stands before it
 * does not matter: its name may be mistyped, or be in the line before.
 */
export function mentionsSecret(line: string, tools: readonly SecretTool[]): boolean {
  return tools.some(({ secretParameters }) => secretParameters.some((name) => givesValue(line, name)));
}

function givesValue(line: string, name: string): boolean {
  const literal = name.replace(/[^\w]/gu, '\\$&');
  return new RegExp(`(?<![\\w.-])${literal}["']?\\s*[=:]`).test(line);
}
