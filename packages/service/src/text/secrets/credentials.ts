import rules from './gitleaks.json' with { type: 'json' };
import { REDACTED, type ScrubRule } from './rule.ts';

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

/** In "the password is …" only what no word looks like counts: it mixes letters with digits and signs or capitals. */
function hideStated(match: string, lead = '', value = ''): string {
  const isSecret = /[a-z]/.test(value) && /\d/.test(value) && /[A-Z!@#$%^&*+~]/.test(value);
  return isSecret && !PLACEHOLDER.test(value) ? `${lead}${REDACTED}` : match;
}

/** Anything but a placeholder or a number counts as a secret. */
const hideElement = (match: string, lead = '', value = ''): string =>
  value.length < 4 || PLACEHOLDER.test(value) || /^[\d.,]*$/.test(value) ? match : `${lead}${REDACTED}`;

/** "--token VALUE" in a sentence can be "the --token flag". */
function hideOption(match: string, option = '', value = ''): string {
  return !PLACEHOLDER.test(value) && (option.includes('=') || isMixed(value)) ? `${option}${REDACTED}` : match;
}

function hideCredentials(match: string, scheme = '', value = ''): string {
  return /\d|[A-Z]|=/.test(value.slice(1)) ? `${scheme}${REDACTED}` : match;
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

/** Elements of settings files in XML. Applied before markup is removed too: without its tags, nothing says what a value is. */
export const ELEMENT_RULES: readonly ScrubRule[] = [
  {
    sign: '</',
    pattern:
      /(<(?:[\w:-]{1,30})?(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key)>\s{0,8})([^<\s]{1,300})(?=\s{0,8}<\/)/gi,
    replacement: hideElement,
  },
  {
    sign: 'value',
    pattern:
      /(\b(?:key|name)=["'][\w.:-]{0,60}(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key)["']\s{1,4}value=["'])([^"'\n]{1,300})/gi,
    replacement: hideElement,
  },
  {
    sign: '<entry',
    pattern: /(<entry key=["'][\w.:-]{0,60}(?:passw(?:or)?d|pwd|secret|token|api[_-]?key)["']>)([^<\s]{1,300})/gi,
    replacement: hideElement,
  },
];

/** The order matters: long patterns first, or a shorter one matches a part of them. */
export const CREDENTIAL_RULES: readonly ScrubRule[] = [
  ...ELEMENT_RULES,
  // A complete key to its end; of a truncated one, the lines that can't be words.
  {
    sign: '-----BEGIN ',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}-----(?:(?:(?!-----)[A-Za-z0-9+/=\s:,.\\-]){0,8000}-----END [A-Z0-9 ]{0,40}-----|(?:(?:\s|\\[nr]){0,4}[A-Za-z0-9+/=]{20,4000}){0,200})/g,
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
    pattern:
      /\b(?:gl(?:pat|dt|rt|ft|soat)|pypi|sk(?:-ant|-proj)?|xox[a-z]|xapp|sq0csp|dapi|GOCSPX)-[A-Za-z0-9_-]{10,300}/g,
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
    pattern:
      /([?&](?:[\w-]{0,30}(?:key|token|secret|password|signature|sig|code|auth|session)|(?:[\w-]{0,30}[_-])?pass)=)[^\s&#"'<>]{1,2000}/gi,
    replacement: `$1${REDACTED}`,
  },
  { sign: ' ', pattern: /\b((?:bearer|basic)\s{1,3})([A-Za-z0-9+/=._~-]{8,4000})/gi, replacement: hideCredentials },
  {
    sign: '',
    pattern:
      /((?:passw(?:or)?d|passphrase|secret|token|credential|pwd|(?:api|access|private|secret|auth|signing|encryption|account|storage|master)[ _-]?key)(?:s|_\w{1,20})?)(["'\]]{0,2}\s{0,3}(?:=>|:=|[:=]{1,2})\s{0,3})("[^"\n]{1,2000}"|'[^'\n]{1,2000}'|[^\s,;"'`]{1,2000})/gi,
    replacement: hideAssigned,
  },
  // Quoted, because test reports say "pass: 12 tests".
  {
    sign: 'ass',
    pattern: /(?<![A-Za-z])([Pp]ass)(["']?\s{0,3}[:=]\s{0,3})("[^"\n]{1,300}"|'[^'\n]{1,300}')/g,
    replacement: hideAssigned,
  },
  { sign: 'PASS=', pattern: /(?<![A-Za-z])(PASS)(=)([^\s,;"'`]{1,300})/g, replacement: hideAssigned },
  {
    sign: 'uthorization',
    pattern:
      /\b([Aa]uthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:[Tt]oken|[Aa]pi-?[Kk]ey|[Kk]ey)\s{1,3})?)([A-Za-z0-9+/=._~-]{8,4000})/g,
    replacement: hideCredentials,
  },
  {
    sign: '_auth',
    pattern: /(?<![A-Za-z0-9])(_auth\s{0,2}=\s{0,2}["']?)([A-Za-z0-9+/=._~-]{8,400})/g,
    replacement: hideCredentials,
  },
  {
    sign: '_',
    pattern: /\b((?:ENV|setx)\s{1,4}\w{1,40}_(?:PASSWORD|PASSWD|SECRET|TOKEN|KEY)\s{1,4}["']?)([^\s"'=]{5,300})/g,
    replacement: hideElement,
  },
  // Named in words or by their length: "the api key 0a1b… stopped working".
  {
    sign: '',
    pattern:
      /\b((?:key|secret|token)s?[\s:='"`(]{1,4}(?:(?:is|was|of)[\s:='"`]{1,4})?)(?:[0-9a-f]{32}|[0-9a-f]{64})(?![0-9A-Za-z])/gi,
    replacement: `$1${REDACTED}`,
  },
  {
    sign: 's',
    pattern:
      /\b((?:password|passphrase|passcode|pwd|secret|token|api key)(?:[ "'`]{1,2}(?:is|was)(?: now)?:? ["'`]?))([^\s"'`]{6,200})/gi,
    replacement: hideStated,
  },
  // On command lines.
  {
    sign: '--',
    pattern:
      /(--(?:pass(?:word|wd|phrase)?|pwd|token|secret|secret-key|access-key|api-?key|auth-token)(?:\s{1,3}|=)["']?)(?!-)([^\s"'`]{3,300})/gi,
    replacement: hideOption,
  },
  {
    sign: 'curl',
    pattern: /(\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]{0,2}["']?[^\s:"']{1,64}:)[^\s"']{1,200}/g,
    replacement: `$1${REDACTED}`,
  },
  {
    sign: ' -p',
    pattern: /(\b(?:mysql|mariadb)(?:\w{1,12}|-\w{1,12})?\b[^\n]{0,120}?\s-p)[^\s"'-][^\s"']{2,200}/g,
    replacement: `$1${REDACTED}`,
  },
  {
    sign: ' -',
    pattern:
      /(\b(?:sshpass|docker login|podman login|helm registry login|twine upload|redis-cli)\b[^\n]{0,120}?\s-[pa]\s?["']?)[^\s"'-][^\s"']{2,200}/g,
    replacement: `$1${REDACTED}`,
  },
  {
    sign: 'login',
    pattern: /(\blogin\s{1,8}\S{1,100}\s{1,8}password\s{1,8})\S{1,200}/g,
    replacement: `$1${REDACTED}`,
  },
  {
    sign: '=',
    pattern:
      /\b((?:session[_-]?id|connect\.sid|sid|phpsessid|jsessionid|asp\.net_sessionid|csrftoken|xsrf-token|_session|remember_token)=)[^\s;,"'&]{8,2000}/gi,
    replacement: `$1${REDACTED}`,
  },
];

export const RANDOM_TEXT_RULES: readonly ScrubRule[] = [
  { sign: '', pattern: /(?<![\w+/-])[\w+/-]{24,400}={0,2}/g, replacement: hideRandom },
];

interface VendorRule {
  keywords: readonly string[];
  pattern: RegExp;
}

/** Rules of gitleaks (see NOTICE), translated by test/text/write-secret-rules.ts. */
const VENDOR_RULES: readonly VendorRule[] = rules.map(({ keywords, pattern }) => ({
  keywords,
  pattern: new RegExp(pattern, 'g'),
}));

const KEYWORDS = [...new Set(VENDOR_RULES.flatMap(({ keywords }) => keywords))].sort();

/** One pass over a text costs a tenth of looking for each keyword. Sorted, a keyword comes before those that begin with it. */
const KEYWORD = new RegExp(`(?=(${KEYWORDS.map(RegExp.escape).join('|')}))`, 'g');

const rulesOf = new Map(
  KEYWORDS.map((found) => [
    found,
    VENDOR_RULES.filter(({ keywords }) => keywords.some((keyword) => keyword.startsWith(found))),
  ]),
);

/** A shorter group is a part of the pattern, such as a region. */
const SHORTEST_KEY = 8;

function redactKey(match: string, ...[key]: unknown[]): string {
  return typeof key === 'string' && key.length >= SHORTEST_KEY ? match.replace(key, () => REDACTED) : REDACTED;
}

/** Redacts keys and tokens in the forms that some two hundred vendors give them. */
export function redactVendorKeys(text: string): string {
  const candidates = new Set<VendorRule>();
  const lower = text.toLowerCase();
  // Not matchAll, which takes longer to copy the pattern than to read a title.
  KEYWORD.lastIndex = 0;
  for (let found = KEYWORD.exec(lower); found !== null; found = KEYWORD.exec(lower)) {
    for (const rule of rulesOf.get(found[1] ?? '') ?? []) candidates.add(rule);
    KEYWORD.lastIndex += 1;
  }
  return [...candidates].reduce((clean, { pattern }) => clean.replace(pattern, redactKey), text);
}
