import { REDACTED, type ScrubRule } from './rule.ts';

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

/** ISO 13616: the check digits make the whole 1 modulo 97. */
function hideIban(match: string): string {
  const code = match.replaceAll(' ', '');
  let rest = 0;
  for (const character of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1 ? REDACTED : match;
}

/** The issuers' ranges: Visa, Mastercard, American Express, Discover. */
const CARD = /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12})$/;

/** ISO 7812: Luhn's sum is a multiple of 10. */
function hideCard(match: string): string {
  const digits = match.replace(/[ -]/g, '');
  if (!CARD.test(digits)) return match;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 ? REDACTED : match;
}

export const PERSONAL_DATA_RULES: readonly ScrubRule[] = [
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
  {
    sign: '',
    pattern: /(?<![0-9A-Za-z])[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?(?![0-9A-Za-z])/g,
    replacement: hideIban,
  },
  { sign: '', pattern: /(?<![\w.-])[2-6]\d{3}(?:[ -]?\d{2,6}){2,4}(?![\w.-])/g, replacement: hideCard },
  {
    sign: '-',
    pattern: /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-]|\.\d)/g,
    replacement: REDACTED,
  },
];
