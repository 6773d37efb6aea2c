import { createProject, describeProject } from 'create-tackroom';
import { ExitCode } from '../exit-code.js';
import { writeJson, type CommandIo } from '../io.js';

/** Flags of `init`. */
export interface InitFlags {
  readonly name?: string;
  readonly json?: boolean;
}

/** `tackroom init [dir]`: the project that `npm create tackroom` makes. Throws what `createProject` throws. */
export function init(dir: string | undefined, { name, json }: InitFlags, io: CommandIo): ExitCode {
  const project = createProject({ cwd: io.cwd, dir, name, caller: 'tackroom init' });
  if (json === true) writeJson(io, { directory: project.directory, files: project.files, next: project.next });
  else io.stdout.write(describeProject(project));
  return ExitCode.success;
}
