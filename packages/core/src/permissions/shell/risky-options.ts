import { BUILD_TOOL_OPTIONS } from './build-tool-options.js';
import type { RiskyOptions } from './option-risks.js';

const NETCAT: readonly RiskyOptions[] = [{ runs: true, short: 'ec', long: 'exec sh-exec lua-exec' }];
const NAMES_IN_FILE: readonly RiskyOptions[] = [{ runs: false, reads: true, long: 'files0-from' }];

/**
 * By program, or program and subcommand. It names what common programs do beyond what one expects of them; that `cp` writes
 * is no surprise. Written from documentation, and not compared with every version: an option that is missing here is trusted.
 */
export const RISKY_OPTIONS: Readonly<Record<string, readonly RiskyOptions[]>> = {
  ...BUILD_TOOL_OPTIONS,
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
  rg: [{ runs: true, short: 'z', long: 'pre hostname-bin search-zip' }],
  ag: [{ runs: true, long: 'pager' }],
  sort: [
    { runs: true, long: 'compress-program' },
    { runs: false, short: 'oT', long: 'output temporary-directory files0-from' },
  ],
  sed: [{ runs: true, short: 'iIf', long: 'in-place file' }],
  awk: [{ runs: true, short: 'filEdpoDW', long: 'file include load exec dump-variables pretty-print profile debug' }],
  tar: [
    {
      runs: true,
      short: 'IFTML',
      long:
        'to-command use-compress-program checkpoint-action info-script new-volume-script rsh-command rmt-command files-from ' +
        'multi-volume tape-length',
      // An archive on another machine.
      words: /^(?:-[A-Za-z]*f|--f[a-z]*=)?[^/=-][^/=]*:/,
      // Letters without a dash, as of old.
      first: /^[A-Za-z]*[IFTMLgPCKV][A-Za-z]*$/,
    },
    {
      runs: false,
      short: 'PCgV',
      long: 'directory absolute-names remove-files index-file listed-incremental volno-file one-top-level backup',
    },
  ],
  rsync: [
    { runs: true, short: 'eM', long: 'rsh rsync-path remote-option daemon config early-input' },
    {
      runs: false,
      short: 'T',
      long: 'log-file write-batch only-write-batch temp-dir backup-dir partial-dir files-from read-batch password-file',
    },
  ],
  zip: [
    { runs: true, short: 'T', long: 'test unzip-command' },
    { runs: false, short: 'bmO', long: 'temp-path move output-file logfile-path', words: /^-l[fai]/ },
  ],
  man: [{ runs: true, short: 'PHCMXTZ', long: 'pager html config-file manpath gxditview troff-device' }],
  unzip: [{ runs: false, short: 'd:' }],
  '7z': [{ runs: false, words: /^-(?:o|w|sdel|spf|sfx|so)|^@|^-[ixa].*@/ }],
  cpio: [{ runs: true, short: 'FIODM', long: 'rsh-command file directory message' }],
  less: [{ runs: true, short: 'oOkT', long: 'log-file LOG-FILE lesskey-file lesskey-src lesskey-content tag-file cmd', words: /^\+/ }],
  more: [{ runs: true, words: /^\+/ }],
  ssh: [{ runs: true, short: 'oFEPSJILRDWw' }],
  scp: [{ runs: true, short: 'oFSJD' }],
  sftp: [{ runs: true, short: 'oFSJDb' }],
  curl: [
    {
      runs: false,
      short: 'oOKTcDJ',
      long:
        'output remote-name remote-name-all remote-header-name output-dir config upload-file cookie-jar dump-header trace trace-ascii stderr ' +
        'libcurl etag-save hsts alt-svc ssl-sessions engine unix-socket abstract-unix-socket netrc-file proto-default data-urlencode url-query ' +
        'variable quote prequote postquote',
      // A file that is sent, a file that is the answer, also where the scheme is a pattern, and output that names its file.
      words: /^(?:-[A-Za-z#\d]*)?@|=[@<]|%output|^(?:--url=|-[A-Za-z#\d]*)?(?:file:|[^/:]*[[{][^/]*:)/i,
    },
    { runs: false, short: 'Q' },
    { runs: false, reads: true, short: 'b', long: 'cookie' },
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
  patch: [
    // A patch in the form of a script runs an editor.
    { runs: true, short: 'e', long: 'ed' },
    { runs: false, short: 'odBrYz', long: 'output directory reject-file prefix' },
  ],
  split: [{ runs: true, long: 'filter' }],
  shuf: [{ runs: false, short: 'o', long: 'output' }],
  iconv: [{ runs: false, short: 'o', long: 'output' }],
  tree: [{ runs: false, short: 'o' }],
  yq: [
    { runs: true, words: /\bsystem\b/ },
    { runs: false, short: 'is', long: 'inplace split-exp split-exp-file' },
    { runs: false, reads: true, long: 'from-file', words: /(?:str)?env|envsubst|load/ },
  ],
  ack: [{ runs: true, long: 'pager ackrc' }],
  bat: [{ runs: true, long: 'pager config-file config-dir cache-dir' }],
  delta: [{ runs: true, long: 'pager config' }],
  nc: [...NETCAT, { runs: false, short: 'oU', long: 'output hex-dump unixsock' }],
  socat: [{ runs: true, words: /^-(?:[rR]|l[fp])|EXEC|SYSTEM|SHELL|OPEN|CREATE|FILE|PIPE|UNIX|ABSTRACT|PTY|!!|^\.{0,2}\//i }],
  tcpdump: [
    { runs: true, short: 'z' },
    { runs: false, short: 'wrFV' },
  ],
  nmap: [
    { runs: true, long: 'script datadir servicedb versiondb interactive', oneDash: true },
    { runs: false, words: /^--?(?:o[NXSGAH]|iL|iR|resume|excludefile|stylesheet)/ },
  ],
  gpg: [
    { runs: true, long: 'photo-viewer exec-path options agent-program dirmngr-program pinentry-program keyboxd-program command-file exec' },
    { runs: false, short: 'o', long: 'output homedir log-file logger-file status-file attribute-file keyserver keyring' },
  ],
  openssl: [
    {
      runs: true,
      words:
        /^--?(?:\w*engine\w*|conf(?:ig)?|provider[-_]?(?:path)?|propquery|exec|HTTP|WWW|www|dynamic|pre|post)(?:=.*)?$|^(?:s_server|s_client|ca|speed|engine)$/,
    },
    {
      runs: false,
      words: /^--?(?!noout)(?:\w+[-_]?)?(?:out|outdir|writerand|keylogfile|CAcreateserial|CAserial|signer|gendelta|signcadir)(?:=.*)?$/,
    },
    { runs: false, reads: true, words: /^(?:file|env|fd):/ },
  ],
  sqlite3: [
    {
      runs: true,
      words:
        /^--?(?:init|cmd|append|interactive|deserialize|vfs|zip|A.*)(?:=.*)?$|(?:^|[;\n])\s*\.\w|\b(?:writefile|readfile|load_extension|edit|attach|fts3_tokenizer|virtual|fsdir|zipfile|sqlar_\w+|sqlite_dbpage|lsmode|shell_\w+|\w+_store_directory)\b|\bvacuum\b[^;]*\binto\b/i,
    },
  ],
  psql: [
    {
      runs: true,
      short: 'foLvX',
      long: 'file output log-file set variable',
      words: /\\|\b(?:program|lo_export|lo_import|pg_read_\w+|pg_ls_\w+|dblink)\b/i,
    },
  ],
  mysql: [
    { runs: true, long: 'tee pager init-command plugin-dir defaults-file', words: /\\[!.PT]|\b(?:system|source|pager|tee|outfile)\b/i },
  ],
  'git merge': [{ runs: true, short: 's' }],
  'git pull': [{ runs: true, short: 's' }],
  'git rebase': [{ runs: true, short: 's' }],
  'git help': [{ runs: true, short: 'wi', long: 'web info' }],
  'git cat-file': [{ runs: true, long: 'filters' }],
  'git bundle': [{ runs: false, words: /^create$/ }],
  ptx: [{ runs: false, short: 'G', long: 'traditional' }],
  ss: [{ runs: false, short: 'DKF', long: 'diag kill filter' }],
  jq: [
    {
      runs: false,
      reads: true,
      short: 'fL',
      long: 'from-file slurpfile rawfile argfile library-path',
      // The environment, and files of code.
      words: /(?:^|[^\w.])\$?(?:env|ENV)\b|\b(?:import|include|input_filename|get_search_list)\b/,
    },
  ],
  magick: [{ runs: true, words: /^(?:\||@|(?:msl|mvg|ephemeral|text|pango|label|caption|delegate):|-(?:write|script|read)$)/i }],
  journalctl: [
    {
      runs: false,
      long: 'vacuum-size vacuum-time vacuum-files rotate flush sync relinquish-var smart-relinquish-var update-catalog setup-keys cursor-file',
    },
  ],
  ip: [{ runs: true, words: /^--?b(?:a|at|atc|atch)?$|^exec$/ }],
  rename: [{ runs: true, short: 'eEIM' }],
};
