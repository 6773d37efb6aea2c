import { basename } from 'node:path';
import type { CreatedProject } from './create-project.js';

/** What a person is told of a new project: what was made, and the two commands that come next. Ends with a newline. */
export function describeProject({ directory, files, next, packagesFrom }: CreatedProject): string {
  const lines = [
    `Made a Tackroom project in ${basename(directory)}:`,
    '',
    ...files.map((file) => `  ${file}`),
    '',
    ...(packagesFrom === undefined ? [] : [`Its packages come from ${packagesFrom}, as this command does.`, '']),
    'Now install and start it:',
    '',
    ...next.map((command) => `  ${command}`),
    '',
    'README.md says how to change its tool. npm test runs its tests.',
  ];
  return `${lines.join('\n')}\n`;
}
