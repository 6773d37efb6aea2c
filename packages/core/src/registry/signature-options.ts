import type { Problem } from '../contracts/errors.js';
import type { ToolSignature } from '../contracts/schema-manifest.js';
import { SIGNATURES } from '../decorators/metadata-store.js';
import { isProblems } from '../schema/shape-source.js';
import { signatureShape } from '../schema/signature-shape.js';
import type { ToolOptions } from './tool-options.js';

/** Options of a function tool, completed by its signature where they say nothing; or why it has no schema (`SIGNATURE_REFUSED`). */
export function signatureOptions(options: ToolOptions, signature: ToolSignature): ToolOptions | readonly Problem[] {
  const [args] = signature.parameters;
  const { description, examples, refused } = signature;
  const documented = description === undefined || (options.description as unknown) !== undefined ? options : { ...options, description };
  if (options.inputSchema !== undefined || options.input !== undefined) return documented;
  const where = `tool ${options.name}`;
  if (refused !== undefined) return [{ code: 'SIGNATURE_REFUSED', where, message: `It ${refused}.` }];
  if (args === undefined) return documented;
  const facts = { where, param: {}, designType: undefined, hasDesignTypes: false, signature: args };
  const shape = signatureShape(facts);
  if (shape === undefined) return documented;
  if (isProblems(shape)) return shape.map((problem) => ({ ...problem, code: 'SIGNATURE_REFUSED' }));
  const inputSchema = examples === undefined ? shape.schema : { ...shape.schema, examples };
  const sources = options.sources === undefined ? {} : { sources: { ...options.sources, inputSchema: 'signature' as const } };
  return { ...documented, ...sources, ...(shape.standard === undefined ? { inputSchema } : { input: shape.standard }) };
}

/** The signature that a compiler wrote into the options of a function tool. */
export function attachedSignature(options: object): ToolSignature | undefined {
  return Object.getOwnPropertyDescriptor(options, SIGNATURES)?.value as ToolSignature | undefined; // only compilers write there
}
