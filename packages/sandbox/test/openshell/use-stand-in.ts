import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type scratchDirectory } from '../scratch.js';

/** A program that behaves as OpenShell's does. */
export const STAND_IN = fileURLToPath(new URL('stand-in', import.meta.url));

type Verb = 'create' | 'exec' | 'upload' | 'download' | 'delete';

/** State for the stand-in, fresh for each test, and what it tells. Call inside `describe` or at the top of a test file. */
export function useStandIn(scratch: ReturnType<typeof scratchDirectory>): {
  /** Makes calls go wrong from now on: `hangs`, `dies`, `fails`, `talks`; `half` for create; `breaks` for a command that says TACKROOM_TEST_BREAK. */
  fault(verb: Verb, how: string | undefined): void;
  /** Makes it as one that stays attached to what it makes. */
  age(): void;
  calls(verb: Verb): readonly string[];
  sandboxes(): readonly string[];
} {
  const at = (name: string): string => scratch.at(`state/${name}`);
  beforeEach(() => {
    mkdirSync(scratch.at('state'));
    process.env['OPENSHELL_STAND_IN'] = scratch.at('state');
  });
  afterAll(() => {
    delete process.env['OPENSHELL_STAND_IN'];
  });
  return {
    fault: (verb, how) => (how === undefined ? rmSync(at(`fault-${verb}`)) : writeFileSync(at(`fault-${verb}`), `${how}\n`)),
    age: () => writeFileSync(at('old'), ''),
    calls: (verb) =>
      readFileSync(at('calls'), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(`sandbox ${verb} `)),
    sandboxes: () => (existsSync(at('sandboxes')) ? readdirSync(at('sandboxes')) : []),
  };
}
