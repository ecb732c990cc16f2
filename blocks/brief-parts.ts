import type { BriefEvidence } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import { section } from './elements.ts';
import { formatLink } from './links.ts';
import { providerName } from './names.ts';
import { formatScore, plural } from './numbers.ts';
import { scoreBar } from './sparkline.ts';
import { escapeMrkdwn } from './text.ts';

const PARAGRAPH = 900;
const ITEM = 300;
const MAX_ITEMS = 5;
const EXCERPT = 200;
const MAX_EVIDENCE = 14;

/** One part of a brief under its title: a paragraph or a list. null when the service does not have that part at all. */
export function briefPart(title: string, content: string | readonly string[] | null | undefined): SectionBlock | null {
  if (content === null || content === undefined) return null;
  const lines = typeof content === 'string' ? paragraph(content) : bullets(content);
  return section(`*${title}*\n${lines || 'Nothing was found.'}`);
}

const paragraph = (text: string) => escapeMrkdwn(text, PARAGRAPH);

function bullets(items: readonly string[]): string {
  const lines = items.map((item) => escapeMrkdwn(item, ITEM)).filter((line) => line !== '');
  const more = lines.length - MAX_ITEMS;
  return [
    ...lines.slice(0, MAX_ITEMS).map((line) => `•  ${line}`),
    ...(more > 0 ? [`and ${plural(more, 'more point')}`] : []),
  ].join('\n');
}

/** What the parts refer to as [1], [2], …: one section each, since a long one would be cut within an address. */
export function briefEvidence(evidence: readonly BriefEvidence[] | undefined): SectionBlock[] {
  if (evidence === undefined || evidence.length === 0) return [];
  const more = evidence.length - MAX_EVIDENCE;
  return [
    ...evidence
      .slice(0, MAX_EVIDENCE)
      .map((quote, at) => section(`${at === 0 ? '*Evidence*\n' : ''}${formatEvidence(quote, at + 1)}`)),
    ...(more > 0 ? [section(`and ${plural(more, 'more quote')}`)] : []),
  ];
}

function formatEvidence({ provider, author, url, excerpt }: BriefEvidence, number: number): string {
  const name = escapeMrkdwn(author ?? '', 60);
  const origin = [escapeMrkdwn(providerName(provider), 40), name === '' ? null : `by ${name}`, url && formatLink(url)];
  return `[${number}] “${escapeMrkdwn(excerpt, EXCERPT)}”\n${origin.filter((part) => part !== null && part !== '').join('  ·  ')}`;
}

/** By its name, since the same bar without it is a signal's score. */
export const formatStrength = (patternStrength: number): string =>
  `${scoreBar(patternStrength)} pattern strength *${formatScore(patternStrength)}* of 100`;

/** The same for a message's text. */
export const describeStrength = (patternStrength: number): string =>
  `pattern strength ${formatScore(patternStrength)} of 100`;
