import type { PainSignalListItem } from '@pain-signals/contract';
import type { RelatedQuery } from '@pain-signals/domain';
import { ACTION, encodeQuery, encodeShareRequest } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness, sharedByLine } from '../kit/card-context.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { describeSignalRow, formatSignalRow } from '../signals/signal-row.ts';

/** Words of the message, and words close in meaning, that matched the signal. */
interface Matched {
  said: readonly string[];
  meant: readonly string[];
}

export interface RelatedSignals {
  query: RelatedQuery;
  rows: readonly (PainSignalListItem & { matched: Matched })[];
  /** The message it is about, under which it can be shared. */
  thread?: string;
}

const QUOTED = 120;
const MAX_WORDS = 6;

/** Signals about the same thing as a message, each with the words that matched. */
export function relatedCard({ query, rows, thread }: RelatedSignals, cardContext: CardContext): Card {
  const { freshness, linkTo, audience } = cardContext;
  const found = rows
    .map((row, at) => `${describeSignalRow(row, at + 1)}${describeMatched(row.matched, '; ')}`)
    .join('; ');
  const share = encodeShareRequest({ subject: query, attempt: 1, ...(thread ? { thread } : {}) });
  return card(`Related pain: ${found}.${describeFreshness(freshness)}`, [
    header('Related pain'),
    context([`Closest to “${escapeMrkdwn(query.text, QUOTED)}”`]),
    ...rows.map((row, at) =>
      section(
        `${formatSignalRow(row, { rank: at + 1, linkTo })}${describeMatched(row.matched, '\n')}`,
        button(ACTION.details, {
          text: 'Details',
          label: `Details of ${escapePlainText(row.topic, 60)}`,
          value: encodeQuery({ show: 'signal', id: row.id }),
        }),
      ),
    ),
    context(formatFreshness(freshness)),
    audience.kind === 'person' && thread && !audience.isShared
      ? actions([button(ACTION.share, { text: 'Share in thread', value: share, style: 'primary' })])
      : null,
    audience.kind === 'channel' ? sharedByLine(audience, query) : null,
  ]);
}

/** Better than a guess that wastes a thread's time. */
export function nothingRelatedCard(
  { query, hasClosest }: Pick<RelatedSignals, 'query'> & { hasClosest: boolean },
  { freshness }: CardContext,
): Card {
  const quoted = escapeMrkdwn(query.text, QUOTED);
  const says = `No signal is clearly about “${quoted}”${/[.!?…]$/.test(quoted) ? '' : '.'}`;
  return card(`${says}${describeFreshness(freshness)}`, [
    section(`*${says}*`),
    context(formatFreshness(freshness)),
    hasClosest
      ? actions([
          button(ACTION.askInstead, {
            text: 'Show the closest anyway',
            value: encodeQuery({ show: 'ask', question: query.text, page: 0 }),
          }),
        ])
      : null,
  ]);
}

/** A picture or a bare greeting has nothing to search for. */
export function nothingToSearchCard(): Card {
  const says = 'This message is too short to find related signals.';
  return card(`${says} Try one that describes a problem.`, [section(`*${says}*\nTry one that describes a problem.`)]);
}

function describeMatched({ said, meant }: Matched, before: string): string {
  const parts = [
    listWords('In common: ', said),
    // Where both texts share words, a related word that is in neither is confusing.
    said.length > 0 ? '' : listWords(`Related word${meant.length === 1 ? '' : 's'}: `, meant),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : before + parts.join('; ');
}

const listWords = (before: string, words: readonly string[]): string =>
  words.length === 0
    ? ''
    : before +
      words
        .slice(0, MAX_WORDS)
        .map((word) => `“${escapeMrkdwn(word, 40)}”`)
        .join(', ');
