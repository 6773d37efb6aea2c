/** Tools of GNU that other systems have with a `g` before their names. */
const WITH_G: ReadonlySet<string> = new Set(
  (
    'awk sed tar find xargs make sort split csplit shuf date chmod chown chgrp rm rmdir mv cp ln dd tee env timeout nice nohup stdbuf ' +
    'chroot cat head tail wc cut uniq paste join comm kill install truncate shred touch readlink du echo printf test grep egrep fgrep ' +
    'diff patch less time cpio m4 ptx tac'
  )
    .split(' ')
    .map((name) => `g${name}`),
);

/** What stands behind a name and says which build it is: a version, a target, a variant that is installed beside others. */
const BUILD =
  /(?:[-.]?\d[\d.]*(?:dbg|d|t)?|-(?:static|dbg|debug|preview|stable|beta|nightly|nox|gtk|lucid|pgtk|minimal|cli|cgi|\w+-(?:linux|darwin|mingw|w64|apple|pc|unknown)[\w.-]*)|\.(?:exe|cmd|bat|real|distrib|static|orig|basic|tiny|nox|gtk\d?|gnome|athena|huge|openbsd|traditional|default))$/;

/** Names that end like a version and do not have one. */
const WHOLE: ReadonlySet<string> = new Set('m4 7z i386 linux32 linux64 x86_64 diff3 apt2 md5 sqlite3 base64 killall5'.split(' '));

const TARGET = '(?:[a-z\\d_]+-){1,4}';

/** Names of programs that do what another one does, or more, in the form that is left without build. */
const SAME: readonly (readonly [name: string, like: RegExp])[] = [
  ['python', /^(?:i|j|micro)?python[dtw]?$|^(?:pypy|graalpy|py|pyw)$/],
  ['perl', /^(?:c|w|mini)?perl$/],
  ['ruby', /^(?:j|m|truffle)?rubyw?$/],
  ['node', /^(?:node|nodejs|iojs)$/],
  ['php', /^(?:php|phpdbg|hhvm)$/],
  ['lua', /^(?:tex)?lua(?:jit|jittex|tex)?$/],
  ['tclsh', /^(?:tclsh|jimsh|wish|expectk?)$/],
  ['awk', /^(?:[gmnbidp]|pg|dg|go|fr|bio|original-)?awk$|^bwk$/],
  ['sed', /^(?:sed|ssed|bsdsed)$/],
  ['tar', /^(?:tar|bsdtar|star|ptar)$/],
  ['make', /^(?:[bdnp]|re|sm|mingw32-)?make$/],
  ['pip', /^pip$/],
  [
    'gcc',
    new RegExp(
      `^(?:${TARGET})?(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|clang-cl|clang-cpp|cpp|gfortran|gdc|gccgo|tcc|icx|icpx|icc|icpc|nvcc|hipcc|emcc|em\\+\\+|c89|c99|c17)$`,
    ),
  ],
  ['ld', new RegExp(`^(?:${TARGET})?(?:ld|ld\\.bfd|ld\\.gold|ld\\.lld|lld|gold|mold|collect2)$`)],
  [
    'vim',
    /^(?:vi|[gr]?vim|evim|eview|rgvim|vimx|nvim|neovim|nvi|ex|r?view|r?gview|g?vimdiff|nvimdiff|vimtutor|elvis|vile|vimpager|vimcat|nex|nview)$/,
  ],
  ['emacs', /^(?:x?emacs|emacsclient|mg|jove|zile|qemacs)$/],
  ['nano', /^(?:r?nano|pico|micro|r?joe|jmacs|jpico|jstar|mcedit|ne|kak|hx|helix)$/],
  ['ed', /^r?ed$/],
  ['nc', /^(?:nc|ncat|netcat|nc6|pnetcat)$/],
  ['fd', /^(?:fd|fdfind)$/],
  ['rg', /^(?:rg|ripgrep|rga)$/],
  ['bat', /^(?:bat|batcat)$/],
  ['ack', /^(?:ack|ack-grep)$/],
  ['7z', /^(?:7z|7za|7zr|7zz|7zzs|p7zip)$/],
  ['less', /^(?:b|x|l|zstd)?z?less$|^(?:most|lv)$/],
  ['more', /^(?:b|x)?z?more$|^pg$/],
  ['jq', /^(?:jq|jaq|gojq)$/],
  ['sqlite3', /^(?:sqlite|sqlcipher|litecli|duckdb|spatialite)$/],
  ['mysql', /^(?:mysql|mariadb|mycli|mysqlsh)$/],
  ['psql', /^(?:psql|pgcli|usql)$/],
  ['docker', /^(?:docker|podman|nerdctl|finch)$/],
  ['kubectl', /^(?:kubectl|oc)$/],
  ['terraform', /^(?:terraform|tofu|opentofu|terragrunt)$/],
  ['git', /^(?:git|hub|yadm)$/],
  ['sudo', /^(?:sudo|sudo-rs|dzdo)$/],
  ['doas', /^(?:doas|opendoas)$/],
  ['wget', /^wget$/],
  ['ssh', /^(?:ssh|slogin|autossh|dbclient)$/],
  ['gpg', /^(?:gpg|gpgv|gpgsm)$/],
  ['mail', /^(?:mailx?|s-nail|heirloom-mailx|bsd-mailx|nail|mutt|neomutt|alpine)$/],
  ['gdb', /^(?:gdb|gdb-multiarch|gdbtui|cgdb|rust-gdb|lldb|lldb-mi|rust-lldb)$/],
  ['magick', /^(?:(?:convert|mogrify|identify|composite|montage|compare|animate|display)(?:-im\d?\.q\d+(?:hdri)?)?|magick|conjure|gm)$/],
  ['Rscript', /^(?:Rscript|R|littler)$/],
  ['time', /^g?time$/],
  ['bash', /^r?bash$/],
  ['sh', /^(?:sh|posh|sash|osh|ysh|oil|gosh|hush|bosh|jsh)$/],
  ['dash', /^d?ash$/],
  ['zsh', /^r?zsh$/],
  ['ksh', /^(?:r|pf|m|l|o|lo|pd)?ksh$|^r?ksh\d*$/],
  ['csh', /^(?:t|bsd-|it)?csh$/],
  ['pwsh', /^(?:pwsh|powershell)$/],
];

