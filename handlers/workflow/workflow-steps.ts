import type { Answer } from '@pain-signals/client';
import { DASHBOARD_LIMIT, type PainSignalListItem, withTimeout } from '@pain-signals/contract';
import { SearchQuery, TrendingQuery } from '@pain-signals/domain';
import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import { describeExpected } from '#blocks/help/usage-card.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import {
  quoteInput,
  type WorkflowOutputs,
  workflowFailure,
  workflowOutputs,
} from '#blocks/workflow/workflow-outputs.ts';
import type { Word } from '../commands/command-line.ts';
import type { ParseError } from '../commands/option-values.ts';
import { parseSearchOptions } from '../commands/search-options.ts';
import { failureOf, logFailure } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { RequestContext } from '../request-context.ts';
import { filterParameters, sortParameters } from '../signals/list-within.ts';
import { applyRisingFilter, withDefaultArea } from '../signals/search.ts';
import type { StepOutcome, StepRun } from '../slack-port.ts';

/** Steps of Slack's Workflow Builder, as manifest.workflow.yml registers them. */
export const TRENDING_STEP = 'get_trending_signals';
export const SEARCH_STEP = 'search_signals';

/** Nobody waits in front of a workflow step, so it runs at background priority. */
const STEP_TIMEOUT_MS = 50_000;
const BACKGROUND = { priority: 'background', withinMs: STEP_TIMEOUT_MS } as const;

type StepArgs = SlackEventMiddlewareArgs<'function_executed'>;
type Inputs = Readonly<Record<string, unknown>>;

/** A step's input is wrong. The message is for the workflow's editors. */
class BadInputError extends Error {
  override name = 'BadInputError';
}

/** Completes each run with its outputs or with an error: the workflow waits for it. */
export async function runWorkflowStep(deps: Deps, _context: RequestContext, { event }: StepArgs): Promise<void> {
  const run: StepRun = { executionId: event.function_execution_id, token: event.bot_access_token };
  const find = STEPS.get(event.function.callback_id);
  if (find === undefined) return void (await complete(deps, run, { error: UNKNOWN_STEP }));
  const slackError = await complete(deps, run, await outcomeOf(deps, find(deps, event.inputs)));
  if (slackError === null) return;
  const reference = deps.newReference();
  deps.logger.error({ reference, slackError }, 'workflow step not completed');
  await complete(deps, run, { error: workflowFailure({ code: 'internal' }, reference) });
}

/** The manifest in Slack can be of another version than the app. */
const UNKNOWN_STEP =
  'This version of Pain Signals doesn’t have this step. Ask the person who runs the app to update it, or remove the step.';

type Step = (deps: Deps, inputs: Inputs) => Promise<WorkflowOutputs>;

const findTrending: Step = async (deps, inputs) => {
  const query = TrendingQuery.parse({ show: 'trending', limit: parseCount(inputs.count) });
  return draw(deps, query, deps.client.trending({ limit: query.limit }, BACKGROUND));
};

const findBySearch: Step = async (deps, inputs) => {
  const size = parseCount(inputs.count);
  const parsed = parseSearchOptions(searchWordsOf(inputs));
  if ('error' in parsed) throw new BadInputError(describeParseError(parsed.error));
  const query = await withDefaultArea(deps, SearchQuery.parse({ show: 'search', ...parsed.settings }));
  const { show: _show, sort: _sort, direction: _direction, page, ...filter } = query;
  const answer = deps.client.signals({ ...filterParameters(filter), ...sortParameters(query), page, size }, BACKGROUND);
  return draw(
    deps,
    query,
    answer.then((found) => ({ ...found, data: applyRisingFilter(query, found.data.items) })),
  );
};

const STEPS: ReadonlyMap<string, Step> = new Map([
  [TRENDING_STEP, findTrending],
  [SEARCH_STEP, findBySearch],
]);

async function draw(
  deps: Deps,
  query: TrendingQuery | SearchQuery,
  fetched: Promise<Answer<PainSignalListItem[]>>,
): Promise<WorkflowOutputs> {
  const [answer, pipeline] = await Promise.all([fetched, optional(deps, deps.client.pipeline(BACKGROUND))]);
  const setting = { freshness: freshnessOf(pipeline, [answer]), linkTo: deps.linkTo };
  return workflowOutputs({ query, rows: answer.data }, setting);
}

async function outcomeOf(deps: Deps, finding: Promise<WorkflowOutputs>): Promise<StepOutcome> {
  try {
    return { outputs: { ...(await withTimeout(STEP_TIMEOUT_MS, finding)) } };
  } catch (error) {
    if (error instanceof BadInputError) return { error: error.message };
    const reference = deps.newReference();
    const failure = failureOf(error, null, deps.now());
    logFailure(deps, 'error', { reference, failure, error }, 'workflow step failed');
    return { error: workflowFailure(failure, reference) };
  }
}

/** Tries again when unconfirmed; completing a step twice does no harm. Returns Slack's error code, or null. */
async function complete({ slack }: Deps, run: StepRun, outcome: StepOutcome): Promise<string | null> {
  const first = await slack.completeStep(run, outcome);
  const result = first.ok || first.isConfirmed ? first : await slack.completeStep(run, outcome);
  return result.ok || result.error === 'execution_not_in_running_state' ? null : result.error;
}

const DEFAULT_COUNT = 5;

/** Workflow Builder sends a number, the text of a variable, or nothing. */
function parseCount(given: unknown): number {
  const { min, max } = DASHBOARD_LIMIT;
  const text = parseText(given);
  if (text === '') return DEFAULT_COUNT;
  const count = z.coerce.number().int().min(min).max(max).safeParse(text);
  if (count.success) return count.data;
  throw new BadInputError(`“How many” must be a whole number from ${min} to ${max}, not “${quoteInput(text)}”.`);
}

/** Words from a form are quoted, so they are never parsed as options. */
function searchWordsOf({ words, area, type }: Inputs): Word[] {
  const filters = Object.entries({ area: parseText(area), type: parseText(type).replaceAll(' ', '_') });
  return [
    ...(parseText(words) === '' ? [] : [{ text: parseText(words), isQuoted: true }]),
    ...filters.filter(([, text]) => text !== '').map(([name, text]) => ({ text: `${name}:${text}`, isQuoted: false })),
  ];
}

const parseText = (given: unknown): string =>
  z
    .union([z.string(), z.number().transform(String)])
    .safeParse(given)
    .data?.trim() ?? '';

function describeParseError({ kind, given, expected }: ParseError): string {
  if (kind === 'missing') return 'Add words to search for, an area or a type.';
  return `“${quoteInput(given)}” doesn’t work here. Use ${describeExpected(expected, ENGLISH)}.`;
}
