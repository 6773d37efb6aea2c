import { couldBe } from './could-be.js';

/**
 * Variables that change how a program speaks and nothing else, and which values they may have before an allowed command. A value
 * holds nothing that a script or makefile which uses it without care would expand, calculate, take for an option or for a path
 * elsewhere.
 */
const INERT: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:LANG|LANGUAGE|LC_[A-Z]+)$/, /^(?:\w[\w.@:+-]*)?$/],
  [/^TZ$/, /^(?::?\w[\w+:,.<>-]*(?:\/[\w+-]+)*)?$/],
  [/^(?:COLUMNS|LINES)$/, /^\d*$/],
  [/^(?:NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI|NODE_ENV)$/, /^(?:\w[\w-]*)?$/],
  [/^DEBUG$/, /^(?:[\w*][\w.,:*/-]*)?$/],
];

/** Variables whose value decides which program runs, or is run itself: by the shell, the loader, an interpreter or a tool. */
const LOADED = new RegExp(
  `^(?:${[
    'PATH|CDPATH|IFS|ENV|BASH.*|PS[0-4]|PROMPT_COMMAND|SHELLOPTS|EXECIGNORE|ZDOTDIR|FPATH|INPUTRC|POSIXLY_CORRECT',
    // Bash calculates what is assigned to these, and a calculation runs the substitutions of a subscript.
    'RANDOM|SRANDOM|SECONDS|OPTIND|HISTCMD|LINENO|EPOCH.*',
    'LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|TEXTDOMAIN.*|MALLOC_.*|GLIBC_TUNABLES',
    'GIT_.*|SSH_.*|SUDO_.*|RSYNC_.*|RIPGREP_CONFIG_PATH|TAR_OPTIONS|MAKEFLAGS|MAKE|GNUMAKEFLAGS|CURL_HOME|WGETRC',
    'NODE_(?:OPTIONS|PATH|REPL.*|EXTRA.*)|npm_config_.*|NPM_CONFIG_.*|DENO_.*|BUN_.*|PYTHON.*|PERL.*|RUBY.*|BUNDLE_.*|GEM_.*|PHP.*|LUA_.*|AWK.*|JAVA_.*|_JAVA_OPTIONS|JDK_.*',
    'CC|CXX|LD|AR|[A-Z]*FLAGS|RUSTC.*|CARGO_.*|GO[A-Z]*|CMAKE_.*|TS_NODE_.*|CLASSPATH|(?:GRADLE|MAVEN|ANT)_.*|R_.*|JULIA_.*|ERL_.*|TCL.*',
    'KUBECONFIG|DOCKER_.*|AWS_.*|HG.*|SVN_.*|CVS_.*|FZF_.*|ACK.*|PSQLRC|(?:EX|VIM|GVIM)INIT|MYVIMRC|EMACS.*|SCREENRC',
    '.*PAGER|.*EDITOR|VISUAL|BROWSER|SHELL|TERMINAL|LESS.*|MAN.*|HOME|XDG_.*|TERMINFO.*|TERMCAP|OPENSSL_.*|.*_COMMAND|.*_ASKPASS',
  ].join('|')})$`,
);

/** Whether setting this variable to this text changes nothing that a rule about the command promises. */
export function isInertAssignment(name: string, value: string): boolean {
  return INERT.some(([names, values]) => names.test(name) && values.test(value));
}

/** Whether the value of this variable may be run, or decide what runs. Parts of the name may be unknown: `env PA$X=…`. */
export function isLoadedVariable(name: string): boolean {
  return couldBe(name, LOADED);
}

/** Whether a loop over this variable sets nothing that a program reads: a short name of small letters. */
export function isLoopVariable(name: string): boolean {
  return /^[a-z][a-z0-9]{0,15}$/.test(name);
}

/** Names that scripts use for their own and no program reads. */
const OWN = /^(?:[A-Z]|FILE|FILES|DIR|NAME|COUNT|PATTERN|TEXT|MSG|RESULT|OUT)$/;

/**
 * Whether a line may set a variable of the shell for itself: a name that nothing reads but the line, and a value that is one
 * word wherever it stands, no option, and nothing that is expanded once more.
 */
export function isOwnAssignment(name: string, value: string): boolean {
  return (isLoopVariable(name) || OWN.test(name)) && !isLoadedVariable(name) && /^(?:[\w./][\w.,:=@%+/-]*)?$/.test(value);
}
