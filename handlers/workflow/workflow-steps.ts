import type { Answer } from '@pain-signals/client';
import { DASHBOARD_LIMIT, type PainSignalListItem, withTimeout } from '@pain-signals/contract';
import { DAY_MS, HOUR_MS, SearchQuery, TrendingQuery } from '@pain-signals/domain';
import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import { describeBadValue } from '#blocks/help/usage-card.ts';
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
import type { StepMessage } from '../outbox-port.ts';
import type { Deps } from '../ports.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { RequestContext } from '../request-context.ts';
import { keepMovers, withDefaultArea } from '../signals/search.ts';
import { filterParameters, sortParameters } from '../signals/signal-lists.ts';
import { isPassing, type StepOutcome, type StepRun } from '../slack-port.ts';

/** Steps of Slack's Workflow Builder, as manifest.workflow.yml registers them. */
export const TRENDING_STEP = 'get_trending_signals';
export const SEARCH_STEP = 'search_signals';

/** No person waits for a workflow step, so it runs at background priority. */
const STEP_TIMEOUT_MS = 50_000;
const BACKGROUND = { priority: 'background', withinMs: STEP_TIMEOUT_MS } as const;

type StepArgs = SlackEventMiddlewareArgs<'function_executed'>;
type Inputs = Readonly<Record<string, unknown>>;

/** A step's input is wrong. The message is for the workflow's editors. */
class BadInputError extends Error {
  override name = 'BadInputError';
}

const Execution = z.object({
  function_execution_id: z.string().min(1).max(200),
  function: z.object({ callback_id: z.string().max(200) }),
  inputs: z.record(z.string(), z.unknown()).catch({}),
  bot_access_token: z.string().nullable().catch(null),
});

/**
 * Keeps the run before it is acknowledged, so that Slack or the outbox goes on with it when this process dies. One that can't be kept is
 * acknowledged once it is completed.
 */
export async function runWorkflowStep(deps: Deps, _context: RequestContext, { event, ack }: StepArgs): Promise<void> {
  const execution = Execution.safeParse(event).data;
  if (execution === undefined) return ack();
  const { function_execution_id: executionId, inputs, bot_access_token: token } = execution;
  const sourceId = execution.function.callback_id;
  const step = { kind: 'step', key: executionId, sourceId, ownerId: null, channelId: null, inputs } as const;
  const message = await deps.outbox.begin<StepMessage>({ ...step, dueAt: deps.now() }).catch((error) => {
    deps.logger.error({ err: error }, 'workflow step not kept');
    return null;
  });
  if (message !== null) await ack();
  if (typeof message === 'string') return;
  const run = { executionId, token };
  const retryAfterMs = await complete(deps, run, await outcomeOf(deps, sourceId, inputs));
  if (message !== null) return record(deps, message, retryAfterMs);
  if (retryAfterMs === null) return ack();
  deps.noteFailure('internal');
}

/** Runs a step again whose process died, or whose completion Slack didn't confirm. */
export async function recoverStep(deps: Deps, message: StepMessage): Promise<void> {
  const run = { executionId: message.key, token: null };
  await record(deps, message, await complete(deps, run, await outcomeOf(deps, message.sourceId, message.inputs)));
}

/** @param retryAfterMs null: nothing is left to do */
async function record({ outbox, now, logger }: Deps, message: StepMessage, retryAfterMs: number | null): Promise<void> {
  const attempts = message.attempts + 1;
  const isOver = retryAfterMs === null || now() - message.dueAt > GIVE_UP_AFTER_MS;
  if (isOver) return void (await outbox.change(message, { state: 'confirmed', inputs: {}, attempts, freeAt: null }));
  logger.warn({ message: message.id, attempts }, 'workflow step not completed, will retry');
  const waitMs = Math.max(retryAfterMs, Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** message.attempts));
  await outbox.change(message, { state: 'waiting', attempts, freeAt: now() + waitMs });
}

const FIRST_BACKOFF_MS = 15_000;
const MAX_BACKOFF_MS = HOUR_MS;
const GIVE_UP_AFTER_MS = DAY_MS;

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
    answer.then(async (found) => ({ ...found, data: await keepMovers(deps, query, found.data.items, BACKGROUND) })),
  );
};

const STEPS: ReadonlyMap<string, Step> = new Map([
  [TRENDING_STEP, findTrending],
  [SEARCH_STEP, findBySearch],
]);

async function draw(
  deps: Deps,
  query: TrendingQuery | SearchQuery,
  fetched: Promise<Answer<readonly PainSignalListItem[]>>,
): Promise<WorkflowOutputs> {
  const [answer, pipeline] = await Promise.all([fetched, optional(deps, deps.client.pipeline(BACKGROUND))]);
  const setting = { freshness: freshnessOf(pipeline, [answer]), linkTo: deps.linkTo };
  return workflowOutputs({ query, rows: answer.data }, setting);
}

async function outcomeOf(deps: Deps, callbackId: string, inputs: Inputs): Promise<StepOutcome> {
  const find = STEPS.get(callbackId);
  if (find === undefined) return { error: UNKNOWN_STEP };
  try {
    return { outputs: { ...(await withTimeout(STEP_TIMEOUT_MS, find(deps, inputs))) } };
  } catch (error) {
    if (error instanceof BadInputError) return { error: error.message };
    const reference = deps.newReference();
    const failure = failureOf(error, null, deps.now());
    logFailure(deps, 'error', { reference, failure, error }, 'workflow step failed');
    return { error: workflowFailure(failure, reference) };
  }
}

const ENDED = 'execution_not_in_running_state';

/** Returns after how many ms it should be tried again; null when the run is completed, or never can be. */
async function complete(deps: Deps, run: StepRun, outcome: StepOutcome): Promise<number | null> {
  const result = await deps.slack.completeStep(run, outcome);
  if (result.ok || result.error === ENDED) return null;
  if (isPassing(result)) return result.retryAfterMs ?? 0;
  const reference = deps.newReference();
  deps.logger.error({ reference, slackError: result.error }, 'workflow step not completed');
  if ('error' in outcome) return null;
  return complete(deps, run, { error: workflowFailure({ code: 'internal' }, reference) });
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
  if (kind === 'missing') return 'Enter words, an area or a type.';
  return describeBadValue(quoteInput(given), expected);
}
