import type { PainSignalListItem } from '@pain-signals/contract';
import {
  alertWords,
  COMMAND,
  type FindQuery,
  type Query,
  SearchQuery,
  type SubcommandName,
  singleQueries,
  withResolvedSignal,
} from '@pain-signals/domain';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { type CardContext, formatFreshness } from '../kit/card-context.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { formatCount, plural } from '../kit/format.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { mainListButtons } from './list-controls.ts';
import { describeSignalRow, formatSignalRow } from './signal-row.ts';

export interface SignalChoice {
  query: FindQuery;
  /** Index of the signal to choose. */
  at: number;
  words: string;
  rows: readonly PainSignalListItem[];
  total: number;
  /** No name or summary has the words, but posts do. */
  isInPosts?: boolean;
}

/** Several signals match, or posts of at least one: a press picks one and continues the query. */
export function choiceCard(
  { query, at, words, rows, total, isInPosts = false }: SignalChoice,
  { freshness, linkTo }: CardContext,
): Card {
  const named = `“${escapeMrkdwn(words, 100)}”`;
  // A press hides at once, and for others, too.
  const isHiding = query.want === 'hide';
  const which = isHiding ? 'Which one do you want to hide for everyone in this workspace?' : 'Which one?';
  const inPosts =
    total === 1 && !isHiding ? 'this one match. Is it the one you mean?' : `${plural(total, 'signal')} match. ${which}`;
  const asked = isInPosts
    ? `No signal’s name has ${named}, but posts of ${inPosts}`
    : `${named} matches ${plural(total, 'signal')}. ${which}`;
  const press = isHiding ? FOR_EACH.hide : 'This one';
  const all = encodeQuery(SearchQuery.parse({ show: 'search', words }));
  const asking = card(`${asked} ${rows.map((row, each) => describeSignalRow(row, each + 1)).join('; ')}.`, [
    section(asked),
    ...rows.map((row) =>
      section(
        formatSignalRow(row, { linkTo }),
        button(ACTION.choose, {
          text: press,
          label: `${press}: ${escapePlainText(row.topic, 60)}`,
          value: encodeQuery(withResolvedSignal(query, at, row.id)),
        }),
      ),
    ),
    context(formatFreshness(freshness)),
    rows.length < total ? actions([button(ACTION.searchInstead, { text: 'See all', value: all })]) : null,
  ]);
  return { ...asking, asksBack: true };
}

/** What the button for each of several signals says. */
const FOR_EACH: Record<FindQuery['want'], string> = {
  signal: 'Details',
  why: 'Why?',
  chart: 'Chart',
  evidence: 'Evidence',
  brief: 'Brief',
  compare: 'Compare',
  share: 'Share',
  hide: 'Hide',
  watch: 'Watch',
};

/** A query about more signals than one answer takes: a button for each, or for each pair. */
export function severalCard(query: FindQuery, topics: ReadonlyMap<string, string>): Card {
  const press = FOR_EACH[query.want];
  const alerts = query.watch ? alertWords(query.watch) : '';
  const says =
    query.want === 'compare'
      ? 'A comparison takes two signals. Pick a pair:'
      : `You named ${plural(query.names.length, 'signal')}${alerts === '' ? '' : ` to watch${alerts}`}. Pick where to start:`;
  const rows = singleQueries(query).map(({ query: single, names }) => ({
    topics: names.map((name) => (name.by === 'id' ? (topics.get(name.id) ?? name.id) : '')).join(' vs '),
    value: encodeQuery(single),
  }));
  const asking = card(`${says} ${rows.map((row) => escapeMrkdwn(row.topics, 200)).join('; ')}.`, [
    section(says),
    ...rows.map((row) =>
      section(
        escapeMrkdwn(row.topics, 300),
        button(ACTION.pick, { text: press, label: `${press}: ${escapePlainText(row.topics, 60)}`, value: row.value }),
      ),
    ),
  ]);
  return { ...asking, asksBack: true };
}

