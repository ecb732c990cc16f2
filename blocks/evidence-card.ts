import type { ActionsBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { plural, showCount } from './numbers.ts';
import { type EvidenceQuestion, encodeQuestion } from './question.ts';
import { type Quotation, quoteBlocks, sayQuote } from './quote-block.ts';
import type { Setting } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedLine } from './shared-line.ts';
import { sayTopic } from './signal-row.ts';
import { plainData } from './text.ts';

export interface EvidencePage {
  /** What was asked; `page` says which page this is. */
  question: EvidenceQuestion;
  topic: string;
  quotations: readonly (Quotation | 'hidden')[];
  /** Of the first one, from 1. */
  firstNumber: number;
  total: number;
  /** That they are taken from; null where nobody knows. */
  posts?: number | null;
  hasNext: boolean;
  /** Whoever looks may show again what is hidden. */
  mayChange?: boolean;
  /** The service gives titles only. */
  isWithoutExcerpts: boolean;
}

const TITLES_ONLY = '⚠ Titles only: the service does not give excerpts at the moment';

/** What people wrote about a pain, quoted and attributed. */
export function evidenceCard(page: EvidencePage, setting: Setting): Card {
  const { question, topic, quotations, firstNumber, isWithoutExcerpts } = page;
  const { freshness, audience } = setting;
  return card(sayEvidence(page, setting), [
    header(plainData(`Evidence: ${plainData(topic, 130) || 'Untitled signal'}`, 150)),
    context([showRange(page), isWithoutExcerpts ? TITLES_ONLY : null]),
    quotations.length === 0
      ? section('*There is nothing to quote.*\nIts posts were removed since it was scored.')
      : null,
    ...quotations.flatMap((quotation, at) => showEntry(page, quotation, firstNumber + at, audience.kind === 'person')),
    context(showFreshness(freshness)),
    audience.kind === 'person' ? evidenceButtons(page, audience.isShared ?? false) : sharedLine(audience, question),
  ]);
}

function sayEvidence({ topic, quotations, total }: EvidencePage, { freshness }: Setting): string {
  const shown = quotations.filter((quotation) => quotation !== 'hidden');
  const quoted = shown.map(sayQuote).join('; ') || 'hidden in this workspace';
  const found = quotations.length === 0 ? 'there is nothing to quote' : `${plural(total, 'quote')}: ${quoted}`;
  return `Evidence of “${sayTopic({ topic })}”: ${found}.${sayFreshness(freshness)}`;
}

/** One press away from its full text; in a channel nothing on the card opens anything. */
function showEntry({ question, mayChange }: EvidencePage, entry: Quotation | 'hidden', number: number, isOwn: boolean) {
  const { id, back } = question;
  const value = isOwn ? encodeQuestion({ show: 'quote', id, at: number - 1, ...(back ? { back } : {}) }) : null;
  if (entry === 'hidden') {
    const label = `Show quote ${number}, which is hidden`;
    const show = mayChange ? button(ACTION.readQuote, { text: 'Show hidden', value, label }) : null;
    return [section(`*${number}.* _Hidden in this workspace_`, show)];
  }
  const label = `Read quote ${number} in full`;
  const read = entry.excerpt === null ? null : button(ACTION.readQuote, { text: 'Read in full', value, label });
  return quoteBlocks(entry, number, read);
}

function showRange({ quotations, firstNumber, total, posts = null }: EvidencePage): string | null {
  if (quotations.length === 0) return null;
  // Long posts give several, and then the numbers of the signal and of its evidence differ.
  const source = posts !== null && posts < total ? ` from ${plural(posts, 'post')}` : '';
  const last = firstNumber + quotations.length - 1;
  return `Newest first  ·  ${showCount(firstNumber)}–${showCount(last)} of ${plural(total, 'quote')}${source}`;
}

function evidenceButtons({ question, hasNext, quotations }: EvidencePage, isShared: boolean): ActionsBlock | null {
  const { id, page, back } = question;
  const turnTo = (other: number) => encodeQuestion({ ...question, page: other });
  const signal = encodeQuestion({ show: 'signal', id, ...(back ? { back } : {}) });
  return actions([
    button(ACTION.backToSignal, { text: '‹ Signal', value: signal, label: 'Back to the signal' }),
    page > 0 ? button(ACTION.previousPage, { text: '‹ Previous', value: turnTo(page - 1) }) : null,
    hasNext ? button(ACTION.nextPage, { text: 'Next ›', value: turnTo(page + 1) }) : null,
    ...(quotations.length === 0 ? [] : shareButtons(question, { isShared })),
  ]);
}
