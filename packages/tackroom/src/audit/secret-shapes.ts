export const REDACTED = '[redacted]';

/**
 * Keys and tokens with a known beginning, wherever they are. Each starts at the beginning of a run of its own characters or
 * takes what it has looked at, so that the time is linear in the text.
 */
const SHAPES: readonly RegExp[] = [
  /(?<![\w-])(?:sk|pk|rk)[-_][\w-]{16,}/g,
  /(?<!\w)gh[pousr]_[A-Za-z\d]{20,}|(?<!\w)github_pat_\w{20,}/g,
  /(?<![\w-])gl(?:pat|dt|rt|soat|cbt|ptt|ft|agent)-[\w-]{16,}/g,
  /(?<![\w-])xox[abceoprs]-[\w-]{10,}|(?<![\w-])xapp-[\w-]{10,}/g,
  /(?<!\w)(?:AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}(?!\w)/g,
  /(?<![\w-])AIza[\w-]{30,}|(?<![\w-])GOCSPX-[\w-]{20,}|(?<!\w)ya29\.[\w-]{20,}/g,
  /(?<!\w)(?:npm|pypi|hf|dop|doo|dor|shpat|shpss|shppa|lin_api|dckr_pat|rubygems|figd|ATATT|NRAK|PMAK|tfp|nfp|gsk|r8|xai|phc|sbp|whsec)[_-](?:v1_)?[\w-]{16,}/g,
  /(?<![\w-])SG\.[\w-]{6,}\.[\w-]{6,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/g,
  /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /(?<=https:\/\/hooks\.slack\.com\/(?:services|workflows)\/)[\w/-]{16,}|(?<=https:\/\/discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{16,}/g,
  /(?<=api\.telegram\.org\/bot)\d{6,12}:[\w-]{30,}/g,
];

/** A text without the keys and tokens that show by how they look, and without the credentials of its URLs. */
export function redactShapes(text: string): string {
  const plain = SHAPES.reduce((left, shape) => left.replace(shape, REDACTED), text);
  return plain.includes('://')
    ? plain.replace(/:\/\/([^\s/?#"'<>`\\]{1,1024})@/g, (_, info: string) => `://${withoutPassword(info)}@`)
    : plain;
}

/** A user alone is a name; a token in its place has digits, or is long. */
const USER_NAME = /^[A-Za-z][A-Za-z._-]{0,31}$|^[\w.+-]{1,64}(?:@|%40)[\w.-]+$|^\$\{?\w+\}?$/;

function withoutPassword(info: string): string {
  const colon = info.indexOf(':');
  if (colon === -1) return USER_NAME.test(info) ? info : REDACTED;
  const [user, password] = [info.slice(0, colon), info.slice(colon + 1)];
  if (/^\$\{?[A-Z_][A-Z\d_]*\}?$/.test(password)) return info;
  if (password === '' || password === 'x-oauth-basic') return `${REDACTED}:${password}`;
  return `${USER_NAME.test(user) || user.length < 16 ? user : REDACTED}:${REDACTED}`;
}
