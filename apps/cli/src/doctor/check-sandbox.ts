import { findProgram } from './find-program.js';
import { counted, type Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

/** Whether the tool `run_command` works here, and whether its commands can be kept apart from this machine: both tried. And what sandboxes have left. */
export async function checkSandbox(surroundings: Surroundings): Promise<readonly Finding[]> {
  return [await checkShell(surroundings), await checkIsolation(surroundings), ...(await checkCopies(surroundings))];
}

async function checkShell(surroundings: Surroundings): Promise<Finding> {
  const id = 'sandbox.shell';
  if (surroundings.platform === 'win32') {
    return {
      id,
      status: 'problem',
      summary: 'run_command needs a POSIX system',
      fix: 'Run Tackroom in WSL, or leave the shell bundle out.',
    };
  }
  const { success, text } = await surroundings.runCommand('echo "bash $BASH_VERSION"');
  const version = /bash (\S+)/.exec(text)?.[1];
  const bash = await findProgram('bash', surroundings);
  const at = bash === undefined ? {} : { detail: bash };
  if (success && version !== undefined) return { id, status: 'ok', summary: `run_command works, with bash ${version}`, ...at };
  if (bash === undefined) {
    return {
      id,
      status: 'problem',
      summary: 'no bash on the PATH: run_command cannot run anything',
      fix: 'Install bash, for example with "apk add bash", or leave the shell bundle out.',
    };
  }
  return {
    id,
    status: 'problem',
    summary: 'run_command does not work here',
    detail: [bash, text.trim()].filter((line) => line !== '').join('\n'),
    fix: `Run it by hand: ${bash} -c 'echo hello'`,
  };
}

async function checkIsolation({ tryIsolations, platform }: Surroundings): Promise<Finding> {
  const id = 'sandbox.isolation';
  const trials = await tryIsolations();
  const working = trials.filter(({ works }) => works);
  const [first] = working;
  const found = trials.map(({ sandbox, works, detail }) => (works ? `${sandbox}: ${detail}` : detail));
  if (first !== undefined) {
    const names = working.map(({ sandbox }) => sandbox);
    const warnings = working.flatMap(({ warning }) => warning ?? []);
    return {
      id,
      status: warnings.length === 0 ? 'ok' : 'warning',
      summary: `${names.join(' and ')} ${names.length === 1 ? 'works' : 'work'} here: a trial command was isolated`,
      detail: [...found, ...warnings, 'Commands are isolated where a harness says so; without it they run on this machine, as you.'].join(
        '\n',
      ),
      fix: `To use it: sandbox: ${first.use}, from @tackroom/sandbox.`,
    };
  }
  return {
    id,
    status: 'absent',
    summary: 'nothing isolates commands: they run on this machine, as you',
    detail: found.join('\n'),
    fix:
      platform === 'win32'
        ? 'Run Tackroom inside a container or a virtual machine where commands are not to be trusted.'
        : 'Do what one of them says, or run Tackroom inside a container or a virtual machine where commands are not to be trusted.',
  };
}

/** Nobody removes them, because the changes in them may be nowhere else. */
async function checkCopies({ findLeftCopies }: Surroundings): Promise<readonly Finding[]> {
  const copies = await findLeftCopies();
  if (copies.length === 0) return [];
  const [first] = copies;
  return [
    {
      id: 'sandbox.copies',
      status: 'warning',
      summary: `${counted(copies.length, 'copy').replace(/copys$/, 'copies')} of a workspace, left by processes that were killed`,
      detail: copies.map(({ path, root, madeAt }) => `${path}: of ${root}, made ${new Date(madeAt).toISOString()}`).join('\n'),
      fix: `Take from its folder "content" what you still want, then remove it: rm -r ${first?.path ?? ''}`,
    },
  ];
}
