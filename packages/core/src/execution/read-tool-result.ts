import type { ArtifactStore, StoredArtifact } from '../contracts/artifacts.js';
import { ToolFailure } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from '../registry/define-tool.js';
import { sliceStart } from './bound-text.js';

/** Characters of one page. */
const PAGE_CHARS = 6_000;

/** The tool that pages a result which was too long to show whole. Only artifacts of the same run can be read. */
export function readToolResultTool(artifacts: ArtifactStore): ToolDefinition {
  return defineTool({
    name: 'read_tool_result',
    title: 'Read tool result',
    description:
      'Read more of a tool result that was too long to show whole. Pass the id named in the shortened result. ' +
      'Each call returns one page and says how to get the next one.',
    category: 'read',
    riskLevel: 'low',
    // It shows what the run was given already, so it needs no rule of its own, under a locked policy neither.
    permission: 'allow',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id from the notice in the shortened result.' },
        offset: { type: 'integer', minimum: 0, default: 0, description: 'Character to start at; 0 is the beginning.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    replayPolicy: 'safe',
    pages: true,
    origin: { kind: 'builtin', bundle: 'results', options: '' },
    handler: async (args, ctx) => {
      const id = String(args['id']);
      const artifact = await artifacts.get(id);
      if (artifact === undefined || artifact.runId !== ctx.run.id) {
        throw new ToolFailure(
          `There is no stored result with the id ${JSON.stringify(id)}. Use the id from the notice in the shortened result.`,
          {
            code: 'RESULT_UNKNOWN',
          },
        );
      }
      return page(artifact, Number(args['offset']));
    },
  });
}

function page(artifact: StoredArtifact, offset: number): string {
  if (typeof artifact.data !== 'string') throw new ToolFailure('This stored result is not text.', { code: 'RESULT_NOT_TEXT' });
  const { length } = artifact.data;
  if (offset >= length)
    throw new ToolFailure(`The result has ${length} characters; offset ${offset} is past its end.`, { code: 'RESULT_OFFSET' });
  const start = insidePair(artifact.data, offset) ? offset + 1 : offset;
  const text = sliceStart(artifact.data.slice(start), PAGE_CHARS);
  const next = start + text.length;
  const notice =
    next >= length
      ? `[Characters ${start} to ${length} of ${length}: the end.]`
      : `[Characters ${start} to ${next} of ${length}. Continue with offset ${next}.]`;
  return `${text}\n${notice}`;
}

/** An offset that a model made up may fall between the halves of a character. */
function insidePair(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
