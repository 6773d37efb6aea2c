import { problemsError } from '../contracts/errors.js';
import type { ToolSignature } from '../contracts/schema-manifest.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { isProblems } from '../schema/shape-source.js';
import { defineTool } from './define-tool.js';
import { signatureOptions } from './signature-options.js';

/** A tool that gave no schema of its own, with the one that its signature says. Throws `TOOL_INVALID`. */
export function withSignature(definition: ToolDefinition, signature: ToolSignature): ToolDefinition {
  const { fingerprint: _computedAnew, inputSchema: _said, ...kept } = definition;
  const options = signatureOptions({ ...kept, allowEmptyDescription: true }, signature);
  if (isProblems(options)) throw problemsError('TOOL_INVALID', 'The tool is not valid', options);
  return defineTool(options);
}
