import type { ToolInspection } from 'tackroom';
import { withHarness } from '../boot-harness.js';
import { CliError } from '../cli-error.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { describeTool } from '../output/describe-tool.js';
import { formatTable } from '../output/format-table.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';

/** Flags of `tools show`. */
export interface ToolsShowFlags extends HarnessFlags {
  readonly effective?: boolean;
}

/** `tackroom tools show NAME [--effective]`: one tool whole, with the source of each value if asked. Throws `CLI_TOOL_UNKNOWN`. */
export async function toolsShow(name: string, flags: ToolsShowFlags, io: CommandIo): Promise<ExitCode> {
  return withHarness(flags, io, (harness) => {
    const tool = harness.tools.inspect(name);
    if (tool === undefined) {
      const known = harness.tools.list().map((definition) => definition.name);
      throw new CliError('CLI_TOOL_UNKNOWN', `There is no tool named ${name}. Registered: ${known.join(', ')}.`);
    }
    if (flags.json === true) writeJson(io, flags.effective === true ? tool : describeTool(tool));
    else show(tool, flags.effective === true, io);
    return Promise.resolve(ExitCode.success);
  });
}

function show(tool: ToolInspection, withSources: boolean, io: CommandIo): void {
  const { bold } = paint(io.stdout, io.env);
  const { name, title, description, inputSchema, outputSchema, effective, ...rest } = tool;
  const width = io.stdout.columns ?? Infinity;
  writeLine(io, `${bold(name)}: ${printable(`${title}\n\n${description}`)}\n`);
  const rows = Object.entries(rest).map(([key, value]) => [key, printable(typeof value === 'string' ? value : JSON.stringify(value))]);
  for (const line of formatTable(rows, width)) writeLine(io, line);
  writeLine(io, `\n${bold('Input')}\n${printable(JSON.stringify(inputSchema, null, 2))}`);
  if (outputSchema !== undefined) writeLine(io, `\n${bold('Output')}\n${printable(JSON.stringify(outputSchema, null, 2))}`);
  if (!withSources) return;
  writeLine(io, `\n${bold('Effective values')}`);
  const sources = Object.entries(effective).map(([key, { value, source }]) => [key, source, printable(JSON.stringify(value))]);
  for (const line of formatTable(sources, width)) writeLine(io, line);
}
