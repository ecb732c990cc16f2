import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, button, section } from './elements.ts';
import { mainListButtons } from './home-card.ts';
import { formatCount } from './numbers.ts';
import { encodeQuery, SearchQuery } from './question.ts';

/** A number that means nothing, since no list was shown before it. */
export function noListSeenCard(number: number): Card {
  const happened = `I do not know which signal number ${number} is.`;
  const because = 'Numbers count within the list that you saw last in this channel, for an hour, and there is none.';
  const next = `Look at a list first, or name the signal by words: \`${COMMAND} signal oauth\`.`;
  return card(`${happened} ${because} ${next}`, [
    section(`*${happened}*\n${because}\n${next}`),
    actions([...mainListButtons(), searchButton(number)]),
  ]);
}

/** A number that the last list did not have. */
export function noSuchNumberCard(number: number, shown: readonly number[]): Card {
  const happened = `There is no number ${number} in the list that you saw last.`;
  const next = `You saw ${describeRange(shown)} of it. Turn its page, or ask for another list.`;
  return card(`${happened} ${next}`, [
    section(`*${happened}*\n${next}`),
    actions([...mainListButtons(), searchButton(number)]),
  ]);
}

function describeRange(shown: readonly number[]): string {
  const [first, last] = [Math.min(...shown), Math.max(...shown)];
  return first === last ? `only number ${formatCount(first)}` : `numbers ${formatCount(first)} to ${formatCount(last)}`;
}

/** Somebody may have meant the words: an error code, a version. */
const searchButton = (number: number) =>
  button(ACTION.searchInstead, {
    text: `Search “${number}”`,
    value: encodeQuery(SearchQuery.parse({ show: 'search', words: String(number) })),
  });
