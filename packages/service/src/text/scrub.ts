/** Replaces secrets and personal data. */
const REDACTED = '[redacted]';

type Replacement = string | ((match: string, ...groups: string[]) => string);

/**
 * Every repetition is bounded, so that no input makes a pattern slow. A pattern is tried only on text that contains `sign`, as every
 * match does. The order matters: long patterns first, or a shorter one matches a part of them.
 */
export interface ScrubRule {
  sign: string;
  pattern: RegExp;
  replacement: Replacement;
}

const PLACEHOLDER =
  /^(?:undefined|null|none|true|false|required|optional|invalid|expired|missing|string|number|process\.env\b.*|os\.environ\b.*|[$%<{*[(].*|x{3,}.*|your[-_].*)$/i;

/** Letters mixed with digits or signs, unlike ordinary words. */
function isMixed(value: string): boolean {
  return /[a-z]/i.test(value) && /[\d!@#$%^&*+/=~]/.test(value);
}

/** In an assignment any value counts as a secret; in prose it must look like one. */
function hideAssigned(match: string, name = '', separator = '', value = ''): string {
  const bare = value.replace(/^["']|["']$/g, '');
  const assigned = separator.includes('=') || value !== bare;
  if (PLACEHOLDER.test(bare) || /^[\d.,]*$/.test(bare)) return match;
  if (bare.length < (assigned ? 5 : 8) || !(assigned || isMixed(bare))) return match;
  return `${name}${separator}${REDACTED}`;
}

function hideCredentials(match: string, scheme = '', value = ''): string {
  return /\d|[A-Z]|=/.test(value.slice(1)) ? `${scheme}${REDACTED}` : match;
}

/** Keeps private and loopback addresses, and what is more likely a version: low numbers first. */
function hideAddress(match: string): string {
  const octets = match.split('.').map(Number);
  const [first = 0, second = 0, third = 0] = octets;
  const isLocal = first === 127 || first === 10 || first === 0 || (first === 192 && second === 168);
  const isPrivate = isLocal || (first === 172 && second >= 16 && second < 32);
  const high = octets.filter((octet) => octet >= 32).length;
  const isVersion = (second === 0 && third === 0) || high === 0 || (first < 13 && high < 2);
  return isPrivate || isVersion || Math.max(...octets) > 255 ? match : REDACTED;
}

/** Hides hex groups such as IPv6 and MAC addresses, but not a time of day. */
function hideHexGroups(match: string): string {
  const groups = match.split(':').filter((group) => group !== '').length;
  return (match.includes('::') && /\d/.test(match) && groups > 1) || groups >= 6 ? REDACTED : match;
}

function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const KINDS = [/[a-z]/, /[A-Z]/, /\d/];

/** Random strings switch between lower case, upper case and digits about every other character; names and paths rarely do. */
function hideRandom(match: string): string {
  const kinds = Array.from(match, (character) => KINDS.findIndex((kind) => kind.test(character))).filter(
    (kind) => kind >= 0,
  );
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  const isRandom =
    new Set(kinds).size === KINDS.length &&
    changes > (match.length < 32 ? 0.48 : 0.4) * kinds.length &&
    entropyOf(match) > 3.8;
  return isRandom ? REDACTED : match;
}

const SCRUB_RULES: readonly ScrubRule[] = [
  // A complete key to its end; of a truncated one, the lines that can't be words.
  {
    sign: '-----BEGIN ',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}-----(?:(?:(?!-----)[A-Za-z0-9+/=\s:,.-]){0,8000}-----END [A-Z0-9 ]{0,40}-----|(?:\s{0,4}[A-Za-z0-9+/=]{20,4000}){0,200})/g,
    replacement: REDACTED,
  },
  {
    sign: 'hooks.slack.com/',
    pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,300}/g,
    replacement: `$1${REDACTED}`,
  },
  { sign: '/api/webhooks/', pattern: /(\/api\/webhooks\/)[\w/-]{8,300}/g, replacement: `$1${REDACTED}` },
  // An AWS secret has no distinctive shape, but follows its key id.
  {
    sign: 'A',
    pattern: /\b(A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{12,124}\W{1,10})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/g,
    replacement: `$1${REDACTED}`,
  },
  { sign: 'A', pattern: /\bA(?:KIA|SIA|ROA|IDA)[A-Z0-9]{12,124}\b/g, replacement: REDACTED },
  { sign: 'eyJ', pattern: /\beyJ[\w-]{5,4000}(?:\.[\w-]{0,4000}){0,4}/g, replacement: REDACTED },
  {
    sign: '_',
    pattern:
      /\b(?:gh[opusr]|github_pat|npm|pypi|dop_v1|hf|shp(?:at|ss|ca)|sntrys|pain|[spr]k_(?:live|test)|whsec)_[A-Za-z0-9_-]{8,300}/g,
    replacement: REDACTED,
  },
  {
    sign: '-',
    pattern: /\b(?:gl(?:pat|dt|rt|ft|soat)|pypi|sk(?:-ant|-proj)?|xox[a-z]|xapp|sq0csp|dapi)-[A-Za-z0-9_-]{10,300}/g,
    replacement: REDACTED,
  },
  { sign: 'AIza', pattern: /\bAIza[\w-]{20,100}/g, replacement: REDACTED },
  { sign: 'SG.', pattern: /\bSG\.[\w-]{10,100}\.[\w-]{10,100}/g, replacement: REDACTED },
  {
    sign: '://',
    pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,300}@/gi,
    replacement: `$1${REDACTED}@`,
  },
  {
    sign: '=',
    pattern: /([?&][\w-]{0,30}(?:key|token|secret|password|signature|sig|code|auth|session)=)[^\s&#"'<>]{1,2000}/gi,
    replacement: `$1${REDACTED}`,
  },
  { sign: ' ', pattern: /\b((?:bearer|basic)\s{1,3})([A-Za-z0-9+/=._~-]{8,4000})/gi, replacement: hideCredentials },
  {
    sign: '',
    pattern:
      /((?:passw(?:or)?d|passphrase|secret|token|credential|pwd|(?:api|access|private|secret|auth|signing|encryption|account|storage|master)[ _-]?key)(?:s|_\w{1,20})?)(["'\]]{0,2}\s{0,3}(?:=>|:=|[:=]{1,2})\s{0,3})("[^"\n]{1,2000}"|'[^'\n]{1,2000}'|[^\s,;"'`]{1,2000})/gi,
    replacement: hideAssigned,
  },
  {
    sign: '@',
    pattern: /(?<![\p{L}\p{N}._%+-])(?!git@)[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}{2,24}\b/gu,
    replacement: REDACTED,
  },
  { sign: '.', pattern: /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g, replacement: hideAddress },
  {
    sign: ':',
    pattern: /(?<![\w:.])[0-9a-f]{1,4}(?::{1,2}[0-9a-f]{1,4}){1,7}(?:::)?(?![\w:])/gi,
    replacement: hideHexGroups,
  },
  { sign: '+', pattern: /(?<![\w+])\+[1-9](?:[ ().-]{0,2}\d){8,14}(?!\d)/g, replacement: REDACTED },
  { sign: '', pattern: /(?<![\w.-])(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\w-])/g, replacement: REDACTED },
  { sign: '/', pattern: /(\/(?:Users|home)\/)[^\s/:"'<>|]{1,64}/g, replacement: `$1${REDACTED}` },
  { sign: '\\', pattern: /(\b[A-Z]:\\{1,2}Users\\{1,2})[^\s\\:"'<>|]{1,64}/gi, replacement: `$1${REDACTED}` },
  { sign: '', pattern: /(?<![\w+/-])[\w+/-]{24,400}={0,2}/g, replacement: hideRandom },
];

/** Redacts keys, passwords, tokens, email addresses, phone numbers, public IP addresses and names in home folders. */
export function scrub(text: string): string {
  let clean = text;
  for (const { sign, pattern, replacement } of SCRUB_RULES) {
    if (!clean.includes(sign)) continue;
    clean = typeof replacement === 'string' ? clean.replace(pattern, replacement) : clean.replace(pattern, replacement);
  }
  return clean;
}
