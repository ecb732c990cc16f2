import type { QuoteQuestion } from '#blocks/question.ts';
import { decodeQuoteChoice, quoteCard } from '#blocks/quote-card.ts';
import { audienceAt, deliver } from './deliver.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { managerOf } from './manager-of.ts';
import { placeOf } from './place.ts';
import { quoteIdsOf } from './quote-ids.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';
import { within } from './within.ts';

/** One quote, in full. */
export async function showQuote(
  deps: Deps,
  question: QuoteQuestion,
  { userId }: Pick<Asker, 'userId'>,
): Promise<Drawing> {
  const { client, settings, quotes } = deps;
  const { id, at } = question;
  const [detail, answer, hidden, mayChange, pipeline] = await Promise.all([
    client.signal(id),
    client.evidenceExcerpts(id, { mode: 'full', page: at, size: 1 }),
    quotes.hidden(),
    userId !== null && settings.mayChange(userId),
    orNull(deps, client.pipeline()),
  ]);
  const { items, totalItems } = answer.data;
  const item = items[0] ?? null;
  const quoteIds = quoteIdsOf(item ?? {});
  const isHidden = hidden.has(quoteIds[0]);
  const page = {
    ...{ question, topic: detail.data.topic, total: totalItems, quoteIds, mayChange, isHidden },
    quotation: item && { ...item, title: item.postTitle, foundAt: item.createdAt },
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  // Where all can read it, what is hidden is shown to nobody.
  return ({ kind }) => quoteCard({ ...page, mayChange: mayChange && kind === 'person' }, { freshness });
}

const changeButton =
  (change: (quotes: Deps['quotes'], userId: string, ids: readonly [string, ...string[]]) => Promise<void>) =>
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    const userId = await managerOf(deps, place);
    const choice = decodeQuoteChoice(action.value);
    if (choice === null) throw new RefusedPress('old-button');
    const { id, at, quoteIds } = choice;
    await change(deps.quotes, userId, quoteIds);
    const draw = await within(deps.patience.answerMs, showQuote(deps, { show: 'quote', id, at }, place));
    await deliver(deps, place, draw(audienceAt(place)));
  };

/** "Hide this quote": in everything that this workspace is shown from now on. */
export const hideQuote = changeButton(async (quotes, userId, ids) => {
  if (!(await quotes.hide(userId, ids))) throw new RefusedPress('too-much-hidden');
});

export const unhideQuote = changeButton((quotes, userId, [quoteId]) => quotes.unhide(userId, quoteId));
