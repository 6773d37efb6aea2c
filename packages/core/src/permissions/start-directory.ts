import type { ToolDefinition } from '../contracts/tool-definition.js';

/** Names of parameters that mean the working directory when a call leaves them out. */
const NAMES: readonly string[] = ['cwd', 'repo'];

/**
 * The parameters that stand for the session's working directory when a call leaves them out: optional paths without a
 * default that are called `cwd` or `repo`, or belong to a tool that takes a shell command. A default of "." says the same
 * of any other parameter.
 */
export function startDirectories({
  semantics,
  inputSchema,
  hidden,
}: Pick<ToolDefinition, 'semantics' | 'inputSchema' | 'hidden'>): readonly string[] {
  const takesCommand = Object.values(semantics).includes('shell-command');
  const { properties = {}, required = [] } = inputSchema;
  return Object.keys(semantics).filter((name) => {
    if (semantics[name] !== 'path' || !(takesCommand || NAMES.includes(name))) return false;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isList = typeof schema === 'object' && schema.type === 'array';
    const hasDefault = typeof schema === 'object' && schema.default !== undefined;
    return !required.includes(name) && !isList && !hasDefault && !Object.hasOwn(hidden, name);
  });
}
