import { createProject, describeProject } from 'create-tackroom';
import { ExitCode } from '../exit-code.js';
import { writeJson, type CommandIo } from '../io.js';
import { workingDirectory } from '../settings/settings.js';

/** Flags of `init`. */
export interface InitFlags {
  readonly name?: string;
  readonly json?: boolean;
  readonly cwd?: string;
}

/** `tackroom init [dir]`: the project that `npm create tackroom` makes. Throws `CLI_CWD_MISSING` and what `createProject` throws. */
export function init(dir: string | undefined, flags: InitFlags, io: CommandIo): ExitCode {
  const { name, json } = flags;
  const project = createProject({ cwd: workingDirectory(flags, io), dir, name, caller: 'tackroom init' });
  if (json === true) writeJson(io, { directory: project.directory, files: project.files, next: project.next });
  else io.stdout.write(describeProject(project));
  return ExitCode.success;
}
