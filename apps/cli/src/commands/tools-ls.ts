import type { ToolInspection } from 'tackroom';
import { bootHarness } from '../boot-harness.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { describeTool } from '../output/describe-tool.js';
import { formatTable } from '../output/format-table.js';

/** `tackroom tools ls`: every registered tool, one line each. */
export async function toolsLs(flags: HarnessFlags, io: CommandIo): Promise<ExitCode> {
  const { harness } = await bootHarness(flags, io);
  try {
    const tools = harness.tools.list().flatMap(({ name }) => harness.tools.inspect(name) ?? []);
    if (flags.json === true)
      writeJson(
        io,
        tools.map((tool) => describeTool(tool, false)),
      );
    else for (const line of formatTable(tools.map(row), io.stdout.columns ?? 100)) writeLine(io, line);
    return ExitCode.success;
  } finally {
    await harness.close();
  }
}

function row(tool: ToolInspection): readonly string[] {
  return [tool.name, tool.category, tool.riskLevel, tool.permission, tool.description.split('\n')[0] ?? ''];
}
