import type { ToolInspection } from 'tackroom';
import { withHarness } from '../boot-harness.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { describeTool } from '../output/describe-tool.js';
import { formatTable } from '../output/format-table.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';

/** `tackroom tools ls`: every registered tool, one line each. */
export async function toolsLs(flags: HarnessFlags, io: CommandIo): Promise<ExitCode> {
  return withHarness(flags, io, (harness) => {
    const tools = harness.tools.list().flatMap(({ name }) => harness.tools.inspect(name) ?? []);
    if (flags.json === true) writeJson(io, tools.map(describeTool));
    else showTable(tools, io);
    return Promise.resolve(ExitCode.success);
  });
}

function showTable(tools: readonly ToolInspection[], io: CommandIo): void {
  const { dim } = paint(io.stdout, io.env);
  const rows = tools.map((tool) => [
    tool.name,
    tool.category,
    tool.riskLevel,
    tool.permission,
    printable(tool.description.split('\n', 1)[0] ?? ''),
  ]);
  const [header = '', ...lines] = formatTable(
    [['TOOL', 'CATEGORY', 'RISK', 'PERMISSION', 'DESCRIPTION'], ...rows],
    io.stdout.columns ?? Infinity,
  );
  writeLine(io, dim(header));
  for (const line of lines) writeLine(io, line);
}
