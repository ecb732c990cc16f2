import { type CitedEvidence, EvidenceFingerprint, EvidenceItemQuery } from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { z } from 'zod';
import { ACTION } from '../kit/action-ids.ts';
import type { CardContext } from '../kit/audience.ts';
import { decodeButtonValue, encodeQuery } from '../kit/button-values.ts';
import { BLOCK_LIMITS, type Card, card } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import { plainText } from '../kit/modal.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { describeEvidenceItem, fullEvidenceBlocks } from './evidence-blocks.ts';
import { EVIDENCE_PAGE_SIZE } from './evidence-card.ts';

export interface EvidenceItemPage {
  question: EvidenceItemQuery;
  topic: string;
  /** Null when it is not there any more. */
  quotation: CitedEvidence | null;
  total: number;
  /** What its post may be met as, for those who hide it; the surest first. */
  quoteIds: readonly string[];
  isHidden: boolean;
  /** Whoever looks may hide it for their workspace and show it again. */
  mayChange: boolean;
}

/** One quote in full, with a way to the others. */
export function evidenceItemCard(
  page: EvidenceItemPage,
  { freshness, locale }: Pick<CardContext, 'freshness' | 'locale'>,
): Card {
  const { question: query, topic, quotation, total, isHidden, mayChange } = page;
  const isTold = quotation !== null && (!isHidden || mayChange);
  const number = quotation === null ? 'Quote' : `Quote ${locale.count(query.at + 1)} of ${locale.count(total)}`;
  const about = `${number} on “${formatTopic({ topic })}”`;
  return card(`${about}: ${describeItem(page)}.${describeFreshness(freshness)}`, [
    header(number),
    context([`on “${escapeMrkdwn(topic, 160) || 'Untitled signal'}”`]),
    quotation === null ? section('*It is not there any more.*\nIts post was removed or changed since.') : null,
    isHidden && quotation !== null
      ? section(`*Hidden in this workspace.*${isTold ? ' It looks like this:' : ''}`)
      : null,
    ...(isTold ? fullEvidenceBlocks(quotation) : []),
    context(formatFreshness(freshness)),
    actions(itemButtons(page)),
  ]);
}

function describeItem({ quotation, isHidden }: EvidenceItemPage): string {
  if (quotation === null) return 'it is not there any more';
  return isHidden ? 'it is hidden in this workspace' : describeEvidenceItem(quotation);
}

function itemButtons({
  question: query,
  total,
  quotation,
  quoteIds,
  isHidden,
  mayChange,
}: EvidenceItemPage): (Button | null)[] {
  const { id, at, quote, back } = query;
  const way = back ? { back } : {};
  const turnTo = (other: number) => encodeQuery({ show: 'quote', id, at: other, ...way });
  const page = Math.floor(at / EVIDENCE_PAGE_SIZE);
  return [
    at > 0 ? button(ACTION.previousEvidenceItem, { text: '‹ Previous', value: turnTo(at - 1) }) : null,
    at + 1 < total ? button(ACTION.nextEvidenceItem, { text: 'Next ›', value: turnTo(at + 1) }) : null,
    button(ACTION.evidence, { text: 'All quotes', value: encodeQuery({ show: 'evidence', id, page, ...way }) }),
    mayChange && quotation !== null
      ? visibilityButton(encodeVisibilityChoice({ id, at, quote, quoteIds, ...way }), isHidden)
      : null,
  ];
}

function visibilityButton(value: string | null, isHidden: boolean): Button | null {
  if (isHidden) return button(ACTION.unhideEvidenceItem, { text: 'Show it again', value });
  const made = button(ACTION.hideEvidenceItem, { text: 'Hide this quote', value });
  return made && { ...made, confirm: CONFIRM };
}

const CONFIRM = {
  title: plainText('Hide this quote?'),
  text: plainText(
    'No card, brief, digest or share of this workspace quotes its post from now on; what stands in a channel stays. You can show it again here.',
  ),
  confirm: plainText('Hide'),
  deny: plainText('Keep'),
};

/** Which quote is hidden or shown again, and where it stands. */
const EvidenceVisibilityChoice = EvidenceItemQuery.omit({ show: true }).extend({
  quoteIds: z.tuple([EvidenceFingerprint], EvidenceFingerprint).refine((ids) => ids.length <= 4),
});
export type EvidenceVisibilityChoice = z.output<typeof EvidenceVisibilityChoice>;

/** A long way back is left out of what is too long for a button. */
function encodeVisibilityChoice(
  choice: Omit<EvidenceVisibilityChoice, 'quoteIds'> & Pick<EvidenceItemPage, 'quoteIds'>,
): string {
  const value = JSON.stringify(choice);
  return value.length <= BLOCK_LIMITS.buttonValue ? value : JSON.stringify({ ...choice, back: undefined });
}

/** null for what this version did not write. */
export const decodeEvidenceVisibilityChoice = (value: unknown): EvidenceVisibilityChoice | null =>
  decodeButtonValue(EvidenceVisibilityChoice, value);
