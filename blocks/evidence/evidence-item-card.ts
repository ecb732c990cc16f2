import { type CitedEvidence, EvidenceFingerprint, EvidenceItemQuery } from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { z } from 'zod';
import { ACTION, decodeButtonValue, encodeButtonValue, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { describeEvidenceItem, fullEvidenceBlocks } from './evidence-blocks.ts';
import { EVIDENCE_PAGE_SIZE } from './evidence-card.ts';

export interface EvidenceItemPage {
  query: EvidenceItemQuery;
  topic: string;
  /** Null when it was removed. */
  item: CitedEvidence | null;
  total: number;
  /** Fingerprints of its post, the most specific first. */
  fingerprints: readonly string[];
  isHidden: boolean;
  /** The reader may hide it and show it again. */
  mayChange: boolean;
}

export function evidenceItemCard(page: EvidenceItemPage, { freshness }: Pick<CardContext, 'freshness'>): Card {
  const { query, topic, item, total, isHidden, mayChange } = page;
  const isTold = item !== null && (!isHidden || mayChange);
  const number = item === null ? 'Evidence' : `Evidence ${formatCount(query.at + 1)} of ${formatCount(total)}`;
  const about = `${number} for “${formatTopic({ topic })}”`;
  return card(`${about}: ${describeItem(page)}.${describeFreshness(freshness)}`, [
    header(number),
    context([`For “${escapeMrkdwn(topic, 160) || 'Untitled signal'}”`]),
    item === null ? section('*This post is gone.*\nIt was removed or changed.') : null,
    isHidden && item !== null ? section('*Hidden in this workspace*') : null,
    ...(isTold ? fullEvidenceBlocks(item) : []),
    context(formatFreshness(freshness)),
    actions(itemButtons(page)),
  ]);
}

function describeItem({ item, isHidden }: EvidenceItemPage): string {
  if (item === null) return 'this post is gone';
  return isHidden ? 'hidden in this workspace' : describeEvidenceItem(item);
}

function itemButtons({ query, total, item, fingerprints, isHidden, mayChange }: EvidenceItemPage): (Button | null)[] {
  const { id, at, quote, back } = query;
  const way = back ? { back } : {};
  const turnTo = (other: number) => encodeQuery({ show: 'quote', id, at: other, ...way });
  const page = Math.floor(at / EVIDENCE_PAGE_SIZE);
  return [
    at > 0 ? button(ACTION.previousEvidenceItem, { text: '‹ Previous', value: turnTo(at - 1) }) : null,
    at + 1 < total ? button(ACTION.nextEvidenceItem, { text: 'Next ›', value: turnTo(at + 1) }) : null,
    button(ACTION.evidence, { text: 'All evidence', value: encodeQuery({ show: 'evidence', id, page, ...way }) }),
    mayChange && item !== null
      ? visibilityButton(encodeVisibilityChoice({ id, at, quote, quoteIds: fingerprints, ...way }), isHidden)
      : null,
  ];
}

function visibilityButton(value: string | null, isHidden: boolean): Button | null {
  if (isHidden) return button(ACTION.unhideEvidenceItem, { text: 'Show it again', value });
  return button(ACTION.hideEvidenceItem, { text: 'Hide this post', value, confirm: CONFIRM });
}

const CONFIRM = {
  title: 'Hide this post?',
  text: 'Cards, briefs, digests and shares in this workspace will no longer quote it. Messages already posted stay. You can show it again here.',
  confirm: 'Hide',
  deny: 'Cancel',
};

const EvidenceVisibilityChoice = EvidenceItemQuery.omit({ show: true }).extend({
  quoteIds: z.tuple([EvidenceFingerprint], EvidenceFingerprint).refine((ids) => ids.length <= 4),
});
export type EvidenceVisibilityChoice = z.output<typeof EvidenceVisibilityChoice>;

type EncodedChoice = Omit<EvidenceVisibilityChoice, 'quoteIds'> & { quoteIds: readonly string[] };

const encodeVisibilityChoice = (choice: EncodedChoice): string | null =>
  encodeButtonValue(choice) ?? encodeButtonValue({ ...choice, back: undefined });

export const decodeEvidenceVisibilityChoice = (value: unknown): EvidenceVisibilityChoice | null =>
  decodeButtonValue(EvidenceVisibilityChoice, value);
