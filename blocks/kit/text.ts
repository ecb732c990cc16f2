import { isSamplePost, SAMPLE_POST } from '@pain-signals/contract';
import { describeDay } from './format.ts';

/**
 * Text from posts, people and the service is data: it must never mention, link or format. `&`, `<` and `>` are escaped as Slack
 * asks; the marks of mrkdwn have no escape, so look-alikes stand in for them.
 */

// A stray control or direction override can reorder or hide what stands beside it. ZWNJ and ZWJ stay: scripts and emoji need them.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const [ISOLATE, END_ISOLATE] = ['\u2068', '\u2069'];

const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/:(?=[\p{L}\p{N}_+'-]{1,100}:)/gu, '∶'],
  [/\*/g, '∗'],
  [/~/g, '∼'],
  [/`/g, 'ˋ'],
  // Inside a word Slack leaves an underscore alone, and so do we: snake_case stays as it was written.
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ'],
  [/^>+/, '›'],
];

// Around code, which no card shows as code.
const FENCES = /`{3,}/g;

// Words with one space between them, in which no sign means anything to Slack. Most text is like this, and one test finds out.
const PLAIN = /^[A-Za-z0-9!"#%'()+,./;=?-]+(?: [A-Za-z0-9!"#%'()+,./;=?-]+)*$/;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Untrusted text for mrkdwn: one line, at most `max` characters after escaping. */
export function escapeMrkdwn(text: string, max: number): string {
  if (text.length <= max && PLAIN.test(text)) return text;
  const line = cleanLine(text);
  for (let budget = Math.min(max, line.length); budget > 0; ) {
    const quoted = isolateDirection(escapeText(neutralise(truncate(line, budget))));
    if (quoted.length <= max) return quoted;
    budget = Math.min(budget - 1, Math.floor((budget * max) / quoted.length));
  }
  return '';
}

/** Untrusted text for plain_text, which Slack doesn't parse; angle brackets are replaced to be safe. */
export function escapePlainText(text: string, max: number): string {
  const harmless = cleanLine(text)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/:(?=[\p{L}\p{N}_+'-]{1,100}:)/gu, '∶');
  return truncate(harmless, max);
}

/** Our own mrkdwn for plain text, which shows no entities, links and date tokens. */
export const unescapeMrkdwn = (mrkdwn: string): string =>
  mrkdwn
    .replace(/<[^<>|]*\|([^<>]*)>/g, (_, shown: string) => shown.replace(/^\d{4}-\d\d-\d\d/, describeDay))
    .replaceAll('&lt;', '‹')
    .replaceAll('&gt;', '›')
    .replaceAll('&amp;', '&');

/** Untrusted text for an unknown format: safe as mrkdwn and as plain text. */
export function escapeForAnyFormat(text: string, max: number): string {
  const harmless = neutralise(cleanLine(text))
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/&(?=#?[\p{L}\p{N}]{1,10};)/gu, '＆')
    .replaceAll('@', '＠');
  return isolateDirection(truncate(harmless, max));
}

/** Cuts between graphemes, at a word boundary if one is near, and adds `…`. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  const head = cutBetweenGraphemes(text, max - 1);
  const lastSpace = head.lastIndexOf(' ');
  const atWord = lastSpace > head.length * 0.6 ? head.slice(0, lastSpace) : head;
  return `${atWord.trimEnd()}…`;
}

function cutBetweenGraphemes(text: string, max: number): string {
  // One grapheme can be longer than any limit (a letter under hundreds of accents), hence the window.
  const end = graphemes.segment(text.slice(0, max + 64)).containing(max)?.index ?? 0;
  return end > 0 ? text.slice(0, end) : withoutHalfPair(text.slice(0, max));
}

const withoutHalfPair = (text: string) => text.replace(/[\ud800-\udbff]$/, '');

function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(FENCES, ' ')
    .replace(/\s+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function neutralise(text: string): string {
  return LOOK_ALIKES.reduce((safe, [mark, lookAlike]) => safe.replace(mark, lookAlike), text);
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** Keeps right-to-left text from reordering the numbers after it. */
function isolateDirection(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? ISOLATE + text + END_ISOLATE : text;
}

const LONGEST = 1_000;
const LABEL = 70;

/** Null for what is no page of the web, or doesn't say clearly where it leads. */
export function safeAddress(url: string): URL | null {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  // The name before an @ is easily taken for the host.
  return address.username !== '' || address.password !== '' || address.href.length > LONGEST ? null : address;
}

/** A mrkdwn link that shows its host and path; null for other schemes, credentials or very long URLs. Sample posts are only named. */
export function formatLink(url: string): string | null {
  if (isSamplePost(url)) return SAMPLE_POST;
  const address = safeAddress(url);
  if (address === null) return null;
  const target = address.href.replaceAll('&', '&amp;').replaceAll('|', '%7C');
  const path = `${address.pathname}${address.search}`.replace(/\/$/, '');
  return `<${target}|${escapeMrkdwn(`${shownHost(address.host)}${path}`, LABEL)}>`;
}

const SHOWN_HOST = 50;

/** The end of a name says whose it is: github.com.login.evil.example belongs to evil.example. */
const shownHost = (host: string): string => (host.length <= SHOWN_HOST ? host : `…${host.slice(1 - SHOWN_HOST)}`);

const ATTRIBUTION = /^CC[ -](BY(?:-NC)?(?:-SA|-ND)?)[ -](\d\.\d)$/i;
const PUBLIC_DOMAIN = /^CC(0)[ -](\d\.\d)$/i;

/** The license's name, linked to its terms if it is Creative Commons, as those require. */
export function formatLicence(licence: string): string {
  const [, terms = '', version] = ATTRIBUTION.exec(licence) ?? PUBLIC_DOMAIN.exec(licence) ?? [];
  if (version === undefined) return escapeMrkdwn(licence, 60);
  const path = terms === '0' ? 'publicdomain/zero' : `licenses/${terms.toLowerCase()}`;
  return `<https://creativecommons.org/${path}/${version}/|${escapeMrkdwn(licence, 60)}>`;
}

/** Whether two texts say the same but for case and marks. */
export const saysTheSame = (one: string, other: string): boolean => bareWords(one) === bareWords(other);

/** Whether a text has the words of another one, in their order. */
export const quotes = (text: string, part: string): boolean => ` ${bareWords(text)} `.includes(` ${bareWords(part)} `);

const bareWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `A, B and C`. */
export const joinNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
