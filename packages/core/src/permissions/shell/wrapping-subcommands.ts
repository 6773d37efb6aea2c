import type { Wrapper } from './wrapper.js';

const RUN_BY_PACKAGE_MANAGER: Wrapper = {
  values: 'wCpF',
  flags: 'ysqr',
  longValues: 'workspace package filter with python from dir cwd group extra',
  longFlags:
    'yes no silent help version quiet workspaces include-workspace-root offline recursive parallel frozen isolated locked no-sync all-extras dev no-dev',
};

/** Programs and their subcommands that do the same. */
export const WRAPPING_SUBCOMMANDS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ...['exec', 'x', 'exe', 'exec-c'].map(
    (name) =>
      [`npm ${name}`, { ...RUN_BY_PACKAGE_MANAGER, lines: 'c', longLines: 'call', startsShell: true, inert: /^(?:--help|-h)$/ }] as const,
  ),
  ['npm explore', { operands: 1, joins: true, startsShell: true }],
  ['pnpm exec', { ...RUN_BY_PACKAGE_MANAGER, flags: 'ysqrc', longFlags: `${RUN_BY_PACKAGE_MANAGER.longFlags ?? ''} shell-mode` }],
  ['pnpm dlx', { ...RUN_BY_PACKAGE_MANAGER, flags: 'ysqrc', longFlags: `${RUN_BY_PACKAGE_MANAGER.longFlags ?? ''} shell-mode` }],
  ['yarn exec', RUN_BY_PACKAGE_MANAGER],
  ['yarn dlx', RUN_BY_PACKAGE_MANAGER],
  ['bun x', RUN_BY_PACKAGE_MANAGER],
  ['uv run', RUN_BY_PACKAGE_MANAGER],
  ['uv tool', { ...RUN_BY_PACKAGE_MANAGER, operands: 1 }],
  ['poetry run', {}],
  ['pipenv run', {}],
  ['pipenv shell', { opaque: /(?:)/, startsShell: true }],
  ['poetry shell', { startsShell: true }],
  ['hatch run', {}],
  ['pdm run', { values: 'p', longValues: 'project site-packages' }],
  ['rye run', {}],
  ['pixi run', { values: 'e', longValues: 'environment manifest-path' }],
  ['pipx run', { longValues: 'spec python pip-args', longFlags: 'no-cache verbose quiet' }],
  ['bundle exec', { longFlags: 'keep-file-descriptors gemfile' }],
  ['conda run', { values: 'np', flags: 'v', longValues: 'name prefix cwd', longFlags: 'no-capture-output live-stream dev verbose' }],
  ['direnv exec', { operands: 1 }],
  ['mise exec', { values: 'Cj', longValues: 'cd jobs' }],
  ['mise x', { values: 'Cj', longValues: 'cd jobs' }],
  ['asdf exec', {}],
  ['nix run', { opaque: /(?:)/ }],
  ['nix shell', { opaque: /(?:)/, startsShell: true }],
  ['nix develop', { opaque: /(?:)/, startsShell: true }],
  ['rustup run', { operands: 1, longFlags: 'install' }],
  ['dotenv run', {}],
  ['doppler run', { opaque: /^--c/ }],
  ['op run', { longValues: 'env-file account', longFlags: 'no-masking' }],
  ['perf stat', { values: 'eorCpt', flags: 'advBnA', opaque: /^--/ }],
  ['perf record', { values: 'eoFcCpt', flags: 'agvqRT', opaque: /^--/ }],
  ['perf trace', { opaque: /(?:)/ }],
  ['ip netns', { operands: 2 }],
  ['ip vrf', { operands: 2 }],
]);
