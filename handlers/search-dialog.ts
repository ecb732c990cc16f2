import { PainType, SORT_FIELDS } from '@pain-signals/contract';
import { waitingDialog } from '#blocks/card-dialog.ts';
import { showCount } from '#blocks/numbers.ts';
import { ALL_AREAS, MOST_REPOSITORIES, SearchQuestion } from '#blocks/question.ts';
import { ANY_TYPE, SEARCH_INPUT, SearchOrigin, searchDialog } from '#blocks/search-dialog.ts';
import { answer } from './answer.ts';
import { audienceAt, deliver } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { type DrawDialog, inputsOf, type SubmitArgs } from './dialog.ts';
import { readDecimal, readInteger } from './parsing/numbers.ts';
import { placeOf } from './place.ts';
import { readJson } from './read-json.ts';
import { numbersOf } from './reader.ts';
import { RefusedPress } from './refused-press.ts';
import { tellError } from './tell-error.ts';

/** Words and filters. The answer comes where the dialog was opened. */
export const drawSearchDialog: DrawDialog = async ({ settings }, { responseUrl, channelId }) => {
  const { defaultArea } = await settings.get();
  return () => searchDialog({ responseUrl, channelId }, defaultArea);
};

export const submitSearchDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const read = readNumbers(view);
    if ('wrong' in read) {
      const inTheirs = await numbersOf(deps, placeOf(body));
      return ack({ response_action: 'errors', errors: { [read.wrong]: inTheirs(read.says) } });
    }
    const origin = readJson(SearchOrigin, view.private_metadata) ?? { responseUrl: null, channelId: null };
    const isFromChannel = origin.channelId !== null;
    await (isFromChannel ? ack() : ack({ response_action: 'update', view: waitingDialog('Search') }));
    const here = placeOf(body);
    const place: Place = isFromChannel ? { ...here, ...origin, view: null } : here;
    try {
      if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
      const draw = await answer(deps, questionOf(view, read), place);
      await deliver(deps, place, () => draw(audienceAt(place)));
    } catch (error) {
      // The dialog may be closed by now, so the error goes where the answer would have gone.
      await tellError(deps, error, body, place);
    }
  };

interface Least {
  minScore: number | undefined;
  minRepositories: number | undefined;
}

/** The least of each, as far as it is given, or which input is wrong and what to say about it. */
function readNumbers(view: SubmitArgs['view']): Least | { wrong: string; says: () => string } {
  const { text } = inputsOf(view);
  const minScore = readLeast(text(SEARCH_INPUT.minScore), readScore, 100);
  if (minScore === null) return { wrong: SEARCH_INPUT.minScore, says: () => 'A number from 0 to 100, such as 40.' };
  const minRepositories = readLeast(text(SEARCH_INPUT.minRepositories), readInteger, MOST_REPOSITORIES);
  if (minRepositories !== null) return { minScore, minRepositories };
  const says = () => `A whole number from 0 to ${showCount(MOST_REPOSITORIES)}, such as 2.`;
  return { wrong: SEARCH_INPUT.minRepositories, says };
}

/** A score is no share of anything. */
const readScore = (given: string) => (given.endsWith('%') ? null : readDecimal(given));

/** undefined where nothing is given, null for what does not fit. */
function readLeast(given: string, read: (text: string) => number | null, most: number): number | undefined | null {
  if (given === '') return undefined;
  const least = read(given);
  return least !== null && least >= 0 && least <= most ? least : null;
}

function questionOf(view: SubmitArgs['view'], least: Least): SearchQuestion {
  const { text, choice } = inputsOf(view);
  const area = choice(SEARCH_INPUT.area);
  const type = choice(SEARCH_INPUT.type);
  const sort = SORT_FIELDS.find((field) => field === choice(SEARCH_INPUT.sort));
  return SearchQuestion.parse({
    show: 'search',
    words: text(SEARCH_INPUT.words) || undefined,
    area: area === ALL_AREAS ? undefined : (area ?? undefined),
    type: type === ANY_TYPE ? undefined : PainType.safeParse(type).data,
    owner: text(SEARCH_INPUT.owner) || undefined,
    ...least,
    sort,
  });
}
