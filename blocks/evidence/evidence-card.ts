import { type CitedEvidence, EvidenceFingerprint, EvidenceItemQuery, type EvidenceQuery } from '@pain-signals/domain';
import type { ActionsBlock, Button } from '@slack/types';
import { z } from 'zod';
import { ACTION, decodeButtonValue, encodeButtonValue, encodeQuery } from '../kit/buttons.ts';
import { type Card, type CardPart, card } from '../kit/card.ts';
import {
  type CardContext,
  describeFreshness,
  formatFreshness,
  pageButtons,
  shareButtons,
  sharedByLine,
} from '../kit/card-context.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatCount, plural } from '../kit/format.ts';
import { folded } from '../kit/native-blocks.ts';
import { signalMenu } from '../kit/signal-menu.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { describeEvidenceItem, evidenceBlocks, fullEvidenceBlocks } from './evidence-blocks.ts';

export interface EvidencePage {
  query: EvidenceQuery;
  topic: string;
  items: readonly (CitedEvidence | 'hidden')[];
  /** In the order of `items`. */
  fingerprints: readonly string[];
  firstNumber: number;
  total: number;
  /** Number of posts they are from; null if unknown. */
  posts?: number | null;
  hasNext: boolean;
  /** The reader may show hidden items. */
  mayShowHidden?: boolean;
  /** The service gives titles only. */
  isWithoutExcerpts: boolean;
}

const TITLES_ONLY = '⚠ Titles only: excerpts aren’t available right now';

/** As many as fit without scrolling. */
export const EVIDENCE_PAGE_SIZE = 4;

export function evidenceCard(given: EvidencePage, cardContext: CardContext): Card {
  const { freshness, audience } = cardContext;
  const page = audience.kind === 'person' ? given : withoutHidden(given);
  const { query, topic, items, isWithoutExcerpts } = page;
  const isAllHidden = given.items.length > items.length;
  return card(describeEvidence(page, cardContext), [
    header(escapePlainText(`Evidence: ${escapePlainText(topic, 130) || 'Untitled signal'}`, 150)),
    context([formatRange(page), isWithoutExcerpts ? TITLES_ONLY : null]),
    items.length === 0
      ? section(
          `*No evidence to show.*\n${isAllHidden ? 'These posts are hidden in this workspace.' : 'Its posts have been removed since it was scored.'}`,
        )
      : null,
    ...(audience.kind === 'person' ? items.flatMap((_, at) => formatEntry(page, at, true)) : foldedEntries(page)),
    context(formatFreshness(freshness)),
    audience.kind === 'person'
      ? evidenceButtons(page, audience.isShared ?? false)
      : actions([openSignalButton(query.id), signalMenu(query.id)]),
    audience.kind === 'person' ? null : sharedByLine(audience, query),
  ]);
}

/** A channel is shown what the workspace reads, numbered without gaps. */
function withoutHidden(page: EvidencePage): EvidencePage {
  const shown = page.items.flatMap((item, at) => (item === 'hidden' ? [] : [at]));
  const left = page.items.length - shown.length;
  return left === 0
    ? page
    : {
        ...page,
        items: shown.flatMap((at) => page.items[at] ?? []),
        fingerprints: shown.flatMap((at) => page.fingerprints[at] ?? []),
        total: page.total - left,
        posts: null,
      };
}

function describeEvidence({ topic, items, total }: EvidencePage, { freshness }: CardContext): string {
  const shown = items.filter((item) => item !== 'hidden');
  const quoted = shown.map(describeEvidenceItem).join('; ') || 'hidden in this workspace';
  const found = items.length === 0 ? 'nothing to show' : `${plural(total, 'excerpt')}: ${quoted}`;
  return `Evidence for “${formatTopic({ topic })}”: ${found}.${describeFreshness(freshness)}`;
}

/** In a channel the first excerpt is shown, and the others open with a press. */
function foldedEntries(page: EvidencePage): readonly (CardPart | null)[] {
  const [first = [], ...others] = page.items.map((_, at) => formatEntry(page, at, false));
  const more = others.flat().filter((block) => block !== null);
  return [...first, ...folded(`${plural(others.length, 'more excerpt')}`, more)];
}

/** In a channel there are no buttons. */
function formatEntry(
  { query, mayShowHidden, items, fingerprints, firstNumber }: EvidencePage,
  at: number,
  isOwn: boolean,
) {
  const { id, back } = query;
  const [entry = 'hidden', quote] = [items[at], fingerprints[at]];
  const number = firstNumber + at;
  const asked = { show: 'quote' as const, id, at: number - 1, quote, ...(back ? { back } : {}) };
  const value = isOwn ? encodeQuery(asked) : null;
  if (entry === 'hidden') {
    const label = `Read hidden excerpt ${number}`;
    const show = mayShowHidden ? button(ACTION.readEvidenceItem, { text: 'Read hidden post', value, label }) : null;
    return [section(`*${number}.* _Hidden in this workspace_`, show)];
  }
  const label = `Open post: excerpt ${number}`;
  const read = entry.excerpt === null ? null : button(ACTION.readEvidenceItem, { text: 'Open post', value, label });
  return evidenceBlocks(entry, number, read);
}

function formatRange({ items, firstNumber, total, posts = null }: EvidencePage): string | null {
  if (items.length === 0) return null;
  const last = firstNumber + items.length - 1;
  return `Newest first  ·  ${formatCount(firstNumber)}–${formatCount(last)} of ${plural(total, posts === total ? 'post' : 'excerpt')}${describeMentions(posts, total)}`;
}

/** Says where they are from, as far as the numbers differ. */
function describeMentions(posts: number | null, total: number): string {
  if (posts === null || posts === total) return '';
  return ` from ${plural(posts, 'post')}`;
}

const openSignalButton = (id: string) =>
  button(ACTION.details, { text: 'Details', value: encodeQuery({ show: 'signal', id }) });

function evidenceButtons({ query, hasNext, items }: EvidencePage, isShared: boolean): ActionsBlock | null {
  const { id, page, back } = query;
  const signal = encodeQuery({ show: 'signal', id, ...(back ? { back } : {}) });
  return actions([
    button(ACTION.backToSignal, { text: '‹ Details', value: signal, label: 'Back to the signal' }),
    ...pageButtons({ page, hasNext }, (other) => encodeQuery({ ...query, page: other })),
    ...(items.every((item) => item === 'hidden') ? [] : shareButtons(query, { isShared })),
    signalMenu(id),
  ]);
}

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
  const number = item === null ? 'Evidence' : `Post ${formatCount(query.at + 1)} of ${formatCount(total)}`;
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
  if (isHidden) return button(ACTION.unhideEvidenceItem, { text: 'Show again', value });
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
