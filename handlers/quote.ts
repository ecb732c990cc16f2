import type { QuoteQuestion } from '#blocks/question.ts';
import { decodeQuoteChoice, quoteCard } from '#blocks/quote-card.ts';
import { audienceAt, deliver } from './deliver.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { managerOf } from './manager-of.ts';
import { placeOf } from './place.ts';
import { pieceIdOf, quoteIdsOf } from './quote-ids.ts';
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
  const { id } = question;
  const [detail, { answer, at }, hidden, mayChange, pipeline] = await Promise.all([
    client.signal(id),
    findQuote(deps, question),
    quotes.hidden(),
    userId !== null && settings.mayChange(userId),
    orNull(deps, client.pipeline()),
  ]);
  const { items, totalItems } = answer.data;
  const item = at === null ? null : (items[0] ?? null);
  const quoteIds = quoteIdsOf(item ?? {});
  const isHidden = hidden.has(quoteIds[0]);
  const page = {
    question: { ...question, at: at ?? question.at, quote: item ? pieceIdOf(item) : question.quote },
    ...{ topic: detail.data.topic, total: totalItems, quoteIds, mayChange, isHidden },
    quotation: item && { ...item, title: item.postTitle, foundAt: item.createdAt },
  };
  const freshness = freshnessOf(pipeline, [detail, answer]);
  // Where all can read it, what is hidden is shown to nobody.
  return ({ kind }) => quoteCard({ ...page, mayChange: mayChange && kind === 'person' }, { freshness });
}

/** So far is looked when a quote is no longer where it was. */
const NEARBY = 100;

/** Where a quote stands now: new posts move it, and another one must not be read in its place. `at` is null when it is gone. */
async function findQuote({ client }: Deps, { id, at, quote }: QuoteQuestion) {
  const full = (page: number) => client.evidenceExcerpts(id, { mode: 'full', page, size: 1 });
  const answer = await full(at);
  const isMeant = (item: Parameters<typeof pieceIdOf>[0]) => quote === undefined || pieceIdOf(item) === quote;
  const [there] = answer.data.items;
  if (there === undefined ? quote === undefined : isMeant(there)) return { answer, at };
  const page = Math.floor(at / NEARBY);
  const nearby = await client.evidenceExcerpts(id, { mode: 'summary', page, size: NEARBY });
  const found = nearby.data.items.findIndex(isMeant);
  if (found < 0) return { answer, at: null };
  return { answer: await full(page * NEARBY + found), at: page * NEARBY + found };
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
    const { quoteIds, ...meant } = choice;
    await change(deps.quotes, userId, quoteIds);
    const draw = await within(deps.patience.answerMs, showQuote(deps, { show: 'quote', ...meant }, place));
    await deliver(deps, place, () => draw(audienceAt(place)));
  };

/** "Hide this quote": in everything that this workspace is shown from now on. */
export const hideQuote = changeButton(async (quotes, userId, ids) => {
  if (!(await quotes.hide(userId, ids))) throw new RefusedPress('too-much-hidden');
});

export const unhideQuote = changeButton((quotes, userId, [quoteId]) => quotes.unhide(userId, quoteId));
