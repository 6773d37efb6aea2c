/** Parses and binds the program of a project, and does nothing with it: `node parse-project.mjs FOLDER`. */
import { createRequire } from 'node:module';

const ts = createRequire(import.meta.url)('typescript');
const parsed = ts.getParsedCommandLineOfConfigFile(`${process.argv[2]}/tsconfig.json`, {}, ts.sys);
const program = ts.createProgram(parsed.fileNames, parsed.options);
program.getTypeChecker();
