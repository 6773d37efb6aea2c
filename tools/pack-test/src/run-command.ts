import { execFile } from 'node:child_process';

/** How a command ended. */
export interface CommandResult {
  /** Null when it was ended by a signal or the time limit, or could not be started. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Variables to set besides those of this process. */
export type Environment = Readonly<Record<string, string>>;

/**
 * Runs a command as a user's shell would, without what npm and a test runner put into the environment, and without input. Never
 * rejects.
 */
export function runCommand(command: string, args: readonly string[], cwd: string, more: Environment = {}): Promise<CommandResult> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_package_|npm_lifecycle_|npm_config_(local_prefix|workspace)|NODE_|INIT_CWD)/i.test(name),
    ),
  );
  return new Promise((resolve) => {
    const env = { ...own, ...more };
    const child = execFile(command, args, { cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES }, (error, stdout, stderr) => {
      if (error === null) resolve({ exitCode: 0, stdout, stderr });
      else if (typeof error.code === 'number') resolve({ exitCode: error.code, stdout, stderr });
      else resolve({ exitCode: null, stdout, stderr: `${stderr}${error.message}\n` });
    });
    child.stdin?.end();
  });
}

/** Runs npm: the copy that started us, else the one on the path. */
export function runNpm(args: readonly string[], cwd: string, more: Environment = {}): Promise<CommandResult> {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js') ? runCommand(process.execPath, [npm, ...args], cwd, more) : runCommand('npm', args, cwd, more);
}
