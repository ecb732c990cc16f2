import type { CitedEvidence, EvidenceQuery } from '@pain-signals/domain';
import type { ActionsBlock } from '@slack/types';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
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
import { escapePlainText } from '../kit/text.ts';
import { describeEvidenceItem, evidenceBlocks } from './evidence-blocks.ts';

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

export function evidenceCard(page: EvidencePage, cardContext: CardContext): Card {
  const { query, topic, items, isWithoutExcerpts } = page;
  const { freshness, audience } = cardContext;
  return card(describeEvidence(page, cardContext), [
    header(escapePlainText(`Evidence: ${escapePlainText(topic, 130) || 'Untitled signal'}`, 150)),
    context([formatRange(page), isWithoutExcerpts ? TITLES_ONLY : null]),
    items.length === 0 ? section('*No evidence to show.*\nIts posts have been removed since it was scored.') : null,
    ...(audience.kind === 'person' ? items.flatMap((_, at) => formatEntry(page, at, true)) : foldedEntries(page)),
    context(formatFreshness(freshness)),
    audience.kind === 'person'
      ? evidenceButtons(page, audience.isShared ?? false)
      : actions([openSignalButton(query.id), signalMenu(query.id)]),
    audience.kind === 'person' ? null : sharedByLine(audience, query),
  ]);
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
    const label = `Show hidden excerpt ${number}`;
    const show = mayShowHidden ? button(ACTION.readEvidenceItem, { text: 'Show hidden', value, label }) : null;
    return [section(`*${number}.* _Hidden in this workspace_`, show)];
  }
  const label = `Read excerpt ${number} in full`;
  const read = entry.excerpt === null ? null : button(ACTION.readEvidenceItem, { text: 'Read in full', value, label });
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
    ...(items.length === 0 ? [] : shareButtons(query, { isShared })),
    signalMenu(id),
  ]);
}
