import { decodeJson, PainType, SORT_FIELDS } from '@pain-signals/contract';
import { ALL_AREAS, MAX_REPOSITORIES, SearchQuery } from '@pain-signals/domain';
import type { Locale } from '#blocks/kit/format.ts';
import { loadingModal } from '#blocks/kit/modal.ts';
import { ANY_TYPE, SEARCH_INPUT, SearchOrigin, searchDialog } from '#blocks/signals/search-dialog.ts';
import { parseDecimal, parseInteger } from '../commands/option-values.ts';
import { ActionRejectedError } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { type AnswerQuery, localeOf } from '../reply/card-renderer.ts';
import { audienceOf, deliver, deliverError } from '../reply/deliver.ts';
import { type DrawDialog, parseInputs } from '../reply/dialogs.ts';
import { parseRequestContext, type RequestContext, type SubmitArgs } from '../request-context.ts';

/** Words and filters. The answer comes where the dialog was opened. */
export const drawSearchDialog: DrawDialog = async ({ settings }, { responseUrl, channelId }) => {
  const { defaultArea } = await settings.get();
  return () => searchDialog({ responseUrl, channelId }, defaultArea);
};

export const submitSearchDialog =
  (answerQuery: AnswerQuery) =>
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const read = parseMinimums(view);
    if ('wrong' in read) {
      const locale = await localeOf(deps, parseRequestContext(body));
      return ack({ response_action: 'errors', errors: { [read.wrong]: read.says(locale) } });
    }
    const origin = decodeJson(SearchOrigin, view.private_metadata) ?? { responseUrl: null, channelId: null };
    const isFromChannel = origin.channelId !== null;
    await (isFromChannel ? ack() : ack({ response_action: 'update', view: loadingModal('Search') }));
    const here = parseRequestContext(body);
    const context: RequestContext = isFromChannel ? { ...here, ...origin, view: null } : here;
    try {
      if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
      const draw = await answerQuery(deps, searchQueryOf(view, read), context);
      await deliver(deps, context, (locale) => draw(locale, audienceOf(context)));
    } catch (error) {
      // The dialog may be closed by now, so the error goes where the answer would have gone.
      await deliverError(deps, error, body, context);
    }
  };

interface Minimums {
  minScore: number | undefined;
  minRepositories: number | undefined;
}

/** The least of each, as far as it is given, or which input is wrong and what to say about it. */
function parseMinimums(view: SubmitArgs['view']): Minimums | { wrong: string; says: (locale: Locale) => string } {
  const { text } = parseInputs(view);
  const minScore = parseMinimum(text(SEARCH_INPUT.minScore), parseScore, 100);
  if (minScore === null) return { wrong: SEARCH_INPUT.minScore, says: () => 'A number from 0 to 100, such as 40.' };
  const minRepositories = parseMinimum(text(SEARCH_INPUT.minRepositories), parseInteger, MAX_REPOSITORIES);
  if (minRepositories !== null) return { minScore, minRepositories };
  const says = (locale: Locale) => `A whole number from 0 to ${locale.count(MAX_REPOSITORIES)}, such as 2.`;
  return { wrong: SEARCH_INPUT.minRepositories, says };
}

/** A score is no share of anything. */
const parseScore = (given: string) => (given.endsWith('%') ? null : parseDecimal(given));

/** undefined where nothing is given, null for what does not fit. */
function parseMinimum(given: string, read: (text: string) => number | null, most: number): number | undefined | null {
  if (given === '') return undefined;
  const least = read(given);
  return least !== null && least >= 0 && least <= most ? least : null;
}

function searchQueryOf(view: SubmitArgs['view'], least: Minimums): SearchQuery {
  const { text, choice } = parseInputs(view);
  const area = choice(SEARCH_INPUT.area);
  const type = choice(SEARCH_INPUT.type);
  const sort = SORT_FIELDS.find((field) => field === choice(SEARCH_INPUT.sort));
  return SearchQuery.parse({
    show: 'search',
    words: text(SEARCH_INPUT.words) || undefined,
    area: area === ALL_AREAS ? undefined : (area ?? undefined),
    type: type === ANY_TYPE ? undefined : PainType.safeParse(type).data,
    owner: text(SEARCH_INPUT.owner) || undefined,
    ...least,
    sort,
  });
}
