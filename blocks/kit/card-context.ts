import { MIXED_MARK, SAMPLE_MARK } from '@pain-signals/contract';
import { COMMAND, commandText, type Freshness, isFiltered, type Query, type ShareRequest } from '@pain-signals/domain';
import type { Button, ContextBlock } from '@slack/types';
import { ACTION, encodeShareRequest } from './buttons.ts';
import { button, context } from './elements.ts';
import { formatCount, formatDate, plural } from './format.ts';
import { escapeMrkdwn } from './text.ts';

/** Who will see a card, and what surrounds its data. */
export interface CardContext {
  freshness: Freshness;
  /** The address of a signal's page, null when there is none to link to. */
  linkTo: (signalId: string) => string | null;
  /** In a channel, buttons don't change the card for others. */
  audience: /** `isShared`: one press more cannot share it here: it was, or this is no channel. */
  /** `isDirect`: a message of the app to this person alone. */
    | { kind: 'person'; isShared?: boolean; isDirect?: boolean }
    /** `isAsked`: an answer everybody in the channel can read, not a share. `isAlone`: a direct message. */
    /** `hasNote`: the sharer's note is on top, with their name. */
    | { kind: 'channel'; sharedBy: string; isAsked?: boolean; isAlone?: boolean; hasNote?: boolean };
}

type Channel = Extract<CardContext['audience'], { kind: 'channel' }>;

/** Lists have a command that others can type; what is about one signal would show its id. */
const TYPED: ReadonlySet<Query['show']> = new Set(['trending', 'emerging', 'top', 'search', 'ask', 'briefs']);

/** A question that was narrowed afterwards ("only bugs", "last month"): no command says both. */
const isNarrowed = (query: Query): boolean =>
  query.show === 'ask' &&
  (isFiltered({ ...query, days: undefined }) || (query.days !== undefined && !SAYS_PERIOD.test(query.question)));

const SAYS_PERIOD = /\d|\b(?:last|past|this|since|today|yesterday)\b/i;

/** Names who shared the card, unless their note does, and the command that shows it. @param total of a list of which the card shows a part */
export function sharedByLine(
  { sharedBy, isAsked = false, isAlone = false, hasNote = false }: Channel,
  query: Query,
  total: number | null = null,
): ContextBlock | null {
  const credit = isAlone ? 'You sent this to yourself' : `${isAsked ? 'Asked' : 'Shared'} by <@${sharedBy}>`;
  const command = `\`${escapeMrkdwn(commandText(query), 200)}\``;
  const isTyped = TYPED.has(query.show) && !isNarrowed(query);
  const opens = total === null ? `Same ${query.show === 'ask' ? 'answer' : 'list'}` : `See all ${formatCount(total)}`;
  return context([hasNote ? null : credit, isTyped ? `${opens}: ${command}` : null]);
}

/** "Share in channel" posts here; "Share to…" opens a dialog. */
export function shareButtons(
  subject: ShareRequest['subject'],
  { isShared, style }: { isShared: boolean; style?: 'primary' },
): (Button | null)[] {
  const value = encodeShareRequest({ subject, attempt: 1 });
  return [
    isShared ? null : button(ACTION.share, { text: 'Share in channel', value, ...(style ? { style } : {}) }),
    button(ACTION.shareTo, { text: 'Share to…', label: 'Share in another channel or thread, with a note', value }),
  ];
}

/** What the numbers of a list are for: commands that nobody else notices. */
export const numbersHint = ({ length }: readonly unknown[]): string =>
  `Use the numbers: ${['evidence 1', 'why 1', length > 1 ? 'compare 1 vs 2' : 'brief 1'].map((words) => `\`${COMMAND} ${words}\``).join(', ')}`;

interface Page {
  page: number;
  hasNext: boolean;
}

/** @param turnTo a button's value for another page */
export const pageButtons = ({ page, hasNext }: Page, turnTo: (page: number) => string | null): (Button | null)[] => [
  page > 0 ? button(ACTION.previousPage, { text: '‹ Previous', value: turnTo(page - 1) }) : null,
  hasNext ? button(ACTION.nextPage, { text: 'Next ›', value: turnTo(page + 1) }) : null,
];

/** `56 signals active in the last 30 days`: lists and searches show others too. */
export const describeActive = (signals: number): string => `${plural(signals, 'signal')} active in the last 30 days`;

/** `6–10 of 1,234`, or null where all rows are on one page. @param limit of a list that shows the first so many */
export function formatRange(
  { rows, firstRank, total }: { rows: readonly unknown[]; firstRank: number; total: number },
  limit?: number,
): string | null {
  if (total <= rows.length) return null;
  return `${formatCount(firstRank)}–${formatCount(firstRank + rows.length - 1)} of ${total === limit ? 'the top ' : ''}${formatCount(total)}`;
}

const LISTS_LIMITED = 'Fair use leaves no new list for now';

/** Parts of a context line, most important first. */
export function formatFreshness({
  snapshotAt,
  isSample,
  isMixed,
  staleSince,
  isLimited,
  dropped,
}: Freshness): (string | null)[] {
  return [
    isSample ? `*${SAMPLE_MARK}*${isMixed ? ` ${MIXED_MARK}` : ''}` : null,
    staleSince === null
      ? null
      : `⚠ ${isLimited ? LISTS_LIMITED : 'The service isn’t responding'}. Showing data from ${formatDate(staleSince, 'minute')}`,
    snapshotAt === undefined ? null : formatSnapshot(snapshotAt),
    dropped === 0 ? null : `${dropped} unreadable ${dropped === 1 ? 'entry' : 'entries'} left out`,
  ];
}

/** The same as sentences. */
export function describeFreshness({ isSample, isMixed, staleSince, isLimited }: Freshness): string {
  return [
    staleSince === null
      ? ''
      : ` ${isLimited ? LISTS_LIMITED : 'The service isn’t responding'}, so these numbers are older.`,
    isSample ? ` ${SAMPLE_MARK}${isMixed ? ` ${MIXED_MARK}` : ''}.` : '',
  ].join('');
}

function formatSnapshot(snapshotAt: string | null): string {
  return snapshotAt === null ? 'No scores yet' : `Updated ${formatDate(snapshotAt, 'minute')}`;
}
