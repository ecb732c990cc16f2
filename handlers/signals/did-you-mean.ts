import type { FoundSignal } from '@pain-signals/contract';
import { AskQuery, SearchQuery } from '@pain-signals/domain';
import type { ShorterQuestion } from '#blocks/signals/signal-list.ts';
import { countTypos } from '../commands/command-line.ts';
import type { Deps } from '../ports.ts';
import { hasCallsToSpare, optional } from '../reply/service-responses.ts';

/** Each name that is read counts towards fair use, so a list's page is enough. */
const NAMES_READ = 20;
/** Shorter words resemble too many others; a long one may have two typing errors. */
const [SHORTEST, LONG] = [5, 9];

/**
 * The same search with typing errors corrected to words of the results, or of the signals' names. Null without errors, and where it
 * would find nothing either.
 */
export async function correctSearch(
  deps: Deps,
  { words = '', ...filter }: SearchQuery,
  found: readonly FoundSignal[],
  find: FindInPosts,
): Promise<SearchQuery | null> {
  // The service corrects some words too, so its results may contain the right ones.
  const texts = found.flatMap(({ topic, match }) => [topic, match?.sentence ?? '']);
  const corrected = correctWords(words, texts) ?? correctWords(words, [...texts, ...(await readNames(deps))]);
  if (corrected === null) return null;
  // The right words may be longer than a search can be.
  const meant = SearchQuery.safeParse({ ...filter, words: corrected.replace(/[\s?!.]+$/, ''), page: 0 }).data;
  if (meant?.words === undefined) return null;
  return (await find(deps, meant.words))?.rows.length === 0 ? null : meant;
}

/** Null where no word is corrected. */
function correctWords(words: string, texts: readonly string[]): string | null {
  const known = new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []));
  const corrected = words.replace(WORD, (word) => correctWord(word, known));
  return corrected === words ? null : corrected;
}

async function readNames(deps: Deps): Promise<string[]> {
  const most = { sortBy: 'volume', direction: 'desc', page: 0, size: NAMES_READ } as const;
  const named = await optional(deps, deps.client.signals(most));
  return (named?.data.items ?? []).map(({ topic }) => topic);
}

/** Enough for the words of a short question, each left out once. */
const MOST_DROPPED = 4;
const MOST_OFFERED = 3;
const NEEDLESS = /^(?:the|and|for|with|from|when|that|this|are|our|its|too|very|not|into|about|after|before)$/i;

type FindInPosts = (deps: Deps, words: string) => Promise<{ rows: readonly FoundSignal[] } | null>;

/**
 * What a question that nothing is close to finds with one of its words left out, else with the words that find something by
 * themselves. One call each. `find`: what their lists will show.
 */
export async function dropWords(deps: Deps, question: string, find: FindInPosts): Promise<ShorterQuestion[]> {
  const words = (question.match(/[\p{L}\p{N}][\p{L}\p{N}._+#/-]*/gu) ?? []).filter((word) => !NEEDLESS.test(word));
  if (words.length < 2 || words.length > MOST_DROPPED || !(await hasCallsToSpare(deps))) return [];
  const shorter = await countInPosts(
    deps,
    words.map((_, at) => words.filter((_word, other) => other !== at).join(' ')),
    find,
  );
  if (shorter.length > 0 || words.length === 2) return shorter.slice(0, MOST_OFFERED);
  const single = await countInPosts(deps, words, find);
  const together = single.map(({ query }) => query.question).join(' ');
  const joined = single.length < 2 ? [] : await countInPosts(deps, [together], find);
  return joined.length > 0 ? joined : single.slice(0, MOST_OFFERED);
}

async function countInPosts(deps: Deps, searches: readonly string[], find: FindInPosts): Promise<ShorterQuestion[]> {
  const found = await Promise.all(
    searches.map(async (words) => {
      const query = AskQuery.safeParse({ show: 'ask', question: words }).data;
      const found = query && (await find(deps, words));
      return query && found ? [{ without: 'word' as const, query, total: found.rows.length }] : [];
    }),
  );
  return found.flat().filter(({ total }) => total > 0);
}

const WORD = /\p{L}{3,}/gu;

function correctWord(word: string, known: ReadonlySet<string>): string {
  const typed = word.toLowerCase();
  if (typed.length < SHORTEST) return word;
  const most = typed.length < LONG ? 1 : 2;
  let [best, fewest] = [word, most + 1];
  for (const other of known) {
    // In another form it is no error: "webhook" and "webhooks".
    if (other.startsWith(typed) || typed.startsWith(other)) return word;
    if (other[0] !== typed[0] || Math.abs(other.length - typed.length) > most) continue;
    const typos = countTypos(typed, other);
    if (typos < fewest) [best, fewest] = [other, typos];
  }
  return best;
}
