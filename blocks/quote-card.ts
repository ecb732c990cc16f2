import type { Button } from '@slack/types';
import { z } from 'zod';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { QUOTES_A_PAGE } from './evidence-card.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { LIMITS } from './limits.ts';
import { plain } from './modal.ts';
import { showCount } from './numbers.ts';
import { encodeQuestion, QuoteId, QuoteQuestion } from './question.ts';
import { fullQuoteBlocks, type Quotation, sayQuote } from './quote-block.ts';
import type { Setting } from './setting.ts';
import { sayTopic } from './signal-row.ts';
import { quoteData } from './text.ts';

export interface QuotePage {
  question: QuoteQuestion;
  topic: string;
  /** Null when it is not there any more. */
  quotation: Quotation | null;
  total: number;
  /** What its post may be met as, for those who hide it; the surest first. */
  quoteIds: readonly string[];
  isHidden: boolean;
  /** Whoever looks may hide it for their workspace and show it again. */
  mayChange: boolean;
}

/** One quote in full, with a way to the others. */
export function quoteCard(page: QuotePage, { freshness }: Pick<Setting, 'freshness'>): Card {
  const { question, topic, quotation, total, isHidden, mayChange } = page;
  const isTold = quotation !== null && (!isHidden || mayChange);
  const number = quotation === null ? 'Quote' : `Quote ${showCount(question.at + 1)} of ${showCount(total)}`;
  const about = `${number} on “${sayTopic({ topic })}”`;
  return card(`${about}: ${sayWhat(page)}.${sayFreshness(freshness)}`, [
    header(number),
    context([`on “${quoteData(topic, 160) || 'Untitled signal'}”`]),
    quotation === null ? section('*It is not there any more.*\nIts post was removed or changed since.') : null,
    isHidden && quotation !== null
      ? section(`*Hidden in this workspace.*${isTold ? ' It looks like this:' : ''}`)
      : null,
    ...(isTold ? fullQuoteBlocks(quotation) : []),
    context(showFreshness(freshness)),
    actions(quoteButtons(page)),
  ]);
}

function sayWhat({ quotation, isHidden }: QuotePage): string {
  if (quotation === null) return 'it is not there any more';
  return isHidden ? 'it is hidden in this workspace' : sayQuote(quotation);
}

function quoteButtons({ question, total, quotation, quoteIds, isHidden, mayChange }: QuotePage): (Button | null)[] {
  const { id, at, quote, back } = question;
  const way = back ? { back } : {};
  const turnTo = (other: number) => encodeQuestion({ show: 'quote', id, at: other, ...way });
  const page = Math.floor(at / QUOTES_A_PAGE);
  return [
    at > 0 ? button(ACTION.previousQuote, { text: '‹ Previous', value: turnTo(at - 1) }) : null,
    at + 1 < total ? button(ACTION.nextQuote, { text: 'Next ›', value: turnTo(at + 1) }) : null,
    button(ACTION.evidence, { text: 'All quotes', value: encodeQuestion({ show: 'evidence', id, page, ...way }) }),
    mayChange && quotation !== null
      ? visibilityButton(encodeChoice({ id, at, quote, quoteIds, ...way }), isHidden)
      : null,
  ];
}

function visibilityButton(value: string | null, isHidden: boolean): Button | null {
  if (isHidden) return button(ACTION.unhideQuote, { text: 'Show it again', value });
  const made = button(ACTION.hideQuote, { text: 'Hide this quote', value });
  return made && { ...made, confirm: CONFIRM };
}

const CONFIRM = {
  title: plain('Hide this quote?'),
  text: plain(
    'No card, brief, digest or share of this workspace quotes its post from now on; what stands in a channel stays. You can show it again here.',
  ),
  confirm: plain('Hide'),
  deny: plain('Keep'),
};

/** Which quote is hidden or shown again, and where it stands. */
const QuoteChoice = QuoteQuestion.omit({ show: true }).extend({
  quoteIds: z.tuple([QuoteId], QuoteId).refine((ids) => ids.length <= 4),
});
export type QuoteChoice = z.output<typeof QuoteChoice>;

/** A long way back is left out of what is too long for a button. */
function encodeChoice(choice: Omit<QuoteChoice, 'quoteIds'> & Pick<QuotePage, 'quoteIds'>): string {
  const value = JSON.stringify(choice);
  return value.length <= LIMITS.buttonValue ? value : JSON.stringify({ ...choice, back: undefined });
}

/** null for what this version did not write. */
export function decodeQuoteChoice(value: unknown): QuoteChoice | null {
  if (typeof value !== 'string' || value.length > LIMITS.buttonValue) return null;
  try {
    return QuoteChoice.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}