const looked = new Map<string, string>();
/** Names that are kept: a harness sees the same few again and again, and a model must not fill the memory. */
const MAX_KEPT = 500;

/**
 * The name that the tables have for a program: without its folder, and one name for all versions, builds and kinds of it (`pip3`,
 * `perl5.36-x86_64-linux-gnu`, `gcc-12`, `vim.basic`, `gtar`). For tables of what programs do only; rules are about names as they are.
 */
export function tableName(word: string): string {
  const name = word.slice(word.lastIndexOf('/') + 1);
  let found = looked.get(name);
  if (found === undefined) {
    found = lookUp(name);
    if (looked.size < MAX_KEPT) looked.set(name, found);
  }
  return found;
}

function lookUp(name: string): string {
  let plain = WITH_G.has(name) ? name.slice(1) : name;
  for (let round = 0; round < 4 && plain !== ''; round++) {
    const same = SAME.find(([, like]) => like.test(plain));
    if (same !== undefined) return same[0];
    const shorter = WHOLE.has(plain) ? plain : plain.replace(BUILD, '');
    if (shorter === plain) return plain;
    plain = shorter;
  }
  return plain === '' ? name : plain;
}

/**
 * A path as the kernel reads it, as far as its text tells: without `.` and doubled slashes, `..` taken back, and the names that
 * mean the input of the process as one.
 */
export function plainPath(path: string): string {
  const isAbsolute = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || !isAbsolute) parts.push(part);
  }
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}

/** Whether a path may be the input of the process or one of its open files: through `/dev`, `/proc`, or up from anywhere. */
export function mayBeInput(path: string): boolean {
  return path === '-' || /^(?:\/|(?:\.\.\/)+)(?:dev|proc)(?:\/|$)/.test(plainPath(path)) || /(?:^|\/)(?:stdin|fd\/\d+)$/.test(path);
}
