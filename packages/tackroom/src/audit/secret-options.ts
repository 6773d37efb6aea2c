/** Where the secret is in the value of an option: all of it, or what follows the user's name. */
export type OptionValue = 'all' | 'after-colon' | 'after-percent' | 'after-comma' | 'after-equals';

/** Options of one program whose value is a secret although no name says so. */
interface ProgramOptions {
  /** The value is the next word, or follows in the same one. */
  readonly values?: Readonly<Record<string, OptionValue>>;
  /** The value can only follow in the same word: alone the option means something else. */
  readonly attached?: readonly string[];
  /** Only once one of these words has come. */
  readonly after?: readonly string[];
}

const MYSQL: ProgramOptions = { attached: ['-p'] };
const MONGO: ProgramOptions = { values: { '-p': 'all' } };
const LDAP: ProgramOptions = { values: { '-w': 'all' } };
const CREDS: Readonly<Record<string, OptionValue>> = {
  '--creds': 'after-colon',
  '--src-creds': 'after-colon',
  '--dest-creds': 'after-colon',
};
const LOGIN: ProgramOptions = { values: { '-p': 'all' }, after: ['login'] };
const SMB: ProgramOptions = { values: { '-U': 'after-percent' } };

const PROGRAMS: ReadonlyMap<string, ProgramOptions> = new Map(
  Object.entries({
    curl: {
      values: {
        '-u': 'after-colon',
        '--user': 'after-colon',
        '-U': 'after-colon',
        '--proxy-user': 'after-colon',
        '-b': 'after-equals',
        '--oauth2-bearer': 'all',
      },
    },
    http: { values: { '-a': 'after-colon', '--auth': 'after-colon' } },
    https: { values: { '-a': 'after-colon', '--auth': 'after-colon' } },
    xh: { values: { '-a': 'after-colon' } },
    mysql: MYSQL,
    mysqldump: MYSQL,
    mysqladmin: MYSQL,
    mysqlimport: MYSQL,
    mariadb: MYSQL,
    'mariadb-dump': MYSQL,
    mongo: MONGO,
    mongosh: MONGO,
    mongodump: MONGO,
    mongorestore: MONGO,
    cqlsh: MONGO,
    sshpass: MONGO,
    'redis-cli': { values: { '-a': 'all' } },
    docker: LOGIN,
    podman: { values: { ...CREDS, '-p': 'all' }, after: ['login', 'pull', 'push'] },
    nerdctl: LOGIN,
    helm: LOGIN,
    oc: LOGIN,
    az: LOGIN,
    buildah: LOGIN,
    skopeo: { values: CREDS },
    ldapsearch: LDAP,
    ldapmodify: LDAP,
    ldapadd: LDAP,
    ldapdelete: LDAP,
    ldappasswd: { values: { '-w': 'all', '-s': 'all', '-a': 'all' } },
    smbclient: SMB,
    rpcclient: SMB,
    lftp: { values: { '-u': 'after-comma' } },
    sqlcmd: { values: { '-P': 'all' } },
    bcp: { values: { '-P': 'all' } },
    zip: { values: { '-P': 'all' } },
    unzip: { values: { '-P': 'all' } },
    '7z': { attached: ['-p'] },
    '7za': { attached: ['-p'] },
    rar: { attached: ['-p', '-hp'] },
    unrar: { attached: ['-p'] },
    openssl: {
      values: { '-passin': 'after-colon', '-passout': 'after-colon', '-pass': 'after-colon', '-k': 'all' },
      after: ['enc', 'pkcs12', 'rsa', 'pkey', 'genrsa', 'genpkey', 'req', 'x509', 'ec'],
    },
    plink: { values: { '-pw': 'all' } },
    pscp: { values: { '-pw': 'all' } },
    useradd: MONGO,
    usermod: MONGO,
    ipmitool: { values: { '-P': 'all' } },
    snmpwalk: { values: { '-A': 'all', '-X': 'all', '-c': 'all' } },
    snmpget: { values: { '-A': 'all', '-X': 'all', '-c': 'all' } },
    gh: { values: { '--body': 'all', '-b': 'all' }, after: ['secret'] },
  } satisfies Record<string, ProgramOptions>),
);

/** What the words of a command line have said so far. */
export class OptionReader {
  private options: ProgramOptions | undefined;
  private isOpen = false;

  /** Another command begins. */
  reset(): void {
    this.options = undefined;
  }

  /** What a word that is not an option says: a program, or a subcommand of the one before. */
  word(text: string): void {
    const options = PROGRAMS.get(text.slice(text.lastIndexOf('/') + 1));
    if (options !== undefined) {
      this.options = options;
      this.isOpen = options.after === undefined;
    } else if (this.options?.after?.includes(text) === true) this.isOpen = true;
  }

  /** Where the secret of this word is: `next` in the word after it, or from an index on in itself. Undefined if it has none. */
  option(word: string): { readonly at: 'next' | number; readonly value: OptionValue } | undefined {
    if (this.options === undefined || !this.isOpen) return undefined;
    const { values = {}, attached = [] } = this.options;
    const whole = values[word];
    if (whole !== undefined) return { at: 'next', value: whole };
    const equals = word.indexOf('=');
    const long = equals === -1 || !word.startsWith('--') ? undefined : values[word.slice(0, equals)];
    if (long !== undefined) return { at: equals + 1, value: long };
    const short = Object.keys(values).find((name) => name.length === 2 && word.length > 2 && word.startsWith(name));
    if (short !== undefined) return { at: 2, value: values[short] ?? 'all' };
    const glued = attached.find((name) => word.length > name.length && word.startsWith(name));
    return glued === undefined ? undefined : { at: glued.length, value: 'all' };
  }
}

const SIGNS = { 'after-colon': ':', 'after-percent': '%', 'after-comma': ',', 'after-equals': '=' } as const;

/** The value with its secret part replaced by a mark. Without the sign in front of a secret it is a name alone, and stays. */
export function redactValue(value: string, kind: OptionValue, mark: string): string {
  if (kind === 'all') return mark;
  const at = value.indexOf(SIGNS[kind]);
  return at === -1 || at === value.length - 1 ? value : `${value.slice(0, at + 1)}${mark}`;
}
