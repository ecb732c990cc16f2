import type { BriefEvidence } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import { section } from './elements.ts';
import { showLink } from './links.ts';
import { nameProvider } from './names.ts';
import { plural, showScore } from './numbers.ts';
import { scoreBar } from './sparkline.ts';
import { quoteData } from './text.ts';

const PARAGRAPH = 900;
const ITEM = 300;
const MOST_ITEMS = 5;
const EXCERPT = 200;
const MOST_QUOTES = 14;

/** One part of a brief under its title: a paragraph or a list. null when the service does not have that part at all. */
export function briefPart(title: string, content: string | readonly string[] | null | undefined): SectionBlock | null {
  if (content === null || content === undefined) return null;
  const lines = typeof content === 'string' ? paragraph(content) : bullets(content);
  return section(`*${title}*\n${lines || 'Nothing was found.'}`);
}

const paragraph = (text: string) => quoteData(text, PARAGRAPH);

function bullets(items: readonly string[]): string {
  const lines = items.map((item) => quoteData(item, ITEM)).filter((line) => line !== '');
  const more = lines.length - MOST_ITEMS;
  return [
    ...lines.slice(0, MOST_ITEMS).map((line) => `•  ${line}`),
    ...(more > 0 ? [`and ${plural(more, 'more point')}`] : []),
  ].join('\n');
}

/** What the parts refer to as [1], [2], …: one section each, since a long one would be cut within an address. */
export function briefQuotes(evidence: readonly BriefEvidence[] | undefined): SectionBlock[] {
  if (evidence === undefined || evidence.length === 0) return [];
  const more = evidence.length - MOST_QUOTES;
  return [
    ...evidence
      .slice(0, MOST_QUOTES)
      .map((quote, at) => section(`${at === 0 ? '*Evidence*\n' : ''}${showQuote(quote, at + 1)}`)),
    ...(more > 0 ? [section(`and ${plural(more, 'more quote')}`)] : []),
  ];
}

function showQuote({ provider, author, url, excerpt }: BriefEvidence, number: number): string {
  const name = quoteData(author ?? '', 60);
  const origin = [quoteData(nameProvider(provider), 40), name === '' ? null : `by ${name}`, url && showLink(url)];
  return `[${number}] “${quoteData(excerpt, EXCERPT)}”\n${origin.filter((part) => part !== null && part !== '').join('  ·  ')}`;
}

/** By its name, since the same bar without it is a signal's score. */
export const showStrength = (patternStrength: number): string =>
  `${scoreBar(patternStrength)} pattern strength *${showScore(patternStrength)}* of 100`;

/** The same for a message's text. */
export const sayStrength = (patternStrength: number): string => `pattern strength ${showScore(patternStrength)} of 100`;
