import { calls, ScriptedModel, text, type ModelRequest, type ScriptedTurn } from '@tackroom/testing';

/**
 * Stands in for a language model, so that the example needs no key: it makes the same calls on any directory and reads
 * their answers. Give `createAgent` a real AI SDK model and nothing else changes.
 */
export function standInModel(): ScriptedModel {
  return new ScriptedModel((request) => turn(request));
}

function turn(request: ModelRequest): ScriptedTurn {
  const answers = answersIn(request);
  if (answers.size === 0) {
    return {
      text: 'I look at the directory first.\n',
      ...calls(
        { name: 'list_directory', args: {} },
        { name: 'count_languages', args: { limit: 5 } },
        { name: 'glob', args: { pattern: '*.md' } },
      ),
    };
  }
  if (!answers.has('run_command')) {
    const readme = /\bREADME\.md\b/i.exec(answers.get('glob') ?? '')?.[0];
    const read = readme === undefined ? [] : [{ name: 'read_file', args: { path: readme, limit: 3 } }];
    return {
      text: 'Now its read-me and its size on disk.\n',
      ...calls(...read, { name: 'run_command', args: { command: 'du -sh . | cut -f1' } }),
    };
  }
  return text(summary(answers));
}

function summary(answers: ReadonlyMap<string, string>): string {
  const [files = 'no files', ...languages] = (answers.get('count_languages') ?? '').split('\n');
  const [size = '', ...rest] = (answers.get('run_command') ?? '').split('\n');
  const measured = rest.some((line) => line.startsWith('[exit code: 0'));
  return `This directory holds ${files} (${languages.join(', ')}). ${measured ? `It takes ${size} on disk.` : 'Its size was not measured: the command was not allowed to run.'}\n`;
}

/** Text of each tool's latest answer. */
function answersIn(request: ModelRequest): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (const message of request.messages) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      const { toolName, output } = part as { toolName?: string; output?: { value?: unknown } };
      if (toolName !== undefined) answers.set(toolName, typeof output?.value === 'string' ? output.value : '');
    }
  }
  return answers;
}
