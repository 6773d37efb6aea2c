import type { JsonSchema } from 'tackroom';
import type { LintedTool, LintFinding } from './lint-finding.js';

/** Longest texts that pass, in characters: every request carries them all, at about four characters to a token. */
const MAX_TOOL_TEXT = 2_000;
const MAX_PARAMETER_TEXT = 600;

/** Tools and parameters that say nothing of themselves, or very much. */
export function lintDescriptions({ name: tool, description, inputSchema }: LintedTool): readonly LintFinding[] {
  const own: LintFinding[] = [];
  if (description.trim() === '') {
    own.push({ level: 'warning', rule: 'description-missing', tool, message: 'has no description, which is all that a model knows of it' });
  }
  if (description.length > MAX_TOOL_TEXT) own.push(tooLong(tool, description, MAX_TOOL_TEXT));
  return [...own, ...lintParameters(inputSchema, tool, '')];
}

function lintParameters(schema: JsonSchema | boolean | undefined, tool: string, path: string): readonly LintFinding[] {
  if (typeof schema !== 'object') return [];
  const found: LintFinding[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    const text = typeof property === 'object' ? property.description : undefined;
    if (!saysItself(property)) {
      found.push({ level: 'warning', rule: 'parameter-description-missing', tool, path: at, message: 'has no description' });
    }
    if (text !== undefined && text.length > MAX_PARAMETER_TEXT) found.push({ ...tooLong(tool, text, MAX_PARAMETER_TEXT), path: at });
    found.push(...lintParameters(property, tool, at));
  }
  return [...found, ...lintParameters(schema.items, tool, `${path}[]`)];
}

/** A constant has nothing to explain, and a reference leads to where it is explained. */
function saysItself(property: JsonSchema | boolean): boolean {
  if (typeof property === 'boolean') return !property;
  const { description = '', const: value, $ref: reference } = property;
  return description.trim() !== '' || value !== undefined || typeof reference === 'string';
}

function tooLong(tool: string, text: string, most: number): LintFinding {
  const message = `has a description of ${text.length} characters, which every request carries; keep it below ${most}`;
  return { level: 'warning', rule: 'description-long', tool, message };
}
