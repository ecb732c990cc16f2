import { areaName, painTypeName } from '@pain-signals/contract';
import {
  type AskQuery,
  alertWords,
  BOT_NAME,
  COMMAND,
  commandText,
  type FindQuery,
  ListQuery,
  MAX_WORDS_LENGTH,
  type Query,
  SearchQuery,
  type SignalReference,
} from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { ACTION, encodeCorrection, encodeQuery } from '../kit/buttons.ts';
import { type Card, card, nativeKindsOf, partsOf, textCard } from '../kit/card.ts';
import { actions, button, context } from '../kit/elements.ts';
import { feedback } from '../kit/feedback.ts';
import { formatDecimal } from '../kit/format.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { mainListButtons } from '../signals/list-controls.ts';
import { exceptLabel, listTexts, periodLabel } from '../signals/list-texts.ts';

/** What is wanted of a signal, where the command's name doesn't say it. */
const WANTED: Readonly<Record<string, string>> = { why: 'why it’s moving', quote: 'evidence' };

const FACTS: Partial<Record<NonNullable<FindQuery['asks']>, string>> = {
  people: 'number of people',
  owners: 'number of organizations',
  since: 'first mention',
  latest: 'last mention',
  still: 'last mention',
  score: 'score',
  contacts: 'people to ask',
};

type Charted = FindQuery['chart'];

/** None for sources, which are those of all time. */
const chartPeriod = ({ kind, days }: NonNullable<Charted>): string[] =>
  kind === 'sources' ? [] : [periodLabel(days).toLowerCase()];

/** `type`, `number of people` */
function describeWanted(query: Pick<FindQuery, 'asks' | 'share'> & { want: string; chart?: Charted }): string {
  if (query.chart?.kind === 'sources') return 'sources';
  if (query.asks !== undefined) return FACTS[query.asks] ?? 'type';
  return query.share?.part === undefined ? (WANTED[query.want] ?? query.want) : `share the ${query.share.part}`;
}

/** What somebody's words were taken for, in a line of mrkdwn: `top · type bug · about “oauth”`. */
function describeInterpretation(query: Query): string {
  switch (query.show) {
    case 'search':
      return describeList(query).join(' · ');
    case 'find':
      return [
        describeWanted(query),
        query.names.map(describeName).join(query.want === 'compare' ? ' vs ' : ', '),
        ...(query.chart ? chartPeriod(query.chart) : []),
        ...(query.watch ? [alertWords(query.watch).trim()].filter(Boolean) : []),
      ].join(' · ');
    case 'home':
      return 'what changed this week';
    case 'briefs':
      return query.area === undefined ? 'all briefs' : `briefs · ${escapeMrkdwn(areaName(query.area), 60)}`;
    case 'ask':
      return [`“${escapeMrkdwn(query.question, 200)}”`, ...narrowedTo(query), ...periodOf(query)].join(' · ');
    case 'trending':
    case 'emerging':
    case 'top':
      return [commandText({ ...query, days: undefined }).slice(COMMAND.length + 1), ...periodOf(query)].join(' · ');
    // Nobody knows a signal by its id.
    case 'signal':
    case 'quote':
    case 'why':
    case 'evidence':
    case 'brief':
    case 'hide':
      return `${describeWanted({ asks: query.show === 'signal' ? query.asks : undefined, want: query.show })} · this signal`;
    case 'share':
      return `${describeWanted({ want: 'share', share: query })} · this signal`;
    case 'chart':
      return [describeWanted({ want: 'chart', chart: query }), 'this signal', ...chartPeriod(query)].join(' · ');
    case 'compare':
      return 'compare · these signals';
    default:
      return escapeMrkdwn(commandText(query).slice(COMMAND.length), 200);
  }
}

const ORDERS: Record<SearchQuery['sort'], string | null> = {
  relevance: null,
  score: 'highest score',
  growth: 'fastest growing',
  rising: 'rising',
  fading: 'cooling off',
  volume: 'most mentioned',
  lastSeenAt: 'latest',
};

/** Without words there is no best match. */
const orderOf = ({ sort, words }: Pick<SearchQuery, 'sort' | 'words'>): string | null =>
  sort === 'relevance' && words === undefined ? ORDERS.score : ORDERS[sort];

const narrowedTo = ({ type, area, except }: Pick<AskQuery, 'type' | 'area' | 'except'>): string[] =>
  [
    type === undefined ? null : `${painTypeName(type).toLowerCase()}s`,
    area === undefined ? null : escapeMrkdwn(areaName(area), 60),
    exceptLabel({ except }),
  ].filter((part) => part !== null);

const periodOf = ({ days }: { days?: number | undefined }): string[] =>
  days === undefined ? [] : [periodLabel(days).toLowerCase()];

function describeList({
  sort,
  direction,
  type,
  area,
  except,
  words,
  owner,
  minScore,
  limit,
  days,
}: SearchQuery): string[] {
  return [
    sort === 'growth' && direction === 'asc' ? 'falling fastest first' : orderOf({ sort, words }),
    ...narrowedTo({ type, area, except }),
    words && `signals about “${escapeMrkdwn(words, 100)}”`,
    owner && `in ${escapeMrkdwn(owner, 60)}`,
    minScore !== undefined && `score ${formatDecimal(minScore)} or more`,
    ...periodOf({ days }),
    limit !== undefined && `first ${limit}`,
  ].filter((part) => typeof part === 'string');
}

function describeName(name: SignalReference): string {
  switch (name.by) {
    case 'number':
      return `number ${name.number}`;
    case 'link':
      return escapeMrkdwn(name.url, 120);
    case 'id':
    case 'it':
      return 'this signal';
    case 'words':
      return escapeMrkdwn(`“${name.words}”`, 120);
  }
}

