/** What most names do not contain: looked at first, because every word of every text is asked about. */
const HINT = /pass|pwd|secret|token|key|auth|cookie|cred|bearer|jwt|otp|pat$|mnemonic|seed/i;

/** Words that make a name secret when they are its last. */
const LAST = new Set(
  'password passwords passwd passwds pwd pass passphrase passcode secret secrets token cookie cookies credential credentials creds auth authorization jwt bearer otp totp mnemonic'.split(
    ' ',
  ),
);
/** The same, written together with what is in front of them. */
const ENDING =
  /(?:passwords?|passwd|passphrase|passcode|pwd|secret|(?:api|access|secret|private|signing|encryption)key|(?:access|auth|api|id|refresh|bearer|session|csrf|xsrf|github|bot|slack)tokens?)$/;
const PASS_ENDING = /pass$/;
const NO_PASS = /(?:by|com|encom|tres|over|under|sur|im|mul)pass$/;
/** A key is a secret only of some kinds. */
const KEY_KINDS = new Set(
  'api access secret private signing encryption auth account master storage shared service deploy ssh webhook subscription session hmac aes rsa'.split(
    ' ',
  ),
);
/** A plural of token mostly counts them; with these in front it does not. */
const TOKEN_KINDS = new Set('access auth api refresh bearer session secret'.split(' '));
/** A token that says where a list goes on is not a secret. */
const PLACE_KINDS = new Set('page next continuation cursor sync cancel cancellation continue resume stop end start pad eos bos'.split(' '));
/** What may follow the word without changing what the value is. */
const TAIL = new Set(
  'value values text plain raw new old current previous confirm confirmation again repeat base64 b64 hex hash encoded header data string'.split(
    ' ',
  ),
);

/**
 * Whether a name says that what it names is a secret: `DB_PASSWORD`, `apiKey`, `x-api-key`, `Set-Cookie`. The last word
 * decides, so that `password_reset_url`, `token_count`, `max_tokens` and `private_key_path` are ordinary names.
 */
export function isSecretName(name: string): boolean {
  if (name.length > 120 || !HINT.test(name)) return false;
  const words = wordsOf(name);
  while (words.length > 1 && isTail(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const judge = WITH_KIND.get(last);
  if (judge !== undefined) return judge(words.at(-2) ?? '', name);
  if (LAST.has(last) || ENDING.test(last)) return last !== 'oldpwd';
  return PASS_ENDING.test(last) && !NO_PASS.test(last);
}

/** Words that are secret only behind some others. */
const WITH_KIND: ReadonlyMap<string, (before: string, name: string) => boolean> = new Map(
  Object.entries({
    key: (before) => KEY_KINDS.has(before),
    keys: (before) => KEY_KINDS.has(before),
    token: (before) => !PLACE_KINDS.has(before),
    tokens: (before) => TOKEN_KINDS.has(before),
    pat: (before, name) => before !== '' && name === name.toUpperCase(),
    phrase: (before) => before === 'seed' || before === 'pass' || before === 'recovery',
    code: (before) => before === 'pass',
  } satisfies Record<string, (before: string, name: string) => boolean>),
);

function isTail(word: string): boolean {
  return TAIL.has(word) || /^\d+$/.test(word);
}

/** Whether the whole rest of a line is the secret, blanks included. */
export function hasBlanks(name: string): boolean {
  return /(?:phrase|mnemonic|cookies?|authorization)$/i.test(name);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d+)$/, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** Values that say something about a secret and are not one: types, switches, placeholders, references. */
const PLAIN_VALUE =
  /^(?:|true|false|null|none|undefined|nil|yes|no|on|off|required|optional|basic|bearer|digest|oauth2?|string|str|number|int|boolean|bool|bytes|any|unknown|object|void|never|await|async|new|function|typeof|return|include|omit|same-origin|\*+|x{3,}|\.{3}|…|\[redacted\]|<[^<>]*>|\$\{?[A-Z_][A-Z\d_]*\}?|\{\{.*|%[A-Z_]+%|(?:process\.env|os\.environ|import\.meta\.env)(?:[.[].*)?|(?:self|this|req|config|options|args|env|props)[.[].*|[A-Za-z_$][\w.$]*\(.*)$/i;

/** Whether a value that stands beside a secret's name is plainly not the secret: `string`, `${TOKEN}`, `process.env.X`, `getToken()`. */
export function isPlainValue(value: string): boolean {
  return value.length < 200 && PLAIN_VALUE.test(value) && !/^\$[a-z]/.test(value);
}
