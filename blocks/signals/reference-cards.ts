import type { PainSignalListItem } from '@pain-signals/contract';
import { COMMAND, type FindQuery, SearchQuery, withResolvedSignal } from '@pain-signals/domain';
import { ACTION } from '../kit/action-ids.ts';
import type { CardContext } from '../kit/audience.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import type { Locale } from '../kit/format.ts';
import { formatFreshness } from '../kit/freshness.ts';
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
}

/** Several signals match: a press picks one and continues the query. */
export function choiceCard(
  { query, at, words, rows, total }: SignalChoice,
  { freshness, linkTo, locale }: CardContext,
): Card {
  const asked = `“${escapeMrkdwn(words, 100)}” fits ${locale.plural(total, 'signal')}. Which one do you mean?`;
  const all = encodeQuery(SearchQuery.parse({ show: 'search', words }));
  return card(`${asked} ${rows.map((row, each) => describeSignalRow(row, each + 1, locale)).join('; ')}.`, [
    header('Which one?'),
    section(asked),
    ...rows.map((row, each) =>
      section(
        formatSignalRow(row, { rank: each + 1, linkTo, locale }),
        button(ACTION.choose, {
          text: 'This one',
          label: `This one: ${escapePlainText(row.topic, 60)}`,
          value: encodeQuery(withResolvedSignal(query, at, row.id)),
        }),
      ),
    ),
    context(formatFreshness(freshness)),
    rows.length < total ? actions([button(ACTION.searchInstead, { text: 'See all of them', value: all })]) : null,
  ]);
}

export function noListSeenCard(number: number): Card {
  const title = `I do not know which signal number ${number} is.`;
  const reason = 'Numbers count within the list that you saw last in this channel, for an hour, and there is none.';
  const nextStep = `Look at a list first, or name the signal by words: \`${COMMAND} signal oauth\`.`;
  return textCard(`*${title}*\n${reason}\n${nextStep}`, [...mainListButtons(), searchButton(number)]);
}

/** "And the brief?", when no signal was shown yet. */
export function whichSignalCard(): Card {
  const title = 'Which signal?';
  const nextStep = `Open one first, or say its number in the last list, such as \`brief 1\`.`;
  return textCard(`*${title}*\n${nextStep}`, mainListButtons());
}

export function noSuchNumberCard(number: number, shown: readonly number[], locale: Locale): Card {
  const title = `There is no number ${number} in the list that you saw last.`;
  const nextStep = `You saw ${describeRange(shown, locale)} of it. Turn its page, or ask for another list.`;
  return textCard(`*${title}*\n${nextStep}`, [...mainListButtons(), searchButton(number)]);
}

function describeRange(shown: readonly number[], locale: Locale): string {
  const [first, last] = [Math.min(...shown), Math.max(...shown)];
  return first === last
    ? `only number ${locale.count(first)}`
    : `numbers ${locale.count(first)} to ${locale.count(last)}`;
}

/** The number may be a search term, such as an error code. */
const searchButton = (number: number) =>
  button(ACTION.searchInstead, {
    text: `Search “${number}”`,
    value: encodeQuery(SearchQuery.parse({ show: 'search', words: String(number) })),
  });

/** @param example a link that would work */
export function unknownLinkCard(url: string, example: string | null): Card {
  const title = 'That link leads to no signal that I know.';
  const reason = `\`${escapeMrkdwn(url, 200)}\` is no page of a signal.`;
  const links = example === null ? 'has the id of a signal in it' : `looks like \`${escapeMrkdwn(example, 300)}\``;
  const nextStep = `A link that works ${links}. Or name the signal by its number, its id or words: \`${COMMAND} signal oauth\`.`;
  return textCard(`*${title}*\n${reason}\n${nextStep}`, mainListButtons());
}
