import type { BriefEvidence } from '@pain-signals/contract';
import { providerName, statementsOf } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import { joinParts, section } from '../kit/elements.ts';
import { formatScore, plural } from '../kit/format.ts';
import { capitalize, escapeMrkdwn, formatLink } from '../kit/text.ts';

const PARAGRAPH = 1200;
/** Of a list; its items share it, so that one with two quotes fits whole. */
const LIST = 600;
const MAX_ITEMS = 3;
const MAX_STATEMENTS = 7;
const EXCERPT = 200;
const MAX_EVIDENCE = 24;

/** A paragraph or a list under its title; null without content. */
export function briefPart(title: string, content: string | readonly string[] | null | undefined): SectionBlock | null {
  const lines = typeof content === 'string' ? paragraph(content) : bullets(content ?? []);
  return lines === '' ? null : section(`*${title}*\n${lines}`);
}

/** Several statements become bullets, at most as many as fit whole; quotes are the first to go. */
function paragraph(text: string): string {
  const statements = statementsOf(text);
  const [quotes, facts] = [
    statements.filter((each) => each.startsWith('“')),
    statements.filter((each) => !each.startsWith('“')),
  ];
  const kept: string[] = [];
  let room = PARAGRAPH;
  for (const statement of [...facts, ...quotes]) {
    const line = escapeMrkdwn(statement, PARAGRAPH);
    if (line === '' || line.length > room) continue;
    kept.push(line);
    room -= line.length;
  }
  if (kept.length === 0) return escapeMrkdwn(text, PARAGRAPH);
  return kept
    .slice(0, MAX_STATEMENTS)
    .map((line) => `•  ${line}`)
    .join('\n');
}

const bullets = (items: readonly string[]): string => {
  const shown = items.slice(0, MAX_ITEMS);
  return shown
    .map((item) => escapeMrkdwn(item, LIST / shown.length))
    .filter((line) => line !== '')
    .map((line) => `•  ${line}`)
    .join('\n');
};

/** The evidence cited as [1], [2], …; one section each, so that no link is cut. */
export function briefEvidence(evidence: readonly BriefEvidence[] | undefined): SectionBlock[] {
  if (evidence === undefined || evidence.length === 0) return [];
  const more = evidence.length - MAX_EVIDENCE;
  return [
    ...evidence.slice(0, MAX_EVIDENCE).map((quote, at) => section(formatEvidence(quote, at + 1))),
    ...(more > 0 ? [section(`and ${plural(more, 'more post')}`)] : []),
  ];
}

function formatEvidence({ provider, author, url, excerpt }: BriefEvidence, number: number): string {
  const name = escapeMrkdwn(author ?? '', 60);
  const origin = [escapeMrkdwn(providerName(provider), 40), name === '' ? null : `by ${name}`, url && formatLink(url)];
  return `[${number}] “${escapeMrkdwn(excerpt, EXCERPT)}”\n${joinParts(origin)}`;
}

export const formatStrength = (patternStrength: number): string =>
  `Evidence strength *${formatScore(patternStrength)}* of 100`;

export const describeStrength = (patternStrength: number): string =>
  `evidence strength ${formatScore(patternStrength)} of 100`;

const MAX_FIELDS = 6;
const MAX_LINES = 5;
const NAME = 60;
const LINE = 300;

/** Fields that another service adds, as titles and lines. */
export function unknownBriefParts(record: object, known: ReadonlySet<string>): { title: string; lines: string[] }[] {
  return Object.entries(record)
    .filter(([name]) => !known.has(name) && !/(?:^id|Id|_id)$/.test(name))
    .map(([name, value]) => ({ title: nameField(name), lines: linesOf(value) }))
    .filter(({ title, lines }) => title !== '' && lines.length > 0)
    .slice(0, MAX_FIELDS);
}

/** `marketSize` and `market_size` as `Market size`. */
function nameField(name: string): string {
  const words = name
    .slice(0, NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return escapeMrkdwn(capitalize(words), NAME);
}

function linesOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value.slice(0, MAX_LINES) : [value];
  return values.map((each) => escapeMrkdwn(lineOf(each), LINE)).filter((line) => line !== '');
}

/** Only an object's own plain fields. */
function lineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return plain(value);
  const parts = Object.entries(value).slice(0, MAX_LINES);
  return parts
    .filter(([, part]) => plain(part) !== '')
    .map(([name, part]) => `${name}: ${plain(part)}`)
    .join('; ');
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
