import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder, writeFiles } from './run-main.js';

const FILES = {
  'README.md': '# Demo\n\nA small project.\n',
  // Works until the test lays a file down, and reports how far it is.
  'tools.mjs': `
    import { existsSync, writeFileSync } from 'node:fs';
    import { setTimeout as wait } from 'node:timers/promises';
    import { defineTool } from 'tackroom';
    const properties = { on: { type: 'string' }, total: { type: 'number' }, note: { type: 'string' } };
    const until = async (file, signal) => { while (!existsSync(file)) await wait(20, undefined, { signal }); };
    export default [
      defineTool({
        name: 'work', description: 'Work on something.', replayPolicy: 'safe', permission: 'allow',
        input: { type: 'object', properties, required: ['on'], additionalProperties: false },
        handler: async ({ on, total }, { call, signal }) => {
          call.progress(total === undefined ? 'begun\\n' : { progress: 1, total, message: 'one of several' });
          await until('release-' + on, signal);
          return on + ' is done\\nsecond line\\nthird line\\nfourth line\\nfifth line';
        },
      }),
      defineTool({
        name: 'deaf', description: 'Heed no signal.', replayPolicy: 'safe', permission: 'allow', input: { type: 'object' },
        handler: () => new Promise(() => setInterval(() => undefined, 1000)),
      }),
      defineTool({
        name: 'chatty', description: 'Talk to the console.', replayPolicy: 'safe', permission: 'allow', input: { type: 'object' },
        handler: async () => {
          for (const line of ['one', 'two', 'three']) { console.log('log ' + line); await wait(150); }
          process.stderr.write('no line end');
          return 'talked';
        },
      }),
      defineTool({
        name: 'write_note', description: 'Write a note.', permission: 'ask',
        input: { type: 'object', properties: { text: { type: 'string' }, style: { enum: ['plain', 'fancy'] } }, required: ['text'], additionalProperties: false },
        handler: ({ text, style }) => { writeFileSync('note.txt', (style === 'fancy' ? '* ' : '') + text); return 'written'; },
      }),
    ];`,
};

/** Flags that load the tools of {@link terminalFolder}. */
export const FLAGS = ['--tools', 'tools.mjs', '--bundle', 'filesystem'];

/** A folder whose tools a test can hold up, and what goes with it. */
export interface TerminalFolder {
  readonly cwd: string;
  /** Flags of a command on a model that answers with these turns. */
  script(...turns: readonly unknown[]): readonly string[];
  /** Lets the calls of `work` with these names end. */
  release(...names: readonly string[]): void;
}

/** Makes the folder; what tests leave in it is taken away after each. */
export function terminalFolder(): TerminalFolder {
  const cwd = scratchFolder(FILES);
  afterEach(() => {
    for (const name of ['release-a', 'release-b', 'release-c', 'note.txt']) rmSync(join(cwd, name), { force: true });
  });
  return {
    cwd,
    script(...turns) {
      writeFiles(cwd, { 'turns.json': { turns } });
      return [...FLAGS, '--model', 'scripted:turns.json'];
    },
    release(...names) {
      for (const name of names) writeFileSync(join(cwd, `release-${name}`), '');
    },
  };
}

/** A call of `work`, which goes on until it is released. */
export const work = (on: string, more: object = {}): object => ({ name: 'work', args: { on, ...more } });

/** A call of `write_note`, which a person is asked about. */
export const note = (text: string): object => ({ name: 'write_note', args: { text } });

/** So many calls have said something. */
export function begun(calls: number): RegExp {
  return new RegExp(`(?:› [^]*){${calls}}`);
}
