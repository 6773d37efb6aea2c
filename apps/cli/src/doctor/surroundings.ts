import type { IsolationTrial, LeftCopy } from 'tackroom';
import type { Project } from './project.js';

/** Everything that checks look at. Tests give folders and values of their own. */
export interface Surroundings {
  /** Absolute directory that is looked at. */
  readonly cwd: string;
  /** The file of `--config`, as it was given. */
  readonly config: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Version of Node, without the `v`. */
  readonly nodeVersion: string;
  /** Version of the command. */
  readonly ownVersion: string;
  /** Names of the commands that this version has. */
  readonly commands: readonly string[];
  readonly terminal: TerminalFacts;
  readonly project: Project;
  /** The program of the package that the file tools bring for searching; undefined where it is not installed. */
  readonly packagedRipgrep: () => Promise<string | undefined>;
  /** Copies of workspaces that dead processes have left. */
  readonly findLeftCopies: () => Promise<readonly LeftCopy[]>;
  /** Tries every sandbox that isolates commands. */
  readonly tryIsolations: () => Promise<readonly IsolationTrial[]>;
  /** Runs one command line as the tool `run_command` does. */
  readonly runCommand: (line: string) => Promise<CommandTrial>;
}

/** What is known of where output goes. */
export interface TerminalFacts {
  readonly isTerminal: boolean;
  /** Columns, where it is a terminal that says so. */
  readonly columns: number | undefined;
  readonly hasColours: boolean;
}

/** How a command line ended. */
export interface CommandTrial {
  readonly success: boolean;
  /** What it printed, or why it could not run. */
  readonly text: string;
}
