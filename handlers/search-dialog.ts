import { PainType, SORT_FIELDS } from '@pain-signals/contract';
import { waitingDialog } from '#blocks/card-dialog.ts';
import { ALL_AREAS, SearchQuestion } from '#blocks/question.ts';
import { ANY_TYPE, SEARCH_INPUT, SearchOrigin, searchDialog } from '#blocks/search-dialog.ts';
import { answer } from './answer.ts';
import { audienceAt, deliver } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { type DrawDialog, inputsOf, type SubmitArgs } from './dialog.ts';
import { placeOf } from './place.ts';
import { readJson } from './read-json.ts';
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
    const minScore = readScore(inputsOf(view).text(SEARCH_INPUT.minScore));
    if (minScore === null) {
      const errors = { [SEARCH_INPUT.minScore]: 'A number from 0 to 100, such as 40.' };
      return ack({ response_action: 'errors', errors });
    }
    const origin = readJson(SearchOrigin, view.private_metadata) ?? { responseUrl: null, channelId: null };
    const isFromChannel = origin.channelId !== null;
    await (isFromChannel ? ack() : ack({ response_action: 'update', view: waitingDialog('Search') }));
    const here = placeOf(body);
    const place: Place = isFromChannel ? { ...here, ...origin, view: null } : here;
    try {
      if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
      const draw = await answer(deps, questionOf(view, minScore), place);
      await deliver(deps, place, () => draw(audienceAt(place)));
    } catch (error) {
      // The dialog may be closed by now, so the error goes where the answer would have gone.
      await tellError(deps, error, body, place);
    }
  };

/** undefined where nothing is given, null for what is no score. */
function readScore(text: string): number | undefined | null {
  if (text === '') return undefined;
  const score = Number(text.replace(',', '.'));
  return Number.isFinite(score) && score >= 0 && score <= 100 ? score : null;
}

function questionOf(view: SubmitArgs['view'], minScore: number | undefined): SearchQuestion {
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
    minScore,
    sort,
  });
}
