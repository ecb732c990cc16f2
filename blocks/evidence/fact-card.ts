import { type PainSignalDetail, painTypeName } from '@pain-signals/contract';
import {
  ChartQuery,
  type CitedEvidence,
  chartSpan,
  DAY_MS,
  type Freshness,
  type SignalQuery,
} from '@pain-signals/domain';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness, sharedByLine } from '../kit/card-context.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { formatDate, plural } from '../kit/format.ts';
import { signalMenu } from '../kit/signal-menu.ts';
import { describeCounts, describeOwners, describeWriters, formatTopic, type PeopleCount } from '../kit/signal-text.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { describeScore, evidenceButtons } from '../signals/signal-card.ts';
import { formatOrigin } from './evidence-blocks.ts';

export interface SignalFact {
  query: SignalQuery & Required<Pick<SignalQuery, 'asks'>>;
  detail: PainSignalDetail;
  /** Null when it isn't asked for, or the service did not answer. */
  people: PeopleCount | null;
  /** Of its newest posts, one by each author; null as above. */
  contacts: readonly CitedEvidence[] | null;
  /** Null as above. */
  trackedSince: string | null;
}

/** The answer to a question about one fact of a signal, with ways to read more. */
export function factCard(fact: SignalFact, cardContext: CardContext): Card {
  const { query, detail } = fact;
  const { freshness, audience } = cardContext;
  const [says, ...more] = sayFact(fact, freshness);
  const { id, back } = query;
  const whole = encodeQuery({ show: 'signal', id, ...(back ? { back } : {}) });
  return card(`${[says, ...more].join(' ')}${describeFreshness(freshness)}`, [
    section([`*${says}*`, ...more].join('\n')),
    context(formatFreshness(freshness)),
    actions([
      button(ACTION.details, { text: 'Details', value: whole }),
      ...nextButtons(query, detail, freshness),
      signalMenu(id),
    ]),
    audience.kind === 'person' ? null : sharedByLine(audience, query),
  ]);
}

function nextButtons(query: SignalFact['query'], detail: PainSignalDetail, { snapshotAt }: Freshness) {
  const { id, asks } = query;
  const chart = (kind: 'timeline' | 'history', days: number) =>
    encodeQuery(ChartQuery.parse({ show: 'chart', id, kind, days: chartSpan(days) }));
  if (asks === 'score')
    return [
      button(ACTION.chart, { text: 'Score history', value: chart('history', 90) }),
      button(ACTION.help, { text: 'How scores work', value: encodeQuery({ show: 'help', about: 'score' }) }),
    ];
  if (asks === 'since') {
    const days = (Date.parse(snapshotAt ?? detail.lastSeenAt) - Date.parse(detail.firstSeenAt)) / DAY_MS;
    return [button(ACTION.chart, { text: 'Chart', value: chart('timeline', days) }), ...evidenceButtons(query)];
  }
  return evidenceButtons(query);
}

/** The answer in a sentence, and lines that say more. */
function sayFact({ query, detail, people, contacts, trackedSince }: SignalFact, freshness: Freshness): string[] {
  switch (query.asks) {
    case 'people':
      return [sayPeople(detail, people)];
    case 'owners':
      return describeOwners(detail, `“${formatTopic(detail)}”`);
    case 'since':
      return [saySince(detail, trackedSince)];
    case 'latest':
    case 'still':
      return [sayLatest(detail, query.asks === 'still')];
    case 'score':
      return [
        `“${formatTopic(detail)}” ${describeScore(detail, freshness).replace('Score', 'scores')}.`,
        'A score says how much a signal matters right now, compared with the others.',
      ];
    case 'contacts':
      return sayContacts(detail, contacts);
    default:
      return [sayType(query.asks, detail)];
  }
}

/** `Yes: “Webhook delivered twice” is a bug.` */
function sayType(asked: SignalFact['query']['asks'], detail: PainSignalDetail): string {
  const topic = `“${formatTopic(detail)}”`;
  const { painType } = detail;
  if (painType === null) return `${asked === 'type' ? '' : 'Not clearly: '}${topic} has posts of several types.`;
  const says = `${topic} is a ${painTypeName(painType).toLowerCase()}.`;
  return asked === 'type' ? says : `${asked === painType ? 'Yes' : 'No'}: ${says}`;
}

/** `142 people wrote 143 posts about “Docker layer cache not used” since Jul 4, 2026.` */
function sayPeople(detail: PainSignalDetail, people: PeopleCount | null): string {
  const wrote = `${plural(detail.volume, 'post')} about “${formatTopic(detail)}” since ${formatDate(detail.firstSeenAt, 'day')}`;
  return `${describeWriters(people)} ${wrote}.`;
}

/** `“Docker layer cache not used” was first mentioned on Jul 4, 2026; scored since Jul 6, 2026.` */
function saySince(detail: PainSignalDetail, trackedSince: string | null): string {
  const first = `“${formatTopic(detail)}” was first mentioned on ${formatDate(detail.firstSeenAt, 'day')}`;
  const isLater = trackedSince !== null && trackedSince.slice(0, 10) > detail.firstSeenAt.slice(0, 10);
  return `${first}${isLater ? ` and has been tracked since ${formatDate(trackedSince, 'day')}` : ''}.`;
}

/** `Still reported: “Docker layer cache not used” was last mentioned on Nov 6, 2026: 16 mentions this week, 1 last week.` */
function sayLatest(detail: PainSignalDetail, isYesOrNo: boolean): string {
  const { lastSeenAt, mentionsLastWindow: last, mentionsPrevWindow: before } = detail;
  const counts = last === null || before === null ? '' : `: ${describeCounts(last, before)}`;
  // No yes or no: "is it fixed?" asks for the opposite of "is it still happening?".
  const verdict = last === null ? '' : last > 0 ? 'Still reported: ' : before ? 'Not this week: ' : 'Not lately: ';
  return `${isYesOrNo ? verdict : ''}“${formatTopic(detail)}” was last mentioned on ${formatDate(lastSeenAt, 'day')}${counts}.`;
}

const TITLE = 100;

function sayContacts(detail: PainSignalDetail, contacts: SignalFact['contacts']): string[] {
  const topic = `“${formatTopic(detail)}”`;
  if (contacts === null || contacts.length === 0)
    return [`Who wrote about ${topic} isn’t known.`, 'You can reply to the posts in its evidence.'];
  const lines = contacts.map((post) => {
    const title = escapeMrkdwn(post.title ?? '', TITLE);
    const said = title === '' ? '' : `: “${title}”`;
    return `• *${escapeMrkdwn(post.author ?? '', 60)}* (${formatOrigin({ ...post, author: null, licence: null })})${said}`;
  });
  return [`People who wrote about ${topic} most recently:`, ...lines];
}
