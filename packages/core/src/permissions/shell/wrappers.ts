/** How to find the command that a program starts. Options that are not listed take no value of their own. */
export interface Wrapper {
  /** Letters of short options that take a value. */
  readonly values?: string;
  /** Long options that take a value, without dashes. */
  readonly longValues?: readonly string[];
  /** Letters of short options whose value is a shell line. */
  readonly lines?: string;
  /** Long options whose value is a shell line. */
  readonly longLines?: readonly string[];
  /** Words before the command that are not part of it. */
  readonly operands?: number;
  /** Assignments may stand before the command. */
  readonly assigns?: boolean;
  /** Words that it reads from elsewhere follow the command's. */
  readonly adds?: boolean;
  /** Letters of options whose value stands for such a word wherever it occurs in the command. */
  readonly replaces?: string;
  /** With one of these options it runs nothing. */
  readonly inert?: RegExp;
  /** With one of these options it cannot be told what it runs. */
  readonly opaque?: RegExp;
  /** What is left of its words is no command. */
  readonly takesNoCommand?: boolean;
  /** The command's words are one shell line. */
  readonly joins?: boolean;
  /** Its lines are words in a notation of its own, and the words behind its options are added to them. */
  readonly splits?: boolean;
}

/** Programs that run the command which follows their own options. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    {
      values: 'ughpCrtTURD',
      longValues: ['user', 'group', 'host', 'prompt', 'close-from', 'role', 'type', 'command-timeout', 'other-user', 'chroot', 'chdir'],
      assigns: true,
      opaque: /^(?:-[a-zA-Z]*[sie][a-zA-Z]*|--shell|--login|--edit)$/,
    },
  ],
  ['doas', { values: 'uC', opaque: /^-[a-z]*s/ }],
  [
    'env',
    {
      values: 'uCa',
      longValues: ['unset', 'chdir', 'argv0'],
      lines: 'S',
      longLines: ['split-string'],
      assigns: true,
      splits: true,
    },
  ],
  ['nice', { values: 'n', longValues: ['adjustment'] }],
  ['ionice', { values: 'cn', longValues: ['class', 'classdata'], inert: /^-[pPu]/ }],
  ['chrt', { values: 'TPD', operands: 1, inert: /^-p/ }],
  ['taskset', { operands: 1, inert: /^-p/ }],
  ['timeout', { values: 'sk', longValues: ['signal', 'kill-after'], operands: 1 }],
  ['gtimeout', { values: 'sk', longValues: ['signal', 'kill-after'], operands: 1 }],
  ['nohup', {}],
  ['setsid', {}],
  ['stdbuf', { values: 'ioe', longValues: ['input', 'output', 'error'] }],
  ['time', { values: 'fo', longValues: ['format', 'output'] }],
  ['command', { inert: /^-p?[vV]/ }],
  ['builtin', {}],
  ['exec', { values: 'a' }],
  ['busybox', { inert: /^--/ }],
  ['toybox', { inert: /^--/ }],
  ['chroot', { longValues: ['userspec', 'groups'], operands: 1 }],
  ['flock', { values: 'wE', longValues: ['timeout', 'wait', 'conflict-exit-code'], lines: 'c', longLines: ['command'], operands: 1 }],
  ['unshare', { values: 'SGRw', longValues: ['setuid', 'setgid', 'root', 'wd', 'map-user', 'map-group', 'propagation'] }],
  ['strace', { values: 'eoOpsabEuPSXI', opaque: /^(?:-[a-zA-Z]*o|--o)/ }],
  ['ltrace', { values: 'eoplsanDuxF' }],
  ['watch', { values: 'n', longValues: ['interval'], joins: true }],
  [
    'su',
    {
      lines: 'c',
      longLines: ['command', 'session-command'],
      values: 'gGsw',
      operands: 1,
      takesNoCommand: true,
      opaque: /^(?:-[a-z]*s|--shell)/,
    },
  ],
  ['runuser', { lines: 'c', longLines: ['command'], values: 'ugGsw' }],
  ['script', { lines: 'c', longLines: ['command'], values: 'EImoBT', operands: 1, takesNoCommand: true }],
  ['xvfb-run', { values: 'efnpsw' }],
  ['setarch', {}],
  ['x86_64', {}],
  ['i386', {}],
  ['linux32', {}],
  ['linux64', {}],
  ['prlimit', {}],
  ['choom', { values: 'n', longValues: ['adjust'] }],
  ['setpriv', { longValues: ['reuid', 'regid', 'groups', 'inh-caps', 'ambient-caps', 'bounding-set', 'securebits', 'pdeathsig'] }],
  ['fakeroot', { values: 'lsib' }],
  ['unbuffer', {}],
  ['pkexec', { longValues: ['user'] }],
  ['dbus-run-session', { longValues: ['config-file', 'dbus-daemon'] }],
  ['systemd-inhibit', { longValues: ['what', 'who', 'why', 'mode'] }],
  ['faketime', { operands: 1 }],
  ['valgrind', {}],
  ['cgexec', { values: 'g' }],
  ['ccache', { values: 'Mkop' }],
  ['npx', { values: 'pw', longValues: ['package', 'workspace'], lines: 'c', longLines: ['call'] }],
  ['pnpx', { values: 'p', longValues: ['package'], lines: 'c' }],
  ['bunx', { values: 'p', longValues: ['package'] }],
  ['uvx', { values: 'p', longValues: ['from', 'with', 'python'] }],
  ['caffeinate', { values: 'tw' }],
  [
    'xargs',
    {
      values: 'nLPdEsaI',
      longValues: ['max-args', 'max-lines', 'max-procs', 'max-chars', 'delimiter', 'arg-file', 'process-slot-var'],
      adds: true,
      replaces: 'I',
    },
  ],
]);

const RUN_BY_PACKAGE_MANAGER: Wrapper = { values: 'wCp', longValues: ['workspace', 'package', 'filter', 'with', 'python'] };

/** Programs and their subcommands that do the same. */
export const WRAPPING_SUBCOMMANDS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['npm exec', { ...RUN_BY_PACKAGE_MANAGER, lines: 'c', longLines: ['call'] }],
  ['npm x', { ...RUN_BY_PACKAGE_MANAGER, lines: 'c', longLines: ['call'] }],
  ['npm explore', { operands: 1, joins: true }],
  ['pnpm exec', { ...RUN_BY_PACKAGE_MANAGER, lines: 'c' }],
  ['pnpm dlx', RUN_BY_PACKAGE_MANAGER],
  ['yarn exec', RUN_BY_PACKAGE_MANAGER],
  ['yarn dlx', RUN_BY_PACKAGE_MANAGER],
  ['bun x', RUN_BY_PACKAGE_MANAGER],
  ['uv run', RUN_BY_PACKAGE_MANAGER],
  ['poetry run', {}],
  ['pipenv run', {}],
  ['pipx run', { longValues: ['spec'] }],
  ['bundle exec', {}],
  ['conda run', { values: 'np', longValues: ['name', 'prefix', 'cwd'] }],
  ['direnv exec', { operands: 1 }],
  ['mise exec', {}],
  ['rustup run', { operands: 1 }],
  ['perf stat', { values: 'eorCpt' }],
  ['perf record', { values: 'eoFcCpt' }],
]);

