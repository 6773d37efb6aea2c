import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessModule, rule, shell, type Harness, type JsonObject, type PermissionOptions } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';

/** What became of a run with one command, and whether the file MARK is there that attacks leave. */
export interface Tried {
  readonly status: string;
  readonly marked: boolean;
}

export const ASKED: Tried = { status: 'paused', marked: false };
export const RUN: Tried = { status: 'completed', marked: false };
export const MARKED: Tried = { status: 'completed', marked: true };

/** A policy that allows commands of one pattern and asks about the rest. */
export const only = (command: string): PermissionOptions => ({ allow: [rule('run_command', { command })], ask: ['run_command'] });

/** A git repository in which a model runs commands. */
export interface CommandFixture {
  readonly root: () => string;
  /** The harness of the last try. */
  readonly harness: () => Harness;
  /** Lets a model make one call. */
  readonly tried: (permissions: PermissionOptions, args: JsonObject) => Promise<Tried>;
}

/**
 * Registers hooks that make, before each test, a repository with two commits that change `f`, an uncommitted change of it,
 * a program `cat` of its own, and a folder `out` beside it.
 */
export function commandFixture(): CommandFixture {
  let base: string;
  let root: string;
  let harness: Harness | undefined;

  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-commands-')));
    root = join(base, 'root');
    await mkdir(root);
    await mkdir(join(base, 'out'));
    const git = (...args: string[]): void => void execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' });
    git('init', '-q');
    git('config', 'user.email', 'a@b.example');
    git('config', 'user.name', 'A');
    for (const content of ['one\n', 'two\n']) {
      await writeFile(join(root, 'f'), content);
      git('add', 'f');
      git('commit', '-qm', content);
    }
    git('config', 'alias.lg', '!touch MARK');
    await writeFile(join(root, 'x.js'), "require('fs').writeFileSync('MARK', '')\n");
    await writeFile(join(root, 'cat'), '#!/bin/sh\ntouch MARK\n');
    await chmod(join(root, 'cat'), 0o755);
  });
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
    await rm(base, { recursive: true });
  });

  return {
    root: () => root,
    harness: () => {
      if (harness === undefined) throw new Error('Nothing has been tried yet.');
      return harness;
    },
    tried: async (permissions, args) => {
      await harness?.close();
      harness = await HarnessModule.create({ bundles: [shell({ root })], permissions });
      const agent = harness.createAgent({ name: 'clerk', model: new ScriptedModel([calls(['run_command', args]), text('done')]) });
      const { status } = await agent.run('Go.');
      const names = [...(await readdir(root)), ...(await readdir(join(base, 'out')))];
      return { status, marked: names.some((name) => name.startsWith('MARK')) };
    },
  };
}
