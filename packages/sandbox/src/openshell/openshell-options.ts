import { existsSync } from 'node:fs';
import type { Problem, SyncReport } from '@tackroom/core';
import { excludeProblems, optionProblem, protectProblems } from '../confinement/confinement-options.js';

/** Options of {@link OpenShellSandbox}. Times are milliseconds. */
export interface OpenShellSandboxOptions {
  /** The directory that is copied into each sandbox, and that changes come back to. */
  readonly root: string;
  /** Is told what came of a session's changes. */
  readonly onSync?: (report: SyncReport, sessionId: string) => void;
  /** Path or name of the program; `openshell` unless given. */
  readonly openshell?: string;
  /** The gateway to use, by name; the active one unless given. */
  readonly gateway?: string;
  /** What sandboxes are made from: a community name, a Dockerfile, a directory or an image; the gateway's default unless given. */
  readonly from?: string;
  /** A file with the policy of the sandboxes, in place of the gateway's default: which hosts they reach, which files they see. */
  readonly policy?: string;
  /** Providers of credentials to attach, by name. They must exist. */
  readonly providers?: readonly string[];
  /** Environment variables of this process that commands may see. */
  readonly passEnv?: readonly string[];
  /** How long a command may take to end after TERM before it is killed; 2 000 unless given. */
  readonly graceMs?: number;
  /**
   * Paths in the workspace whose changes never come back, in place of those that programs outside run or obey: git's hooks
   * and configuration, settings of editors and agents, Tackroom's configuration.
   */
  readonly protect?: readonly string[];
  /** Names of what is not copied, at any depth, for example `node_modules`: neither commands nor file tools see it then. */
  readonly exclude?: readonly string[];
  /** How long a sandbox may take to be made; 300 000 unless given. */
  readonly createTimeoutMs?: number;
  /** How long any other call of the program may take that runs no command; 120 000 unless given. */
  readonly callTimeoutMs?: number;
}

/** Everything that is wrong with the options. */
export function openShellProblems(options: OpenShellSandboxOptions): readonly Problem[] {
  const { policy, protect = [], exclude = [], providers = [] } = options;
  const texts = { openshell: options.openshell, gateway: options.gateway, from: options.from };
  const times = { graceMs: options.graceMs, createTimeoutMs: options.createTimeoutMs, callTimeoutMs: options.callTimeoutMs };
  return [
    ...Object.entries(texts).flatMap(([where, text]) =>
      text === undefined || isWord(text) ? [] : [optionProblem(where, `${JSON.stringify(text)} is empty or begins with a dash.`)],
    ),
    ...providers
      .filter((name) => !isWord(name))
      .map((name) => optionProblem('providers', `${JSON.stringify(name)} is no name of a provider.`)),
    ...(policy === undefined || existsSync(policy)
      ? []
      : [optionProblem('policy', `${policy} cannot be found. Mend the path or take it out.`)]),
    ...Object.entries(times).flatMap(([where, time]) =>
      time === undefined || (Number.isSafeInteger(time) && time >= 0)
        ? []
        : [optionProblem(where, 'must be a whole number of milliseconds.')],
    ),
    ...protectProblems(protect),
    ...excludeProblems(exclude),
  ];
}

/** Whether a program takes this for a value, and not for an option. */
function isWord(text: string): boolean {
  return text !== '' && !text.startsWith('-');
}
