import { bootHarness } from '../boot-harness.js';
import { cliError } from '../cli-error.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { describeTool } from '../output/describe-tool.js';
import { formatTable } from '../output/format-table.js';

/** `tackroom tools show NAME [--effective]`: one tool whole, with the source of each value if asked. */
export async function toolsShow(name: string, flags: HarnessFlags & { readonly effective?: boolean }, io: CommandIo): Promise<ExitCode> {
  const { harness } = await bootHarness(flags, io);
  try {
    const tool = harness.tools.inspect(name);
    if (tool === undefined) {
      const known = harness.tools.list().map((definition) => definition.name);
      throw cliError('CLI_TOOL_UNKNOWN', `There is no tool named ${name}. Registered: ${known.join(', ')}.`);
    }
    const described = describeTool(tool, flags.effective === true);
    if (flags.json === true) writeJson(io, described);
    else {
      writeLine(io, `${tool.name}: ${tool.title}\n\n${tool.description}\n`);
      const rows = Object.entries(described).filter(([key]) => !['name', 'title', 'description', 'effective'].includes(key));
      for (const line of formatTable(
        rows.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
        Infinity,
      ))
        writeLine(io, line);
      if (flags.effective === true) {
        writeLine(io, '\nEffective values');
        const effective = Object.entries(tool.effective).map(([key, { value, source }]) => [key, JSON.stringify(value), source]);
        for (const line of formatTable(effective, io.stdout.columns ?? 120)) writeLine(io, line);
      }
    }
    return ExitCode.success;
  } finally {
    await harness.close();
  }
}
