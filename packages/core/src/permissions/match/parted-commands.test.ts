import { NO_FACTS, type CallFacts } from '../../contracts/permissions.js';
import { loadShellReader, type ShellReader } from '../shell/load-shell-reader.js';
import { compileShellCommandMatcher } from './shell-command-matcher.js';

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

const permits = (pattern: string, line: string): boolean => {
  const facts: CallFacts = { ...NO_FACTS, commands: { command: { raw: line, line: read(line) } } };
  return compileShellCommandMatcher(pattern, 'permit')(line, 'command', facts) === 'yes';
};

test.each([
  ['timeout * npm test', 'timeout 5 npm run evil npm test'],
  ['timeout * npm test', 'timeout 5 npm publish npm test'],
  ['timeout [0-9]* npm test', 'timeout 5 npm run evil npm test'],
  ['timeout * npm test *', 'timeout 5 npm run evil npm test x'],
  ['timeout * npm test', 'timeout 5 xargs npm run evil npm test'],
  ['timeout * npm test', 'timeout 5 nice npm test'],
  ['timeout * nice npm test', 'timeout 5 nice -n 5 npm test'],
  ['timeout *npm test', 'timeout 5 npm run evil npm test'],
  ['timeout *npm test', 'timeout 5 npm test'],
  ['sudo * systemctl status *', 'sudo systemctl stop x systemctl status y'],
  ['find * -exec grep *', 'find . -exec grep -f x ; -exec grep y ;'],
  ['find * -exec wc *', 'find . -exec git push wc x \\;'],
  ['xargs * git log *', 'xargs -n 1 git push git log'],
  ['npm exec * tsc *', 'npm exec -- rimraf tsc x'],
  ['env * node x.js', 'env A=1 node evil.js node x.js'],
  ['nice[ x]npm test', 'nice npm test'],
])('a star of %j does not reach into the command that is started by %j', (pattern, line) => {
  expect(permits(pattern, line)).toBe(false);
});

test.each([
  ['timeout * npm test', 'timeout 5 npm test'],
  ['timeout * npm test', 'timeout -k 3 5 npm test'],
  ['timeout * npm test *', 'timeout 5 npm test'],
  ['timeout * npm test *', 'timeout 5 npm test -- --watch npm test'],
  ['timeout * nice * npm test', 'timeout 5 nice -n 5 npm test'],
  ['find * -exec grep *', 'find . -name "*.ts" -exec grep -n x {} +'],
  ['find * -exec grep * ; -exec wc *', 'find . -exec grep x {} \\; -exec wc -l {} \\;'],
  ['xargs -n 1 wc *', 'xargs -n 1 wc -l'],
  ['npm exec -- tsc *', 'npm exec -- tsc -p .'],
  ['npm exec *', 'npm exec --help'],
  ['timeout 5 echo [*] [a b]', 'timeout 5 echo "*" a'],
])('%j allows %j', (pattern, line) => {
  expect(permits(pattern, line)).toBe(true);
});
