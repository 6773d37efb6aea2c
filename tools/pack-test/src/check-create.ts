import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, WorkspacePackage } from '@tackroom/source-tree';
import type { PackedPackage } from './check-contents.js';
import { followGuide } from './follow-guide.js';
import { startRegistry } from './local-registry.js';
import { runCommand, runNpm, type CommandResult, type Environment } from './run-command.js';

/** What is tried, and a folder to try it in. */
export interface CreateCheck {
  readonly root: string;
  readonly packages: readonly WorkspacePackage[];
  readonly packed: readonly PackedPackage[];
  readonly scratch: string;
}

/**
 * `npm create tackroom` in an empty folder, as if the packages were published; then what it prints, word for word; then what
 * the project's README says. And once from the archives.
 */
export async function checkCreate(check: CreateCheck): Promise<readonly Finding[]> {
  const upstream = (await runNpm(['config', 'get', 'registry'], check.root)).stdout.trim().replace(/\/$/, '');
  const registry = await startRegistry({ ...check, upstream });
  try {
    const settings = { npm_config_registry: registry.url, npm_config_cache: await emptyCache(check) };
    const env = { ...settings, npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
    const problems = [...(await createAndFollow(check, env)), ...(await createFromArchives(check, env))];
    if (!registry.served.includes('/create-tackroom')) problems.push('npm create did not ask the local registry.');
    return problems.map((message) => ({ file: 'packages/create-tackroom/package.json', line: 0, rule: 'create', message }));
  } finally {
    await registry.close();
  }
}

/**
 * npm keeps what `npm create` once installed by its name and version, and would go on with that of an earlier build. What it
 * downloaded from elsewhere is as good as ever.
 */
async function emptyCache({ root, scratch }: CreateCheck): Promise<string> {
  const cache = join(scratch, 'npm-cache');
  const downloads = join((await runNpm(['config', 'get', 'cache'], root)).stdout.trim(), '_cacache');
  mkdirSync(cache);
  if (existsSync(downloads)) symlinkSync(downloads, join(cache, '_cacache'), 'junction');
  return cache;
}

async function createAndFollow({ scratch }: CreateCheck, env: Environment): Promise<readonly string[]> {
  const empty = join(scratch, 'empty');
  const folder = join(empty, 'my-agent');
  mkdirSync(empty);
  const created = await runNpm(['create', '--yes', 'tackroom', 'my-agent'], empty, env);
  if (created.exitCode !== 0) return [failure('npm create tackroom my-agent', created)];
  const commands = [...created.stdout.matchAll(/^ {2}(.*\bnpm .*)$/gm)].map(([, line = '']) => line);
  if (commands.length !== 2) return [`It prints ${commands.length} commands, and not two:\n${created.stdout}`];
  // One shell, as the person's: the first command changes its directory.
  const started = await inShell(commands.join('\n'), empty, env);
  if (started.exitCode !== 0) return [failure(commands.join('; '), started)];

  const run = (line: string): Promise<CommandResult> => inShell(line, folder, env);
  const tested = await run('npm test');
  const guide = { folder, above: '  private async find(', run };
  return [
    ...(tested.exitCode === 0 ? [] : [failure('npm test', tested)]),
    ...(await followGuide({ ...guide, section: 'Change the tool' })),
    ...(await followGuide({ ...guide, section: 'Add a tool' })),
  ];
}

/** The project takes its packages from where `create-tackroom` came. That it can be installed is seen by those of the registry. */
async function createFromArchives({ scratch, packed }: CreateCheck, env: Environment): Promise<readonly string[]> {
  const folder = join(scratch, 'from-archives');
  const archive = packed.find(({ name }) => name === 'create-tackroom')?.archive ?? '';
  mkdirSync(folder);
  const created = await runNpm(['exec', '--yes', `--package=${archive}`, '--', 'create-tackroom'], folder, env);
  if (created.exitCode !== 0) return [failure(`npm exec --package=${archive}`, created)];
  const made = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<'dependencies' | 'devDependencies', Environment>;
  const specs = { ...made.dependencies, ...made.devDependencies };
  return packed
    .filter(({ name, archive: own }) => specs[name] !== `file:${own}`)
    .map(({ name }) => `Made from archives, the project asks for ${name} as ${specs[name] ?? 'nothing'}.`);
}

function inShell(lines: string, cwd: string, env: Environment): Promise<CommandResult> {
  return runCommand('sh', ['-e', '-c', lines], cwd, env);
}

function failure(what: string, { exitCode, stdout, stderr }: CommandResult): string {
  return `${what} ${exitCode === null ? 'could not run' : `ends with ${exitCode}`}:\n${stdout}${stderr}`;
}
