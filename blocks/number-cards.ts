import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, button, section } from './elements.ts';
import { listButtons } from './home-card.ts';
import { showCount } from './numbers.ts';
import { encodeQuestion, SearchQuestion } from './question.ts';

/** A number that means nothing, since no list was shown before it. */
export function noListCard(number: number): Card {
  const happened = `I do not know which signal number ${number} is.`;
  const because = 'Numbers count within the list that you saw last in this channel, for an hour, and there is none.';
  const next = `Look at a list first, or name the signal by words: \`${COMMAND} signal oauth\`.`;
  return card(`${happened} ${because} ${next}`, [
    section(`*${happened}*\n${because}\n${next}`),
    actions([...listButtons(), searchButton(number)]),
  ]);
}

/** A number that the last list did not have. */
export function noSuchNumberCard(number: number, shown: readonly number[]): Card {
  const happened = `There is no number ${number} in the list that you saw last.`;
  const next = `You saw ${sayRange(shown)} of it. Turn its page, or ask for another list.`;
  return card(`${happened} ${next}`, [
    section(`*${happened}*\n${next}`),
    actions([...listButtons(), searchButton(number)]),
  ]);
}

function sayRange(shown: readonly number[]): string {
  const [first, last] = [Math.min(...shown), Math.max(...shown)];
  return first === last ? `only number ${showCount(first)}` : `numbers ${showCount(first)} to ${showCount(last)}`;
}

/** Somebody may have meant the words: an error code, a version. */
const searchButton = (number: number) =>
  button(ACTION.searchInstead, {
    text: `Search “${number}”`,
    value: encodeQuestion(SearchQuestion.parse({ show: 'search', words: String(number) })),
  });
