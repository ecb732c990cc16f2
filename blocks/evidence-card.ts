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
  /** Which ones these are, in the same order. */
  quoteIds: readonly string[];
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

/** Quotes are longer than rows: as many as can be read without scrolling. */
export const QUOTES_A_PAGE = 4;

/** What people wrote about a pain, quoted and attributed. */
export function evidenceCard(page: EvidencePage, setting: Setting): Card {
  const { question, topic, quotations, isWithoutExcerpts } = page;
  const { freshness, audience } = setting;
  return card(sayEvidence(page, setting), [
    header(plainData(`Evidence: ${plainData(topic, 130) || 'Untitled signal'}`, 150)),
    context([showRange(page), isWithoutExcerpts ? TITLES_ONLY : null]),
    quotations.length === 0
      ? section('*There is nothing to quote.*\nIts posts were removed since it was scored.')
      : null,
    ...quotations.flatMap((_, at) => showEntry(page, at, audience.kind === 'person')),
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
function showEntry(
  { question, mayChange, quotations, quoteIds, firstNumber }: EvidencePage,
  at: number,
  isOwn: boolean,
) {
  const { id, back } = question;
  const [entry = 'hidden', quote] = [quotations[at], quoteIds[at]];
  const number = firstNumber + at;
  const asked = { show: 'quote' as const, id, at: number - 1, quote, ...(back ? { back } : {}) };
  const value = isOwn ? encodeQuestion(asked) : null;
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
  const last = firstNumber + quotations.length - 1;
  return `Newest first  ·  ${showCount(firstNumber)}–${showCount(last)} of ${plural(total, 'quote')}${sayMentions(posts, total)}`;
}

/** The card of the signal counts posts, here stands what can be quoted of them: said wherever the two differ. */
function sayMentions(posts: number | null, total: number): string {
  if (posts === null || posts === total) return '';
  const why = posts < total ? 'a long post gives several' : 'not every post can be quoted';
  return ` from ${plural(posts, 'mention')}: ${why}`;
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
