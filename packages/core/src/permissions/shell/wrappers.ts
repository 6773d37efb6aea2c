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
  ['strace', { values: 'eoOpsabEuPSXI' }],
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
  ['shopt', /^-[a-z]*[so]/],
  ['set', /^[-+][a-zA-Z]*k|^(?:keyword|posix)$/],
  ['mapfile', /\[|^-[a-zA-Z]*C/],
  ['readarray', /\[|^-[a-zA-Z]*C/],
  ['declare', /^[^=]*\[|^[-+][a-zA-Z]*[inf]/],
  ['typeset', /^[^=]*\[|^[-+][a-zA-Z]*[inf]/],
  ['local', /^[^=]*\[|^[-+][a-zA-Z]*[inf]/],
  ['readonly', /^[^=]*\[|^[-+][a-zA-Z]*f/],
  ['export', /^[^=]*\[|^[-+][a-zA-Z]*f/],
  ['read', /\[/],
  ['getopts', /\[/],
  ['unset', /\[/],
  ['wait', /\[/],
  ['printf', /^-v|\[.*\$|`/],
  ['test', /^-[vR]$/],
  ['[', /^-[vR]$/],
]);

/** Interpreters: options whose value is code; a letter stands for a short option and a word for a long one. */
export const INTERPRETERS: readonly { readonly name: RegExp; readonly code: RegExp }[] = [
  { name: /^(?:python|pypy)[\d.]*$/, code: /^-[A-Za-z]*c/ },
  { name: /^perl[\d.]*$/, code: /^-[A-Za-z\d]*[eE]/ },
  { name: /^ruby[\d.]*$/, code: /^-[A-Za-z]*e/ },
  { name: /^(?:node|nodejs|bun|deno|tsx)$/, code: /^(?:-[a-z]*[ep]|--eval|--print|eval$)/ },
  { name: /^php[\d.]*$/, code: /^-[a-zA-Z]*[rBRE]/ },
  { name: /^(?:lua|luajit)[\d.]*$/, code: /^-e/ },
  { name: /^(?:Rscript|R|osascript|tclsh|expect|ghci|scala|groovy|julia|elixir|erl|clojure)$/, code: /^-{1,2}(?:e|c|eval)/ },
  { name: /^(?:gdb|lldb)$/, code: /^-{1,2}(?:ex|eval|iex|o|O|batch|one-line)/ },
  { name: /^(?:vi|vim|nvim|ex|view|emacs|ed)$/, code: /^(?:\+|-c|--cmd|--eval|-S|-es)/ },
];

/** Programs that start nothing of what follows their name, so that no word of theirs is taken for a command. */
export const PLAIN: ReadonlySet<string> = new Set(
  (
    'echo printf true false test [ cd pwd ls cat head tail wc cut tr sort uniq paste join comm tee seq sleep date whoami id uname hostname ' +
    'grep egrep fgrep rg ag diff cmp patch stat file du df basename dirname realpath readlink mkdir rmdir touch cp mv ln rm chmod chown ' +
    'git gh cargo go make pip pip3 docker kubectl terraform curl wget tar zip unzip gzip gunzip jq yq sed awk gawk mawk ' +
    'find fd which type kill pkill killall ps top free export return exit break continue : tsc eslint prettier jest mvn gradle apt apt-get brew man'
  ).split(' '),
);
