import { execFileSync } from 'node:child_process';
import type { Wrapper } from './wrapper.js';
import { WRAPPERS } from './wrappers.js';

/** Programs that every machine with coreutils, findutils and util-linux has. */
const ALWAYS = 'env nice timeout nohup stdbuf chroot xargs flock setsid taskset ionice chrt setarch unshare prlimit choom setpriv su'.split(
  ' ',
);
/** Whose help names options in the form that is read here. */
const OTHERS = 'runuser script scriptlive uclampset ltrace watch sudo dbus-run-session systemd-inhibit'.split(' ');
/** What the help says otherwise than the program does. */
const HELP_ERRS: ReadonlySet<string> = new Set(['xargs --max-lines', 'xargs --replace', 'watch -s']);

type Takes = 'value' | 'optional' | 'none';

/** One process for all: the help of each program that there is, after its name. */
function readHelps(): ReadonlyMap<string, string> {
  const script =
    'for name; do if command -v "$name" >/dev/null; then printf "\\f%s\\n" "$name"; "$name" --help 2>&1 </dev/null; fi; done; true';
  const output = execFileSync('sh', ['-c', script, 'sh', ...ALWAYS, ...OTHERS], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return new Map(output.split('\f').flatMap((text) => (text === '' ? [] : [[text.slice(0, text.indexOf('\n')), text] as const])));
}

/** The options that a help lists, each with whether a word belongs to it. */
function readOptions(help: string): ReadonlyMap<string, Takes> {
  const options = new Map<string, Takes>();
  for (const line of help.split('\n')) {
    const [spec = ''] = /^\s{1,8}(-.*?)(?:\s{2,}|$)/.exec(line)?.slice(1) ?? [];
    const [lead = ''] = /^(?:--?[A-Za-z0-9][\w.-]*(?:\[[^\]]*\]|=\S+)?(?:,\s*)?)+/.exec(spec) ?? [];
    const names = lead.match(/(?<![^\s,])--?[A-Za-z0-9][\w.-]*/g) ?? [];
    const last = names.at(-1);
    if (last === undefined) continue;
    const behind = spec.slice(lead.lastIndexOf(last) + last.length).trim();
    const takes = behind.startsWith('[') ? 'optional' : /^(?:[=<A-Z]|\S+\|)/.test(behind) ? 'value' : 'none';
    for (const name of names) options.set(name, takes);
  }
  return options;
}

function rowSays(option: string, row: Wrapper): Takes | undefined {
  const name = option.replace(/^--?/, '');
  if (option.startsWith('--')) {
    const has = (list: string | undefined): boolean => list?.split(' ').includes(name) === true;
    if (has(row.longValues) || has(row.longLines)) return 'value';
    return has(row.longFlags) ? 'none' : undefined;
  }
  if (`${row.values ?? ''}${row.lines ?? ''}${row.replaces ?? ''}`.includes(name)) return 'value';
  if (row.attached?.includes(name)) return 'optional';
  return row.flags?.includes(name) ? 'none' : undefined;
}

const helps = readHelps();

test.each([...ALWAYS, ...OTHERS])('the row of %s says what its help says', (name) => {
  const help = helps.get(name);
  if (help === undefined) {
    // A user's machine may lack it; where everything is checked, only those beyond the basic ones may be missing.
    if (process.env['CI'] === 'true' && ALWAYS.includes(name))
      throw new Error(`${name} is not installed, so that its row cannot be checked.`);
    return;
  }
  const row = WRAPPERS.get(name) ?? {};
  const wrong = [...readOptions(help)].flatMap(([option, takes]) => {
    const says = rowSays(option, row);
    // A long option whose value is optional takes no word of its own, so the row has it among those that take none.
    const isRight = says === undefined || (says === 'value') === (takes === 'value');
    return isRight || HELP_ERRS.has(`${name} ${option}`) ? [] : [`${option}: help ${takes}, row ${says}`];
  });
  expect(wrong).toEqual([]);
});

test('the help is read: it has options of both kinds, and most of them are in the rows', () => {
  const found = ALWAYS.flatMap((name) => [...readOptions(helps.get(name) ?? '')].map(([option, takes]) => ({ name, option, takes })));
  if (found.length === 0) return;
  const listed = found.filter(({ name, option }) => rowSays(option, WRAPPERS.get(name) ?? {}) !== undefined);
  expect(listed.length / found.length).toBeGreaterThan(0.85);
  expect(new Set(found.map(({ takes }) => takes))).toEqual(new Set(['value', 'optional', 'none']));
});
