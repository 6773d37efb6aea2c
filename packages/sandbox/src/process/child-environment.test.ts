import { childEnvironment } from './child-environment.js';

const unattended = {
  GIT_TERMINAL_PROMPT: '0',
  ...{ EDITOR: 'true', VISUAL: 'true', GIT_EDITOR: 'true', GIT_SEQUENCE_EDITOR: 'true' },
  ...{ PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat' },
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.bareRepository', GIT_CONFIG_VALUE_0: 'explicit' },
};

test('only what is harmless passes, and what is passed by name', () => {
  const parent = {
    PATH: '/bin',
    HOME: '/home/u',
    LC_ALL: 'C',
    TZ: 'UTC',
    OPENAI_API_KEY: 'k-123',
    AWS_SECRET_ACCESS_KEY: 's',
    NODE_OPTIONS: '--require=x',
    BASH_ENV: '/x',
    'BASH_FUNC_ls%%': '() { touch MARK; }',
    HTTP_PROXY: 'http://proxy',
    EMPTY: undefined,
  };
  expect(childEnvironment(parent, ['HTTP_PROXY'], { A: '1', PAGER: 'less' })).toEqual({
    PATH: '/bin',
    HOME: '/home/u',
    LC_ALL: 'C',
    TZ: 'UTC',
    HTTP_PROXY: 'http://proxy',
    ...unattended,
    A: '1',
    PAGER: 'less',
  });
});

test('there is always a search path', () => {
  expect(childEnvironment({}, [], {})).toEqual({ PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...unattended });
});

test.each(['BASH_FUNC_ls%%', 'BASH_FUNC_ls', 'A=B', '', '1A', 'a b'])('%j cannot be added', (name) => {
  expect(() => childEnvironment({}, [], { [name]: 'x' })).toThrow(expect.objectContaining({ code: 'SANDBOX_ENV_INVALID' }));
});

test('what somebody has set for git by variables stays, and git is told last to take no directory for a repository by its looks', () => {
  const own = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'U' };
  expect(childEnvironment(own, Object.keys(own), {})).toMatchObject({
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'U',
    GIT_CONFIG_KEY_1: 'safe.bareRepository',
    GIT_CONFIG_VALUE_1: 'explicit',
  });
  const all = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.barerepository', GIT_CONFIG_VALUE_0: 'all' };
  expect(childEnvironment({}, [], all)).toMatchObject(all);
  expect(childEnvironment({}, [], { GIT_CONFIG_COUNT: 'x' })).toMatchObject({ GIT_CONFIG_COUNT: 'x' });
});
