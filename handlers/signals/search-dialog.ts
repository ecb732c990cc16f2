import { decodeJson, PainType, SORT_FIELDS } from '@pain-signals/contract';
import { ALL_AREAS, MAX_REPOSITORIES, SearchQuery } from '@pain-signals/domain';
import { formatCount } from '#blocks/kit/format.ts';
import { MENU_PERIODS } from '#blocks/signals/list-controls.ts';
import { ANY_TYPE, SEARCH_INPUT, SearchOrigin, searchDialog } from '#blocks/signals/search-dialog.ts';
import { parseDecimal, parseInteger } from '../commands/option-values.ts';
import type { Deps } from '../ports.ts';
import { answerSubmit, type DrawDialog, parseInputs } from '../reply/dialogs.ts';
import type { RequestContext, SubmitArgs } from '../request-context.ts';
import { showSearch } from './search.ts';

/** Words and filters. The answer goes where the dialog was opened. */
export const drawSearchDialog: DrawDialog = async ({ settings }, { responseUrl, channelId }) => {
  const { defaultArea } = await settings.get();
  return searchDialog({ responseUrl, channelId }, defaultArea);
};

export async function submitSearchDialog(
  deps: Deps,
  context: RequestContext,
  { ack, view }: SubmitArgs,
): Promise<void> {
  const minimums = parseMinimums(view);
  if ('wrong' in minimums) {
    return ack({ response_action: 'errors', errors: { [minimums.wrong]: minimums.message } });
  }
  const origin = decodeJson(SearchOrigin, view.private_metadata);
  const query = searchQueryOf(view, minimums);
  await answerSubmit(deps, context, { ack, title: 'Search', origin }, (replyTo) => showSearch(deps, query, replyTo));
}

interface Minimums {
  minScore: number | undefined;
  minRepositories: number | undefined;
}

/** The minimums that were filled in, or the wrong input and its error message. */
function parseMinimums(view: SubmitArgs['view']): Minimums | { wrong: string; message: string } {
  const { text } = parseInputs(view);
  const minScore = parseMinimum(text(SEARCH_INPUT.minScore), parseScore, 100);
  if (minScore === null) return { wrong: SEARCH_INPUT.minScore, message: 'Choose a number from 0 to 100.' };
  const minRepositories = parseMinimum(text(SEARCH_INPUT.minRepositories), parseInteger, MAX_REPOSITORIES);
  if (minRepositories !== null) return { minScore, minRepositories };
  const message = `Choose a whole number from 0 to ${formatCount(MAX_REPOSITORIES)}.`;
  return { wrong: SEARCH_INPUT.minRepositories, message };
}

/** `40%` is not a score. */
const parseScore = (given: string) => (given.endsWith('%') ? null : parseDecimal(given));

/** Undefined for an empty input, null for an invalid one. */
function parseMinimum(given: string, parse: (text: string) => number | null, max: number): number | undefined | null {
  if (given === '') return undefined;
  const minimum = parse(given);
  return minimum !== null && minimum >= 0 && minimum <= max ? minimum : null;
}

function searchQueryOf(view: SubmitArgs['view'], minimums: Minimums): SearchQuery {
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
    ...minimums,
    days: MENU_PERIODS.find((days) => `${days}` === choice(SEARCH_INPUT.days)),
    sort,
  });
}
