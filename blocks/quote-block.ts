import type { Button, ContextBlock, SectionBlock } from '@slack/types';
import { showDate } from './dates.ts';
import { context, section } from './elements.ts';
import { showLicence } from './licences.ts';
import { showLink } from './links.ts';
import { nameProvider } from './names.ts';
import { quoteData, truncate } from './text.ts';

const TITLE = 150;
/** Of a post without a title, as many of its words as tell it from the others. */
const OPENING = 60;
const EXCERPT = 500;
/** Safely one block. */
const LINE = 2_800;
const MOST_LINES = 200;

/** What somebody wrote, and all that is known of where it stands. */
export interface Quotation {
  provider: string | null;
  title: string | null;
  /** null when only the title is known. */
  excerpt: string | null;
  author: string | null;
  url: string | null;
  licence: string | null;
  /** When it was written; null where the service does not say. */
  postedAt: string | null;
  /** When it was found. */
  foundAt: string | null;
}

/** A quotation with its number, where it has one, and below it who said it where, which its licence may ask for. Without a title, a numbered one has its opening words. */
export function quoteBlocks(
  quotation: Quotation,
  number?: number,
  accessory: Button | null = null,
): (SectionBlock | ContextBlock | null)[] {
  const numbered = number === undefined ? '' : `*${number}.*`;
  const { title, excerpt } = quotation;
  const opening = title === null && number !== undefined ? truncate(excerpt ?? '', OPENING) : title;
  const words = `${numbered}${showWords({ title: opening, excerpt })}`.trim();
  return [section(words, accessory), context([showOrigin(quotation)])];
}

/** All of it, line by line as it was written; cut between lines where Slack takes no more in one block. */
export function fullQuoteBlocks(quotation: Quotation): (SectionBlock | ContextBlock | null)[] {
  const named = quoteData(quotation.title ?? '', TITLE);
  return [
    named === '' ? null : section(`*${named}*`),
    ...fullLines(quotation.excerpt ?? '').map((lines) => section(lines.join('\n'))),
    context([showOrigin(quotation)]),
  ];
}

/** The lines of a text, as many to a block as fit into it. */
function fullLines(text: string): string[][] {
  const blocks: string[][] = [];
  let room = 0;
  for (const line of text.split(/\r?\n/).slice(0, MOST_LINES)) {
    const quoted = quoteData(line, LINE);
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

/** The same for a message's text. */
export function sayQuote({ title, excerpt, provider }: Quotation): string {
  const words = quoteData(excerpt ?? '', 160) || quoteData(title ?? '', 160);
  const source = showSource(provider);
  return words === '' ? `a post without a title (${source})` : `“${words}” (${source})`;
}

const showSource = (provider: string | null) => quoteData(nameProvider(provider ?? ''), 40) || 'unknown source';

function showWords({ title, excerpt }: Pick<Quotation, 'title' | 'excerpt'>): string {
  const named = quoteData(title ?? '', TITLE);
  const quoted = quoteData(excerpt ?? '', EXCERPT);
  if (quoted === '') return named === '' ? ' _Without a title_' : ` *${named}*`;
  return `${named === '' ? '' : ` *${named}*`}\n> “${quoted}”`;
}

function showOrigin({ provider, author, postedAt, foundAt, url, licence }: Quotation): string {
  const name = quoteData(author ?? '', 60);
  return [
    showSource(provider),
    name === '' ? null : `by ${name}`,
    showMoment(postedAt, foundAt),
    licence === null || licence.trim() === '' ? null : `licence ${showLicence(licence)}`,
    url === null ? null : showLink(url),
  ]
    .filter((part) => part !== null)
    .join('  ·  ');
}

/** When it was written, else at least since when it is known. */
function showMoment(postedAt: string | null, foundAt: string | null): string | null {
  if (postedAt !== null) return `posted ${showDate(postedAt, 'day')}`;
  return foundAt === null ? null : `found ${showDate(foundAt, 'day')}`;
}
