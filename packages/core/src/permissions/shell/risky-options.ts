/** What options of a program can do that its name does not say. */
export interface RiskyOptions {
  /** Letters of short options. */
  readonly short?: string;
  /** Long options without dashes; also meant by any beginning of theirs, as most programs accept it. */
  readonly long?: string;
  /** Words that are whole by themselves, like those of `find`. */
  readonly words?: RegExp;
  /** Whether they run programs. Otherwise they write files, or read settings from elsewhere. */
  readonly runs: boolean;
  /** They read files at most. A word that only the shell knows is not suspected of being one: any operand could read those. */
  readonly reads?: true;
}

const COMPILER: readonly RiskyOptions[] = [{ runs: true, words: /^-(?:wrapper|fplugin|specs|B)/ }];
const NETCAT: readonly RiskyOptions[] = [{ runs: true, short: 'ec', long: 'exec sh-exec lua-exec' }];
const NAMES_IN_FILE: readonly RiskyOptions[] = [{ runs: false, reads: true, long: 'files0-from' }];

/**
 * By program, or program and subcommand. It names what common programs do beyond what one expects of them; that `cp` writes
 * is no surprise. From the manuals of git 2.47, GNU findutils 4.10, coreutils 9.5, sed 4.9, tar 1.35, ripgrep 14, curl 8, and of the others as of 2025.
 */
