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
}

/**
 * By program, or program and subcommand. It names what common programs do beyond what one expects of them; that `cp` writes
 * is no surprise. From the manuals of git 2.47, GNU findutils 4.10, coreutils 9.5, sed 4.9, tar 1.35, ripgrep 14, curl 8.
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
      words: /^(?:ext::.*|foreach|bisect|difftool|mergetool|filter-branch|config|alias\..*)$/,
    },
    { runs: false, short: 'oC', long: 'output output-directory separate-git-dir' },
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
  awk: [{ runs: true, short: 'filEdpoD', long: 'file include load exec dump-variables pretty-print profile debug' }],
  tar: [
    {
      runs: true,
      short: 'IF',
      long: 'to-command use-compress-program checkpoint-action info-script new-volume-script rsh-command rmt-command',
      words: /^[A-Za-z]*[IF][A-Za-z]*$/,
    },
    { runs: false, short: 'PC', long: 'directory absolute-names remove-files' },
  ],
  rsync: [{ runs: true, short: 'e', long: 'rsh rsync-path' }],
  zip: [{ runs: true, short: 'T', long: 'test unzip-command' }],
  man: [{ runs: true, short: 'PHC', long: 'pager html config-file' }],
  less: [{ runs: true, short: 'oOk', long: 'log-file LOG-FILE lesskey-file lesskey-src', words: /^\+/ }],
  more: [{ runs: true, words: /^\+/ }],
  ssh: [{ runs: true, short: 'oFEPSJ' }],
  scp: [{ runs: true, short: 'oFSJ' }],
  curl: [
    {
      runs: false,
      short: 'oOKTcD',
      long:
        'output remote-name remote-name-all output-dir config upload-file cookie-jar dump-header trace trace-ascii stderr libcurl ' +
        'etag-save hsts alt-svc',
    },
  ],
  wget: [
    { runs: true, short: 'e', long: 'use-askpass config execute' },
    { runs: false, short: 'OoaPi', long: 'output-document output-file append-output directory-prefix post-file save-cookies input-file' },
  ],
  date: [{ runs: false, short: 's', long: 'set' }],
  file: [{ runs: false, short: 'C', long: 'compile' }],
  tree: [{ runs: false, short: 'o' }],
  yq: [{ runs: false, short: 'is', long: 'inplace split-exp' }],
  make: [{ runs: true, short: 'fCI', long: 'eval file makefile directory', words: /=/ }],
  npm: [{ runs: true, short: 'C', long: 'prefix script-shell userconfig globalconfig node-options git editor viewer' }],
  cargo: [{ runs: true, long: 'config manifest-path' }],
  go: [{ runs: true, words: /^--?(?:exec|toolexec|vettool|overlay|modfile|o)(?:=|$)/ }],
  node: [{ runs: true, short: 'r', long: 'require import loader experimental-loader env-file' }],
};
