import { choiceCard } from '#blocks/choice-card.ts';
import { foreignLinkCard } from '#blocks/link-cards.ts';
import { withFound } from '#blocks/named-question.ts';
import { noListCard, noSuchNumberCard } from '#blocks/number-cards.ts';
import { type FindQuestion, type Question, SearchQuestion } from '#blocks/question.ts';
import type { SignalName } from '#blocks/signal-name.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { drawList } from './list.ts';
import { idIn } from './parsing/signal-names.ts';
import { search } from './search.ts';

/** The signal's id, or what to show in place of an answer. */
type Found = { id: string } | { draw: Drawing };

/** The question with all its signals found, or what to show because one of them is unknown or not the only one. */
export async function findNamed(
  deps: Deps,
  question: FindQuestion,
  asker: Asker,
): Promise<{ question: Question } | { draw: Drawing }> {
  let named: Question = question;
  for (const [at, name] of question.names.entries()) {
    if (named.show !== 'find' || name.by === 'id') continue;
    const found =
      name.by === 'words'
        ? await findWords(deps, { question: named, at, words: name.words }, asker)
        : findPointed(deps, name, asker);
    if ('draw' in found) return found;
    named = withFound(named, at, found.id);
  }
  return { question: named };
}

/** By what points at a signal without a search. */
export function findPointed(deps: Deps, name: Exclude<SignalName, { by: 'words' }>, asker: Asker): Found {
  switch (name.by) {
    case 'id':
      return { id: name.id };
    case 'link':
      return findLink(deps, name.url);
    case 'number':
      return findNumber(deps, name.number, asker);
  }
}

/** Where the app knows how its links look, others are not followed; else the id in one is what is meant. */
function findLink({ signalAt, linkTo }: Deps, url: string): Found {
  const example = linkTo('ID');
  const id = signalAt(url) ?? (example === null ? idIn(url) : null);
  return id === null ? { draw: () => foreignLinkCard(url, example) } : { id };
}

/** By its number in the list that this person saw last. */
function findNumber({ lastLists }: Deps, number: number, asker: Asker): Found {
  const listed = lastLists.recall(asker);
  if (listed === null) return { draw: () => noListCard(number) };
  const id = listed.get(number);
  return id === undefined ? { draw: () => noSuchNumberCard(number, [...listed.keys()]) } : { id };
}

interface Sought {
  question: FindQuestion;
  /** Which of its names these words are. */
  at: number;
  words: string;
}

/** The signal that is meant: the only one that fits, or the one that is called just so. Else a choice. */
async function findWords(deps: Deps, { question, at, words }: Sought, asker: Asker): Promise<Found> {
  const found = await search(deps, SearchQuestion.parse({ show: 'search', words }));
  const { rows, total } = found.page;
  const [first] = rows;
  const meant = total === 1 ? first : rows.find(({ topic }) => topic.toLowerCase() === words.toLowerCase());
  if (meant !== undefined) return { id: meant.id };
  if (question.want === 'signal' || first === undefined)
    return { draw: await drawList(deps, Promise.resolve(found), asker) };
  deps.lastLists.remember(asker, { key: `choice ${words}`, firstRank: 1, signalIds: rows.map(({ id }) => id) });
  const freshness = freshnessOf(await orNull(deps, deps.client.pipeline()), [found.answer]);
  const choice = { question, at, words, rows, total };
  return { draw: (audience) => choiceCard(choice, { freshness, linkTo: deps.linkTo, audience }) };
}