/** Shells: `-c` takes a line, a file name a script, and otherwise they read one. */
export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'rbash',
  'dash',
  'ash',
  'zsh',
  'ksh',
  'mksh',
  'ksh93',
  'yash',
  'fish',
  'csh',
  'tcsh',
  'pwsh',
]);

/**
 * Builtins that run text, or make later text mean something else, in ways that no list of commands shows: with any word
 * that the expression finds, or always. Subscripts of variable names are arithmetic, and arithmetic runs substitutions.
 */
export const EVALUATORS: ReadonlyMap<string, RegExp> = new Map([
  ['source', /(?:)/],
  ['.', /(?:)/],
  ['let', /(?:)/],
  ['alias', /(?:)/],
  ['enable', /(?:)/],
  ['bind', /(?:)/],
  ['complete', /(?:)/],
  ['compgen', /(?:)/],
  ['fc', /(?:)/],
  ['hash', /^-/],
  ['jobs', /^-[a-z]*x/],
  ['shopt', /^-[a-z]*[so]/],
  ['set', /^[-+][a-zA-Z]*k|^(?:keyword|posix)$/],
  ['mapfile', /\[|^-[a-zA-Z]*C/],
  ['readarray', /\[|^-[a-zA-Z]*C/],
  // A value in parentheses is a list whose elements are expanded once more, also if it is quoted.
  ['declare', /^[^=]*\[|^[-+][a-zA-Z]*[inf]|^[^=]*=\(/],
  ['typeset', /^[^=]*\[|^[-+][a-zA-Z]*[inf]|^[^=]*=\(/],
  ['local', /^[^=]*\[|^[-+][a-zA-Z]*[inf]|^[^=]*=\(/],
  ['readonly', /^[^=]*\[|^[-+][a-zA-Z]*f|^[^=]*=\(/],
  ['export', /^[^=]*\[|^[-+][a-zA-Z]*f|^[^=]*=\(/],
  ['read', /\[/],
  ['getopts', /\[/],
  ['unset', /\[/],
  ['wait', /\[|^-[a-z]*p/],
  ['printf', /^-v|\[.*\$|`/],
  ['test', /^-[vR]$/],
  ['[', /^-[vR]$/],
]);

/** An interpreter, and the words of it that are code or announce it. */
export interface Interpreter {
  readonly name: RegExp;
  readonly code: RegExp;
  /** It takes commands from its input whatever else it is given. */
  readonly listens?: true;
}

/** Interpreters, and programs with a command that starts others. */
export const INTERPRETERS: readonly Interpreter[] = [
  { name: /^(?:python|pypy)[\d.]*$/, code: /^-[A-Za-z]*c/ },
  { name: /^perl[\d.]*$/, code: /^-[A-Za-z\d]*[eEMmd]/ },
  { name: /^ruby[\d.]*$/, code: /^-[A-Za-z]*[er]|^--require/ },
  { name: /^(?:node|nodejs|bun|deno|tsx)$/, code: /^(?:-[a-z]*[ep]|--eval|--print|eval$)/ },
  { name: /^php[\d.]*$/, code: /^-[a-zA-Z]*[rBREdz]/ },
  { name: /^(?:lua|luajit)[\d.]*$/, code: /^-[el]/ },
  { name: /^(?:Rscript|R|osascript|tclsh|expect|ghci|scala|groovy|julia|elixir|erl|clojure)$/, code: /^-{1,2}(?:e|c|eval)/ },
  { name: /^dc$/, code: /^-[a-z]*e|^--e|!/ },
  { name: /^m4$/, code: /^-[a-zA-Z]*D|^--define/ },
  { name: /^(?:gdb|lldb)$/, code: /^-{1,2}(?:ex|eval|iex|o|O|batch|one-line)/, listens: true },
  { name: /^(?:vi|vim|nvim|ex|view|emacs|ed)$/, code: /^(?:\+|-c|--cmd|-{1,2}eval|-S|-es|-l|-f|--load|--funcall|--script)/, listens: true },
  { name: /^(?:ftp|sftp|lftp|telnet|mailx?|gnuplot|octave)$/, code: /^-{1,2}(?:e|eval)$/, listens: true },
];

/** Programs that answer statements they are given, and else take commands from their input: how a statement is given. */
export const CONSOLES: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ['sqlite3', (words) => words.filter((word) => !word.startsWith('-')).length > 1],
  ['psql', (words) => words.some((word) => /^(?:-[a-zA-Z]*[cl]|--command|--list|--version|-V)/.test(word))],
  ['mysql', (words) => words.some((word) => /^(?:-[a-zA-Z]*[eV]|--execute|--version)/.test(word))],
]);

/** Programs that run commands from their input, from files or from templates that we do not read. */
export const RUNNERS: ReadonlySet<string> = new Set(
  (
    'parallel entr at batch crontab screen tmux systemd-run nsenter run-parts start-stop-daemon bwrap firejail proot capsh ' +
    'hyperfine watchexec nodemon systemd-nspawn machinectl'
  ).split(' '),
);

/** Subcommands after which a command stands that runs elsewhere, but may reach what is here: in a container with our folders. */
export const STARTING_SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ['docker', 'kubectl'].map((name) => [name, new Set(['run', 'exec', 'create', 'debug'])]),
);

/** Programs that start nothing of what follows their name, so that no word of theirs is taken for a command. */
export const PLAIN: ReadonlySet<string> = new Set(
  (
    'echo printf true false test [ cd pwd ls cat head tail wc cut tr sort uniq paste join comm tee seq sleep date whoami id uname hostname ' +
    'grep egrep fgrep rg ag diff cmp patch stat file du df basename dirname realpath readlink mkdir rmdir touch cp mv ln rm chmod chown ' +
    'git gh cargo go make pip pip3 docker kubectl terraform curl wget tar zip unzip gzip gunzip jq yq sed awk gawk mawk ' +
    'find fd which type kill pkill killall ps top free export return exit break continue : tsc eslint prettier jest mvn gradle apt apt-get brew man'
  ).split(' '),
);
