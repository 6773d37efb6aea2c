import { NO_FACTS, type CallFacts } from '../../contracts/permissions.js';
import { loadShellReader, type ShellReader } from '../shell/load-shell-reader.js';
import type { Match, Reading } from './matcher.js';
import { compileShellCommandMatcher } from './shell-command-matcher.js';

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

function match(pattern: string, line: string, reading: Reading = 'restrict', caseInsensitivePaths = false): Match {
  const facts: CallFacts = { ...NO_FACTS, caseInsensitivePaths, commands: { command: { raw: line, line: read(line) } } };
  return compileShellCommandMatcher(pattern, reading)(line, 'command', facts);
}

describe('a restricting pattern means the options that it names, in any order and spelling', () => {
  test.each([
    ['rm -rf *', ['rm -rf x', 'rm -fr x', 'rm -r -f x', 'rm --recursive --force x', 'rm x -rf', 'rm x -r --force', 'rm -Rf x']],
    [
      'rm -rf *',
      ['rm --recurs --fo x', 'rm -rvf x', 'rm -v -f x -r', 'rm -f -r', 'rm -rfrfrfrfrfrf x', 'rm \'-r\' "-f" x', 'rm -r -f -- x'],
    ],
    [
      'rm -rf *',
      ['sudo rm -f -r x', '/bin/rm -f x -r', 'ls; rm -f -r x', "bash -c 'rm -r -f x'", 'find . -exec rm -f -r {} +', 'xargs rm -r -f'],
    ],
    ['rm -rf*', ['rm -fr x', 'rm -r -f x', 'rm x -rf', 'rm -fr']],
    ['rm * -rf', ['rm -fr x', 'rm x y --force --recursive']],
    ['rm --recursive --force *', ['rm -rf x', 'rm -f -R x']],
    [
      'git push --force *',
      ['git push -f', 'git push origin main --force', 'git -C . push -f origin', 'git push -uf origin x', 'git push --fo'],
    ],
    ['git push --force*', ['git push --force-with-lease origin', 'git push origin --force-with-lease', 'git push -f x']],
    ['git branch -D *', ['git branch --delete --force x', 'git branch -d -f x', 'git branch -df x', 'git branch x -D']],
    ['git branch -df *', ['git branch -D x']],
    ['git commit -n *', ['git commit --no-verify -m x', 'git commit -anm x', 'git commit -m x --no-verif']],
    ['find * -delete', ['find . -delete', 'find . -depth -type l -delete', 'find -delete']],
    ['terraform apply -auto-approve *', ['terraform apply --auto-approve', 'terraform apply x -auto-approve=true']],
    ['curl --output=/etc/*', ['curl -o /etc/x u', 'curl u --output /etc/x', 'curl -so/etc/x u']],
    ['docker system prune --all --force *', ['docker system prune --force --all']],
    ['chmod 777 *', ['chmod -R 777 x']],
    ['kill -9 *', ['kill 1 -9']],
  ])('%j', (pattern, lines) => {
    expect(lines.map((line) => [line, match(pattern, line)])).toEqual(lines.map((line) => [line, 'yes']));
  });

  test.each([
    ['rm -rf *', ['rm -r x', 'rm -f x', 'rm -- -rf', 'rm -r -- -f', 'git rm -rf x', 'echo rm -rf x', "git commit -m 'do not rm -r -f x'"]],
    ['git push --force *', ['git push origin', 'git push --force-with-lease', 'git push --follow-tags']],
    ['git branch -D *', ['git branch -d x', 'git branch --force x']],
    ['find * -delete', ['find . -depth -type f -ls', 'find . -name delete']],
    ['curl --output=/etc/*', ['curl -o x u', 'curl --output x /etc/y']],
    ['rm -[rf]*', ['rm -v -r x']],
    ['rm -rf x', ['rm -fr y', 'rm -f -r x y']],
  ])('%j is not about', (pattern, lines) => {
    expect(lines.map((line) => [line, match(pattern, line)])).toEqual(lines.map((line) => [line, 'no']));
  });

  test.each(['rm $X y', 'rm x $X', 'rm -f $X', 'rm -r "$d"', 'rm -r -$X x', 'someone rm -f -r x'])(
    '"rm -rf *" cannot tell of %j',
    (line) => {
      expect(match('rm -rf *', line)).toBe('unknown');
    },
  );

  test('where names have no case, neither has the program', () => {
    expect(match('rm -rf *', 'RM -f -r x')).toBe('no');
    expect(match('rm -rf *', 'RM -f -r x', 'restrict', true)).toBe('yes');
  });
});

describe('options before the subcommand do not hide it', () => {
  test.each([
    ['git push *', ['git -C . push', 'git --no-pager push origin', 'git --git-dir x push', 'git -P -C .. --no-pager push']],
    ['npm publish *', ['npm --silent publish', 'npm -w a publish', 'npm --prefix=x publish']],
    ['cargo publish *', ['cargo +nightly publish']],
    ['kubectl delete *', ['kubectl -n x --context=y delete pod z']],
  ])('%j', (pattern, lines) => {
    expect(lines.map((line) => [line, match(pattern, line)])).toEqual(lines.map((line) => [line, 'yes']));
  });

  test('but what follows it is no subcommand', () => {
    expect(match('git push *', 'git -C . log push')).toBe('no');
    expect(match('docker rm *', 'docker run --rm x')).toBe('no');
  });
});

test.each(['rm -fr x', 'rm -r -f x', 'rm --recursive --force x', 'rm x -rf', 'rm -rfv x', 'git -C .. push'])(
  'a permitting pattern stays a text: nothing is turned around for %j',
  (line) => {
    expect(match('rm -rf *', line, 'permit')).toBe('no');
    expect(match('git push *', line, 'permit')).toBe('no');
  },
);
