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
import { applyRisingFilter, filterParameters, sortParameters, withDefaultArea } from '../signals/search.ts';
import type { StepOutcome, StepRun } from '../slack-port.ts';

/** Steps of Slack's Workflow Builder, as manifest.workflow.yml registers them. */
export const TRENDING_STEP = 'get_trending_signals';
export const SEARCH_STEP = 'search_signals';

/** A form or a channel waits for a workflow, so it may stand in line for long, and no person's question waits behind it. */
const STEP_TIMEOUT_MS = 50_000;
const BACKGROUND = { priority: 'background', withinMs: STEP_TIMEOUT_MS } as const;

type StepArgs = SlackEventMiddlewareArgs<'function_executed'>;
type Inputs = Readonly<Record<string, unknown>>;

/** A step cannot run as it was filled in; the message is for whoever keeps the workflow. */
class BadInputError extends Error {
  override name = 'BadInput';
}

/** A workflow waits for its step, so each run is completed once: with what was found, or with why not. */
const step =
  (find: (deps: Deps, inputs: Inputs) => Promise<WorkflowOutputs>) =>
  async (deps: Deps, _context: RequestContext, { event, body }: StepArgs): Promise<void> => {
    if (!deps.seenEvents.isFirst(body.event_id)) return;
    const run: StepRun = { executionId: event.function_execution_id, token: event.bot_access_token };
    const refused = await complete(deps, run, await outcomeOf(deps, find(deps, event.inputs)));
    if (refused === null) return;
    const reference = deps.newReference();
    deps.logger.error({ reference, slackError: refused }, 'A step of a workflow could not be completed');
    await complete(deps, run, { error: workflowFailure({ kind: 'internal' }, reference) });
  };

/** What grows fastest. */
export const trendingStep = step(async (deps, inputs) => {
  const query = TrendingQuery.parse({ show: 'trending', limit: parseCount(inputs.count) });
  return draw(deps, query, deps.client.trending({ limit: query.limit }, BACKGROUND));
});

/** What a search finds, the heaviest first. */
export const searchStep = step(async (deps, inputs) => {
  const size = parseCount(inputs.count);
  const read = parseSearchOptions(searchWordsOf(inputs));
  if ('error' in read) throw new BadInputError(describeParseError(read.error));
  const query = await withDefaultArea(deps, SearchQuery.parse({ show: 'search', ...read.settings }));
  const { show: _show, sort: _sort, direction: _direction, page, ...filter } = query;
  const answer = deps.client.signals({ ...filterParameters(filter), ...sortParameters(query), page, size }, BACKGROUND);
  return draw(
    deps,
    query,
    answer.then((found) => ({ ...found, data: applyRisingFilter(query, found.data.items) })),
  );
});

async function draw(
  deps: Deps,
  query: TrendingQuery | SearchQuery,
  asked: Promise<Answer<PainSignalListItem[]>>,
): Promise<WorkflowOutputs> {
  const [answer, pipeline] = await Promise.all([asked, optional(deps, deps.client.pipeline(BACKGROUND))]);
  const setting = { freshness: freshnessOf(pipeline, [answer]), linkTo: deps.linkTo };
  return workflowOutputs({ question: query, rows: answer.data }, setting);
}

async function outcomeOf(deps: Deps, finding: Promise<WorkflowOutputs>): Promise<StepOutcome> {
  try {
    return { outputs: { ...(await withTimeout(STEP_TIMEOUT_MS, finding)) } };
  } catch (error) {
    if (error instanceof BadInputError) return { error: error.message };
    const reference = deps.newReference();
    const failure = failureOf(error, null, deps.now());
    logFailure(deps, 'error', { reference, failure, error }, 'A step of a workflow failed');
    return { error: workflowFailure(failure, reference) };
  }
}

/** Once more where the answer was lost: what is completed already stays as it is. Null, or what Slack says against it. */
async function complete({ slack }: Deps, run: StepRun, outcome: StepOutcome): Promise<string | null> {
  const first = await slack.completeStep(run, outcome);
  const result = first.ok || first.isConfirmed ? first : await slack.completeStep(run, outcome);
  return result.ok || result.error === 'execution_not_in_running_state' ? null : result.error;
}

const DEFAULT_COUNT = 5;

/** Workflow Builder sends a number, or the text of a variable; nothing where it was left empty. */
function parseCount(given: unknown): number {
  const { min, max } = DASHBOARD_LIMIT;
  const text = parseText(given);
  if (text === '') return DEFAULT_COUNT;
  const count = z.coerce.number().int().min(min).max(max).safeParse(text);
  if (count.success) return count.data;
  throw new BadInputError(`“How many” takes a whole number from ${min} to ${max}, not “${quoteInput(text)}”.`);
}

/** Words that a form hands on are no options of a command, whatever they look like. */
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
  if (kind === 'missing') return 'Give words to search for, an area or a type.';
  return `“${quoteInput(given)}” does not fit there: it takes ${describeExpected(expected, ENGLISH)}.`;
}