export const RISKY_OPTIONS: Readonly<Record<string, readonly RiskyOptions[]>> = {
  git: [
    {
      runs: true,
      short: 'cxO',
      long:
        'config-env exec-path exec ext-diff extcmd textconv upload-pack receive-pack open-files-in-pager git-dir work-tree template ' +
        'tool gpg-program strategy to-cmd cc-cmd header-cmd sendmail-cmd smtp-server setup tree-filter index-filter msg-filter ' +
        'env-filter commit-filter parent-filter tag-name-filter',
      words: /^(?:ext::.*|foreach)$/,
    },
    { runs: false, short: 'oC', long: 'output output-directory separate-git-dir export-marks index-output unsafe-paths prefix in-place' },
    { runs: false, reads: true, long: 'no-index contents' },
  ],
  'git clone': [{ runs: true, short: 'u' }],
  find: [
    { runs: true, words: /^-(?:exec|execdir|ok|okdir)$/ },
    { runs: false, words: /^-(?:delete|fprint0?|fprintf|fls|files0-from)$/ },
  ],
  fd: [{ runs: true, short: 'xX', long: 'exec exec-batch' }],
  fdfind: [{ runs: true, short: 'xX', long: 'exec exec-batch' }],
  rg: [{ runs: true, short: 'z', long: 'pre hostname-bin search-zip' }],
  ag: [{ runs: true, long: 'pager' }],
  sort: [
    { runs: true, long: 'compress-program' },
    { runs: false, short: 'oT', long: 'output temporary-directory files0-from' },
  ],
  sed: [{ runs: true, short: 'if', long: 'in-place file' }],
  awk: [{ runs: true, short: 'filEdpoDW', long: 'file include load exec dump-variables pretty-print profile debug' }],
  tar: [
    {
      runs: true,
      short: 'IFT',
      long: 'to-command use-compress-program checkpoint-action info-script new-volume-script rsh-command rmt-command files-from',
      // Letters without a dash, as of old; an archive on another machine.
      words: /^(?:[A-Za-z]*[IF][A-Za-z]*|[^/=-][^/=]*:.*)$/,
    },
    { runs: false, short: 'PC', long: 'directory absolute-names remove-files' },
  ],
  rsync: [
    { runs: true, short: 'eM', long: 'rsh rsync-path remote-option daemon config' },
    { runs: false, short: 'T', long: 'log-file write-batch only-write-batch temp-dir backup-dir partial-dir' },
  ],
  zip: [{ runs: true, short: 'T', long: 'test unzip-command' }],
  man: [{ runs: true, short: 'PHC', long: 'pager html config-file' }],
  unzip: [{ runs: false, short: 'd' }],
  '7z': [{ runs: false, words: /^-o/ }],
  cpio: [{ runs: true, short: 'FIO', long: 'rsh-command file' }],
  less: [{ runs: true, short: 'oOk', long: 'log-file LOG-FILE lesskey-file lesskey-src', words: /^\+/ }],
  more: [{ runs: true, words: /^\+/ }],
  ssh: [{ runs: true, short: 'oFEPSJI' }],
  scp: [{ runs: true, short: 'oFSJD' }],
  sftp: [{ runs: true, short: 'oFSJDb' }],
  curl: [
    {
      runs: false,
      short: 'oOKTcD',
      long:
        'output remote-name remote-name-all output-dir config upload-file cookie-jar dump-header trace trace-ascii stderr libcurl ' +
        'etag-save hsts alt-svc ssl-sessions engine unix-socket abstract-unix-socket netrc-file',
      // A file that is sent, a file that is the answer, and output that names its file.
      words: /^(?:-d|-H|-w)?@|=[@<]|%output|^file:/i,
    },
  ],
  wget: [
    { runs: true, short: 'e', long: 'use-askpass config execute' },
    {
      runs: false,
      short: 'OoaPi',
      long: 'output-document output-file append-output directory-prefix post-file save-cookies input-file body-file rejected-log hsts-file',
    },
    { runs: false, words: /^--warc-/ },
  ],
  date: [
    { runs: false, short: 's', long: 'set' },
    { runs: false, reads: true, short: 'f', long: 'file' },
  ],
  file: [
    { runs: false, short: 'C', long: 'compile' },
    { runs: false, reads: true, short: 'f', long: 'files-from' },
  ],
  wc: NAMES_IN_FILE,
  du: NAMES_IN_FILE,
  diff: [{ runs: false, reads: true, long: 'to-file from-file' }],
  diff3: [{ runs: true, long: 'diff-program' }],
  sdiff: [
    { runs: true, long: 'diff-program' },
    { runs: false, short: 'o', long: 'output' },
  ],
  patch: [{ runs: false, short: 'odBrYz', long: 'output directory reject-file prefix' }],
  split: [{ runs: true, long: 'filter' }],
  shuf: [{ runs: false, short: 'o', long: 'output' }],
  iconv: [{ runs: false, short: 'o', long: 'output' }],
  tree: [{ runs: false, short: 'o' }],
  yq: [{ runs: false, short: 'is', long: 'inplace split-exp' }],
  make: [
    { runs: true, short: 'fCI', long: 'eval file makefile directory', words: /=/ },
    { runs: false, short: 't', long: 'touch' },
  ],
  npm: [{ runs: true, short: 'C', long: 'prefix script-shell userconfig globalconfig node-options git editor viewer' }],
  cargo: [{ runs: true, long: 'config manifest-path' }],
  go: [{ runs: true, words: /^--?(?:exec|toolexec|vettool|overlay|modfile|o|w|C)(?:=|$)/ }],
  node: [
    {
      runs: true,
      short: 'r',
      long:
        'require import loader experimental-loader env-file env-file-if-exists run build-snapshot build-snapshot-config ' +
        'experimental-config-file experimental-default-config-file test-reporter test-global-setup openssl-config',
    },
  ],
  pip: [{ runs: false, long: 'log' }],
  cmake: [{ runs: true, words: /^-[PE]/ }],
  gcc: COMPILER,
  'g++': COMPILER,
  cc: COMPILER,
  'c++': COMPILER,
  clang: COMPILER,
  'clang++': COMPILER,
  eslint: [
    { runs: true, short: 'cf', long: 'config rulesdir resolve-plugins-relative-to plugin parser format' },
    { runs: false, short: 'o', long: 'fix output-file' },
  ],
  prettier: [
    { runs: true, long: 'plugin config' },
    { runs: false, short: 'w', long: 'write' },
  ],
  ack: [{ runs: true, long: 'pager ackrc' }],
  bat: [{ runs: true, long: 'pager' }],
  delta: [{ runs: true, long: 'pager config' }],
  nc: NETCAT,
  ncat: NETCAT,
  netcat: NETCAT,
  socat: [{ runs: true, words: /^(?:EXEC|SYSTEM|SHELL|OPEN|CREATE|FILE|GOPEN|PIPE|UNIX)/i }],
  tcpdump: [
    { runs: true, short: 'z' },
    { runs: false, short: 'w' },
  ],
  nmap: [
    { runs: true, long: 'script' },
    { runs: false, words: /^-o[NXSGA]/ },
  ],
  gpg: [
    { runs: true, long: 'photo-viewer exec-path options agent-program' },
    { runs: false, short: 'o', long: 'output' },
  ],
  openssl: [
    { runs: true, words: /^-(?:engine|config|provider|provider-path|propquery)$/ },
    { runs: false, words: /^-(?:out|keyout|writerand)$/ },
  ],
  sqlite3: [
    {
      runs: true,
      words: /^--?(?:init|cmd|append|A.*)$|(?:^|[;\n])\s*\.\w|\b(?:writefile|readfile|load_extension|edit|attach|fts3_tokenizer)\b/i,
    },
  ],
  psql: [{ runs: true, short: 'foLv', long: 'file output log-file set variable', words: /\\|\bprogram\b/i }],
  mysql: [
    { runs: true, long: 'tee pager init-command plugin-dir defaults-file', words: /\\[!.PT]|\b(?:system|source|pager|tee|outfile)\b/i },
  ],
  strace: [{ runs: true, short: 'o', long: 'output' }],
  dpkg: [{ runs: true, short: 'i', long: 'install unpack configure pre-invoke post-invoke status-logger' }],
  apt: [{ runs: true, short: 'oc', long: 'option config-file' }],
  'apt-get': [{ runs: true, short: 'oc', long: 'option config-file' }],
  rpm: [{ runs: true, short: 'E', long: 'eval pipe define' }],
  kubectl: [{ runs: true, long: 'kubeconfig' }],
};
