import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isManifest, isSourceUnchanged, type SchemaManifest } from 'tackroom';
import { describeManifest } from '../schemas/describe-manifest.js';
import { counted, type Finding } from './finding.js';
import { reasonOf } from '../cli-error.js';
import type { Surroundings } from './surroundings.js';

/** The file that a boot looks for beside the package.json. */
export const SCHEMAS_FILE = 'tackroom.schemas.json';

const FIX = 'Run npx tackroom schemas.';
const MAX_NAMED = 10;

/** Whether the compiled schemas are those of the sources, as a boot will look at them. */
export function checkSchemas({ project }: Pick<Surroundings, 'project'>): Finding {
  const text = contentOf(join(project.root, SCHEMAS_FILE));
  if (text === undefined) {
    const summary = `no ${SCHEMAS_FILE}; only the command reads signatures, programs of your own see what decorators say`;
    return { id: 'schemas', status: 'absent', summary };
  }
  const manifest = parsed(text);
  if (typeof manifest === 'string') {
    return { id: 'schemas', status: 'problem', summary: `${SCHEMAS_FILE} cannot be read: ${manifest}`, fix: FIX };
  }
  const changed = Object.entries(manifest.sources).flatMap(([path, hash]) =>
    isSourceUnchanged(join(project.root, path), hash) ? [] : [path],
  );
  if (changed.length > 0) {
    const summary = `${counted(changed.length, 'source')} changed since ${SCHEMAS_FILE} was written: a boot refuses it`;
    return { id: 'schemas', status: 'problem', summary, detail: some(changed), fix: FIX };
  }
  const { tools, refused } = describeManifest(manifest);
  if (refused.length > 0) {
    const summary = `${counted(refused.length, 'parameter')} in ${SCHEMAS_FILE} without a schema`;
    const detail = some(refused.map(({ tool, reason }) => `${tool}: ${reason}`));
    return { id: 'schemas', status: 'warning', summary, detail, fix: 'Write what the reason says, or give @Param({ schema }).' };
  }
  return { id: 'schemas', status: 'ok', summary: `${counted(tools, 'tool')} in ${SCHEMAS_FILE}, as the sources say` };
}

function some(lines: readonly string[]): string {
  const rest = lines.length - MAX_NAMED;
  return [...lines.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

function parsed(text: string): SchemaManifest | string {
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) ? value : 'it is no manifest that this version reads';
  } catch (error) {
    return reasonOf(error);
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
