import { errorCard } from '#blocks/errors/error-card.ts';
import { decodeQuery, encodeQuery } from '#blocks/kit/buttons.ts';
import type { Deps } from '../ports.ts';
import { parseRequest, queryOf, type RequestContext } from '../request-context.ts';
import { isPassing } from '../slack-port.ts';
import { attemptDelivery, type DeliveryOutcome } from './deliver.ts';

/** Where the person waits for an answer, and the value of the button that asks again. */
export type UnansweredRequest = Pick<RequestContext, 'responseUrl' | 'channelId' | 'userId' | 'threadTs'> & {
  query: string | null;
};

export function unansweredRequest(context: RequestContext): UnansweredRequest {
  const { responseUrl, channelId, userId, threadTs } = context;
  const query = queryOf(context.input);
  return { responseUrl, channelId, userId, threadTs, query: query && encodeQuery(query) };
}

/**
 * Tells somebody that their request was not answered: its process died, or Slack took no answer. Slack is asked for something that
 * nobody sees first: while it is silent, each card might arrive, and the next one with it.
 */
export async function tellUnanswered(deps: Deps, { query, ...where }: UnansweredRequest): Promise<DeliveryOutcome> {
  if (where.userId !== null && isPassing(await deps.slack.openDm(where.userId))) return 'passing';
  const card = errorCard({ code: 'unanswered' }, { reference: deps.newReference(), query: decodeQuery(query) });
  return attemptDelivery(deps, { ...parseRequest({}, deps.now()), ...where }, card);
}
