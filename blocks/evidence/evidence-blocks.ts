import { providerName } from '@pain-signals/contract';
import type { CitedEvidence } from '@pain-signals/domain';
import type { Button, ContextBlock, SectionBlock } from '@slack/types';
import { context, joinParts, section } from '../kit/elements.ts';
import { formatDate } from '../kit/format.ts';
import { escapeMrkdwn, formatLicence, formatLink } from '../kit/text.ts';

const TITLE = 150;
const EXCERPT = 500;
/** Fits in one block. */
const LINE = 2_800;
const MAX_LINES = 200;

/** Number, source, author and license, and below them the excerpt. A title that the excerpt begins with is said once. */
export function evidenceBlocks(
  item: CitedEvidence,
  number?: number,
  accessory: Button | null = null,
): (SectionBlock | ContextBlock | null)[] {
  const numbered = number === undefined ? '' : `*${number}.* `;
  return [context([`${numbered}${formatOrigin(item)}`]), section(formatExcerpt(sayTitleOnce(item)), accessory)];
}

/** As a heading where a sentence ends behind it, else as the beginning of the excerpt. */
function sayTitleOnce({ title, excerpt }: CitedEvidence): Pick<CitedEvidence, 'title' | 'excerpt'> {
  const whole = title?.trim() ?? '';
  const opening = whole.replace(/(?:…|\.{3})$/, '').trim();
  const text = excerpt?.trim() ?? '';
  if (opening === '' || !text.toLowerCase().startsWith(opening.toLowerCase())) return { title, excerpt };
  const rest = text.slice(opening.length);
  const isSentence = opening === whole && /^(?:[.!?:]*\s*$|[.!?:]+\s|\s*\n)/.test(rest);
  return isSentence ? { title, excerpt: rest.replace(/^[.!?:\s]+/, '') } : { title: null, excerpt };
}

/** The full text with its line breaks, split between lines into blocks. */
export function fullEvidenceBlocks(item: CitedEvidence): (SectionBlock | ContextBlock | null)[] {
  const { title, excerpt } = sayTitleOnce(item);
  const named = escapeMrkdwn(title ?? '', TITLE);
  return [
    named === '' ? null : section(`*${named}*`),
    ...fullLines(excerpt ?? '').map((lines) => section(lines.join('\n'))),
    context([formatOrigin(item)]),
  ];
}

function fullLines(text: string): string[][] {
  const blocks: string[][] = [];
  let room = 0;
  for (const line of text.split(/\r?\n/).slice(0, MAX_LINES)) {
    const quoted = escapeMrkdwn(line, LINE);
    if (quoted === '') continue;
    if (quoted.length > room) {
      blocks.push([]);
      room = LINE;
    }
    blocks.at(-1)?.push(`> ${quoted}`);
    room -= quoted.length + 3;
  }
  return blocks;
}

export function describeEvidenceItem({ title, excerpt, provider }: CitedEvidence): string {
  const words = escapeMrkdwn(excerpt ?? '', 160) || escapeMrkdwn(title ?? '', 160);
  const source = formatSource(provider);
  return words === '' ? `an untitled post (${source})` : `“${words}” (${source})`;
}

const formatSource = (provider: string | null) => escapeMrkdwn(providerName(provider ?? ''), 40) || 'Unknown source';

function formatExcerpt({ title, excerpt }: Pick<CitedEvidence, 'title' | 'excerpt'>): string {
  const named = escapeMrkdwn(title ?? '', TITLE);
  const quoted = escapeMrkdwn(excerpt ?? '', EXCERPT);
  if (quoted === '') return named === '' ? '_Untitled_' : `*${named}*`;
  return `${named === '' ? '' : `*${named}*\n`}> “${quoted}”`;
}

/** The public domain asks for no attribution. */
const NEEDS_NO_MENTION = /^\s*$|^CC0\b|^(?:public domain|unlicense|0BSD)$/i;

export function formatOrigin({ provider, author, postedAt, foundAt, url, licence }: CitedEvidence): string {
  const name = escapeMrkdwn(author ?? '', 60);
  return joinParts([
    formatSource(provider),
    name === '' ? null : `by ${name}`,
    formatMoment(postedAt, foundAt),
    licence === null || NEEDS_NO_MENTION.test(licence) ? null : `license ${formatLicence(licence)}`,
    url === null ? null : formatLink(url),
  ]);
}

/** Falls back to the day it was found. */
function formatMoment(postedAt: string | null, foundAt: string | null): string | null {
  if (postedAt !== null) return formatDate(postedAt, 'day');
  return foundAt === null ? null : `found ${formatDate(foundAt, 'day')}`;
}
