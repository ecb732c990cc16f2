import type { EvidenceItemQuery } from '#blocks/question.ts';
import { decodeEvidenceVisibilityChoice, evidenceItemCard } from '#blocks/quote-card.ts';
import { audienceOf, deliver } from './deliver.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { freshnessOf, optional } from './freshness.ts';
import { requireManager } from './manager-of.ts';
import { parseRequestContext } from './place.ts';
import { excerptFingerprintOf, fingerprintsOf } from './quote-ids.ts';
import { ActionRejectedError } from './refused-press.ts';
import type { ButtonArgs } from './show-button.ts';
import { withTimeout } from './within.ts';

/** One quote, in full. */
export async function showEvidenceItem(
  deps: Deps,
  query: EvidenceItemQuery,
  { userId }: Pick<Requester, 'userId'>,
): Promise<CardRenderer> {
  const { client, settings, hiddenEvidence: quotes } = deps;
  const { id } = query;
  const [detail, { answer, at }, hidden, mayChange, pipeline] = await Promise.all([
    client.signal(id),
    findEvidenceItem(deps, query),
    quotes.ids(),
    userId !== null && settings.mayChange(userId),
    optional(deps, client.pipeline()),
  ]);
  const { items, totalItems } = answer.data;
  const item = at === null ? null : (items[0] ?? null);
  const quoteIds = fingerprintsOf(item ?? {});
  const isHidden = hidden.has(quoteIds[0]);
  const page = {
    question: { ...query, at: at ?? query.at, quote: item ? excerptFingerprintOf(item) : query.quote },
    ...{ topic: detail.data.topic, total: totalItems, quoteIds, mayChange, isHidden },
    quotation: item && { ...item, title: item.postTitle, foundAt: item.createdAt },
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  // Where all can read it, what is hidden is shown to nobody.
  return ({ kind }) => evidenceItemCard({ ...page, mayChange: mayChange && kind === 'person' }, { freshness });
}

/** So far is looked when a quote is no longer where it was. */
const NEARBY = 100;

/** Where a quote stands now: new posts move it, and another one must not be read in its place. `at` is null when it is gone. */
async function findEvidenceItem({ client }: Deps, { id, at, quote }: EvidenceItemQuery) {
  const full = (page: number) => client.evidenceExcerpts(id, { mode: 'full', page, size: 1 });
  const answer = await full(at);
  const isMeant = (item: Parameters<typeof excerptFingerprintOf>[0]) =>
    quote === undefined || excerptFingerprintOf(item) === quote;
  const [there] = answer.data.items;
  if (there === undefined ? quote === undefined : isMeant(there)) return { answer, at };
  const page = Math.floor(at / NEARBY);
  const nearby = await client.evidenceExcerpts(id, { mode: 'summary', page, size: NEARBY });
  const found = nearby.data.items.findIndex(isMeant);
  if (found < 0) return { answer, at: null };
  return { answer: await full(page * NEARBY + found), at: page * NEARBY + found };
}

const visibilityButton =
  (change: (quotes: Deps['hiddenEvidence'], userId: string, ids: readonly [string, ...string[]]) => Promise<void>) =>
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    const userId = await requireManager(deps, context);
    const choice = decodeEvidenceVisibilityChoice(action.value);
    if (choice === null) throw new ActionRejectedError('old-button');
    const { quoteIds, ...meant } = choice;
    await change(deps.hiddenEvidence, userId, quoteIds);
    const draw = await withTimeout(
      deps.timeouts.answerMs,
      showEvidenceItem(deps, { show: 'quote', ...meant }, context),
    );
    await deliver(deps, context, () => draw(audienceOf(context)));
  };

/** "Hide this quote": in everything that this workspace is shown from now on. */
export const hideEvidenceItem = visibilityButton(async (quotes, userId, ids) => {
  if (!(await quotes.hide(userId, ids))) throw new ActionRejectedError('too-much-hidden');
});

export const unhideEvidenceItem = visibilityButton((quotes, userId, [quoteId]) => quotes.unhide(userId, quoteId));