/** @param command what was asked of the signal */
export function noListSeenCard(number: number, command: SubcommandName, isDirect: boolean): Card {
  const title = `There’s no number ${number} to refer to.`;
  const reason = `Numbers come from the last list you saw in this ${isDirect ? 'conversation' : 'channel'} and work for an hour.`;
  const nextStep = `Open a list first, or use words: \`${COMMAND} ${command} oauth\``;
  return {
    ...textCard(`*${title}*\n${reason}\n${nextStep}`, [...mainListButtons(), searchButton(number)]),
    ...ASKS_BACK,
  };
}

interface ListedChoice {
  /** In the list that was shown here. */
  number: number;
  topic: string;
  /** The same query about this signal. */
  query: Query;
}

/** "And the brief?", when no signal was shown yet: one of the list's, or a list first. */
export function whichSignalCard(want: FindQuery['want'], listed: readonly ListedChoice[]): Card {
  if (listed.length === 0) {
    return { ...textCard('*Which signal?*\nOpen a list first, then pick one.', mainListButtons()), ...ASKS_BACK };
  }
  const press = FOR_EACH[want];
  const rows = listed.map(({ topic, number, query }) => ({
    says: `${number}. ${escapeMrkdwn(topic, 200)}`,
    button: button(ACTION.pick, {
      text: press,
      label: `${press}: ${escapePlainText(topic, 60)}`,
      value: encodeQuery(query),
    }),
  }));
  const asking = card(`Which signal? ${rows.map(({ says }) => says).join('; ')}`, [
    section('*Which signal?*'),
    ...rows.map((row) => section(row.says, row.button)),
  ]);
  return { ...asking, ...ASKS_BACK };
}

const ASKS_BACK = { isEmpty: true, asksBack: true } as const;

/** @param page on which it is, of a list whose pages weren't all seen */
export function noSuchNumberCard(
  number: number,
  { shown, page, command }: { shown: readonly number[]; page: number | null; command: SubcommandName },
): Card {
  const title =
    page === null
      ? `There’s no number ${number} in your last list.`
      : `Number ${number} is on page ${page} of your last list.`;
  const nextStep =
    page === null ? `${describeRange(shown, command)}, or try one of these:` : 'Turn to it with *Next* first.';
  return { ...textCard(`*${title}*\n${nextStep}`, [...mainListButtons(), searchButton(number)]), ...ASKS_BACK };
}

function describeRange(shown: readonly number[], command: SubcommandName): string {
  const [first, last] = [Math.min(...shown), Math.max(...shown)];
  const example = `\`${COMMAND} ${command} ${first}\``;
  return first === last
    ? `It has one signal${first === 1 ? '' : `, number ${formatCount(first)}`}. Try ${example}`
    : `It has signals ${formatCount(first)} ${last - first === 1 ? 'and' : 'to'} ${formatCount(last)}. Try ${example}`;
}

/** The number may be a search term, such as an error code. */
const searchButton = (number: number) =>
  button(ACTION.searchInstead, {
    text: `Search “${number}”`,
    value: encodeQuery(SearchQuery.parse({ show: 'search', words: String(number) })),
  });

/** @param example a link that would work */
export function unknownLinkCard(url: string, example: string | null): Card {
  const title = 'That link doesn’t lead to a signal.';
  const reason = `You typed \`${escapeMrkdwn(url, 200)}\`.`;
  const links = example === null ? 'contains its ID' : `looks like \`${escapeMrkdwn(example, 300)}\``;
  const nextStep = `A signal’s link ${links}. You can also use a number or words: \`${COMMAND} signal oauth\``;
  return textCard(`*${title}*\n${reason}\n${nextStep}`, mainListButtons());
}

/** Shown until the service has scored its first posts; the answer follows by itself. */
export const preparingCard = (isSample: boolean): Card =>
  textCard(
    isSample
      ? '*Preparing the sample data (usually 10 to 20 seconds).*\nYour answer will appear here when it’s ready.'
      : '*The service is preparing its first signals.*\nYour answer will appear here when they’re ready.',
  );
