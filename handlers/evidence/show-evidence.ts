import type { ServiceCalls } from '@pain-signals/client';
import { LONGEST_PAGE, withTimeout } from '@pain-signals/contract';
import {
  type EvidenceItemQuery,
  type EvidenceQuery,
  excerptFingerprintOf,
  fingerprintOf,
  fingerprintsOf,
} from '@pain-signals/domain';
import {
  decodeEvidenceVisibilityChoice,
  EVIDENCE_PAGE_SIZE,
  type EvidencePage,
  evidenceCard,
  evidenceItemCard,
} from '#blocks/evidence/evidence-card.ts';
import { audienceOf } from '../audience.ts';
import { ActionRejectedError } from '../errors.ts';
import { requireManager } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { ButtonArgs, RequestContext, Requester } from '../request-context.ts';

/** The signal, its excerpts by MCP, and the list of tools or, when MCP fails, the evidence from REST. */
const MAX_CALLS = 3;

/** `/pain evidence`: a page of excerpts. */
export async function showEvidence(
  deps: Deps,
  query: EvidenceQuery,
  requester: Pick<Requester, 'userId'>,
): Promise<CardRenderer> {
  const { client, linkTo, hiddenEvidence, settings } = deps;
  const { id, page } = query;
  const { userId } = requester;
  const [detail, answer, hidden, pipeline] = await client.together(MAX_CALLS, (calls) =>
    Promise.all([
      calls.signal(id),
      calls.evidenceExcerpts(id, { mode: 'summary', page, size: EVIDENCE_PAGE_SIZE }),
      hiddenEvidence.ids(),
      optional(deps, client.pipeline()),
    ]),
  );
  const { items, totalItems, excerpts } = answer.data;
  // The list has become shorter.
  if (items.length === 0 && page > 0) return showEvidence(deps, { ...query, page: 0 }, requester);
  const entries = items.map((item) =>
    hidden.has(fingerprintOf(item)) ? 'hidden' : { ...item, title: item.postTitle, foundAt: item.createdAt },
  );
  const evidence: EvidencePage = {
    query,
    topic: detail.data.topic,
    items: entries,
    fingerprints: items.map(excerptFingerprintOf),
    mayShowHidden: userId !== null && entries.includes('hidden') && (await settings.mayChange(userId)),
    firstNumber: page * EVIDENCE_PAGE_SIZE + 1,
    total: totalItems,
    posts: detail.data.volume,
    hasNext: (page + 1) * EVIDENCE_PAGE_SIZE < totalItems,
    isWithoutExcerpts: excerpts === 'unavailable',
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  return (audience) => evidenceCard(evidence, { freshness, linkTo, audience });
}

/** One evidence item in full. */
export async function showEvidenceItem(
  deps: Deps,
  query: EvidenceItemQuery,
  { userId }: Pick<Requester, 'userId'>,
): Promise<CardRenderer> {
  const { client, settings, hiddenEvidence } = deps;
  const { id } = query;
  const [detail, { answer, at }, hidden, mayChange, pipeline] = await client.together(MAX_CALLS, (calls) =>
    Promise.all([
      calls.signal(id),
      findEvidenceItem(calls, query),
      hiddenEvidence.ids(),
      userId !== null && settings.mayChange(userId),
      optional(deps, client.pipeline()),
    ]),
  );
  const { items, totalItems } = answer.data;
  const item = at === null ? null : (items[0] ?? null);
  const fingerprints = fingerprintsOf(item ?? {});
  const isHidden = hidden.has(fingerprints[0]);
  const page = {
    query: { ...query, at: at ?? query.at, quote: item ? excerptFingerprintOf(item) : query.quote },
    ...{ topic: detail.data.topic, total: totalItems, fingerprints, mayChange, isHidden },
    item: item && { ...item, title: item.postTitle, foundAt: item.createdAt },
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  // In a channel, hidden evidence stays hidden.
  return ({ kind }) => evidenceItemCard({ ...page, mayChange: mayChange && kind === 'person' }, { freshness });
}

/** Finds an item by its fingerprint, because new posts move it. `at` is null when it is gone. */
async function findEvidenceItem(client: ServiceCalls, { id, at, quote }: EvidenceItemQuery) {
  const full = (page: number) => client.evidenceExcerpts(id, { mode: 'full', page, size: 1 });
  const answer = await full(at);
  const isWanted = (item: Parameters<typeof excerptFingerprintOf>[0]) =>
    quote === undefined || excerptFingerprintOf(item) === quote;
  const [item] = answer.data.items;
  if (item === undefined ? quote === undefined : isWanted(item)) return { answer, at };
  const page = Math.floor(at / LONGEST_PAGE);
  const nearby = await client.evidenceExcerpts(id, { mode: 'summary', page, size: LONGEST_PAGE });
  const found = nearby.data.items.findIndex(isWanted);
  if (found < 0) return { answer, at: null };
  return { answer: await full(page * LONGEST_PAGE + found), at: page * LONGEST_PAGE + found };
}

const visibilityButton =
  (change: (evidence: Deps['hiddenEvidence'], userId: string, ids: readonly [string, ...string[]]) => Promise<void>) =>
  async (deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> => {
    const userId = await requireManager(deps, context);
    const choice = decodeEvidenceVisibilityChoice(action.value);
    if (choice === null) throw new ActionRejectedError('old-button');
    const { quoteIds, ...item } = choice;
    await change(deps.hiddenEvidence, userId, quoteIds);
    const query = { show: 'quote' as const, ...item };
    const draw = await withTimeout(deps.timeouts.answerMs, showEvidenceItem(deps, query, context));
    // The dialog is named by what it shows.
    await deliver(deps, { ...context, input: { query } }, draw(await audienceOf(deps, context)));
  };

/** "Hide this quote" hides it in the whole workspace. */
export const hideEvidenceItem = visibilityButton(async (evidence, userId, ids) => {
  if (!(await evidence.hide(userId, ids))) throw new ActionRejectedError('too-many-posts-hidden');
});

export const unhideEvidenceItem = visibilityButton((evidence, userId, [quoteId]) => evidence.unhide(userId, quoteId));