export interface Interpretation {
  query: Query;
  isUnderstood: boolean;
  /** The same words, searched for by their meaning. */
  asked: AskQuery | null;
  /** What the question is about, without the words around it. */
  topic?: string;
  /** It has words of its own to search posts for. */
  isSearchable?: boolean;
  /** Asked as a question on purpose: there is nothing to say about how it was taken. */
  isAsked?: true;
  /** What it may have meant, where it was searched for. */
  closest?: Query;
  /** The signal that it is about, where that is known. */
  closestTopic?: string;
  /** It begins a thread in a channel, where Slack shows the app only the messages that name it. */
  startsThread?: boolean;
  /** What was said of a period that the answer doesn't have. */
  ignored?: { said: string; because: keyof typeof IGNORED };
}

const IGNORED = {
  shortest: (said: string) => `Lists look at 7 days or more, so “${said}” became the last 7 days`,
  longest: (said: string) => `Data goes back 12 months at most, so “${said}” became the last 12 months`,
  past: (said: string) => `Periods always end today, so “${said}” was ignored`,
  rolling: (said: string) => `“${said}” became the last 7 days, up to today`,
  week: (said: string) => `This answer is about this week, so “${said}” was ignored`,
  compared: (said: string) => `Comparisons show this week and the last 30 days, so “${said}” was ignored`,
  unsupported: (said: string) => `Answers can’t be filtered by source or number of mentions, so “${said}” was ignored`,
  except: (said: string) => `Only areas and types can be left out, so “${said}” was ignored`,
  people: () => 'People and organizations aren’t ranked: each signal’s card names its organizations',
  day: (said: string) => `A digest’s day is chosen in its settings, so “${said}” was ignored`,
  whole: (said: string) => `This answer covers all time, not just “${said}”`,
};

/** Something was done, or is asked before it is: no answer to be judged. */
const isDone = (query: Query): boolean =>
  ['watch', 'hide', 'digest', 'share', 'settings', 'connect'].includes(query.show === 'find' ? query.want : query.show);

/** An answer with what the question was taken for, and one press to have it taken otherwise. */
export function interpretationCard<Shown extends Card>(answer: Shown, understood: Interpretation): Shown {
  const { query, isUnderstood, asked } = understood;
  // A question that is answered as one goes without saying.
  const searched = answer.isEmpty || /\?\s*$/.test(asked?.question ?? '') ? null : 'Answered as a question';
  const says = isUnderstood ? `Understood as: ${describeInterpretation(query)}` : searched;
  const isPlain = !isUnderstood && understood.isAsked === true;
  const { ignored } = understood;
  const note = ignored === undefined ? null : `⚠ ${IGNORED[ignored.because](escapeMrkdwn(ignored.said, 60))}`;
  const followUp = understood.startsThread === true ? `To follow up here, mention @${BOT_NAME} again.` : null;
  const interpreted = card(
    `${answer.text}${isPlain || says === null ? '' : ` ${says}.`}${note === null ? '' : ` ${note}.`}`,
    [
      ...partsOf(answer),
      asked === null || answer.isEmpty || isDone(query) || nativeKindsOf(answer).includes('feedback')
        ? null
        : feedback('answer', asked.question),
      context([isUnderstood ? `Understood as: *${describeInterpretation(query)}*` : isPlain ? null : searched, note]),
      context([followUp]),
      // An empty list has its own ways on.
      actions([
        closestButton(understood),
        answer.isEmpty || answer.isOnlyAnswer || isPlain ? null : alternativeButton(understood),
      ]),
    ],
  );
  return { ...answer, ...interpreted };
}

function closestButton({ closest, closestTopic }: Interpretation): Button | null {
  if (closest === undefined) return null;
  if (closestTopic !== undefined) {
    const text = `Why is “${escapePlainText(closestTopic, 50)}” moving?`;
    return button(ACTION.didYouMean, { text, value: encodeQuery(closest) });
  }
  const list = ListQuery.safeParse(closest).data;
  const command = commandText(closest).slice(COMMAND.length + 1);
  const meant = list === undefined ? command.replace(/^(\w+) it$/, 'its $1') : listTexts(list).title;
  const text = `Did you mean: ${escapePlainText(meant, 50)}?`;
  return button(ACTION.didYouMean, { text, value: encodeQuery(closest) });
}

function alternativeButton({ query, isUnderstood, asked, topic, isSearchable }: Interpretation): Button | null {
  if (asked === null || (isUnderstood && (query.show === 'ask' || isSearchable === false))) return null;
  // One fact of a signal is no search.
  if ('asks' in query && query.asks !== undefined) return null;
  if (isUnderstood) {
    const value = encodeCorrection({ question: asked });
    return button(ACTION.correctQuery, { text: 'Not what you meant? Search the posts', value });
  }
  // Nobody's sentence is in a signal's name.
  const words = (topic ?? asked.question).slice(0, MAX_WORDS_LENGTH).toWellFormed();
  const question = SearchQuery.parse({ show: 'search', words });
  // The answer was no mistake, so in a channel it stays.
  return button(ACTION.searchInstead, {
    text: `Search names for “${escapePlainText(words, 50)}”`,
    value: encodeQuery(question),
  });
}

/** The answer to thanks or a greeting. */
export function courtesyCard(of: Extract<Query, { show: 'courtesy' }>['of']): Card {
  if (of === 'thanks') return textCard('You’re welcome.');
  if (of === 'reply') return textCard('What should I look up? Say it in your own words.');
  return textCard(
    '*Hi!* Ask me what developers are struggling with, in your own words. Here’s where most people start:',
    mainListButtons(),
  );
}
