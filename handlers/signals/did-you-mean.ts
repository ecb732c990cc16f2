import type { FoundSignal } from '@pain-signals/contract';
import { AskQuery, SearchQuery } from '@pain-signals/domain';
import type { ShorterQuestion } from '#blocks/signals/signal-list.ts';
import { countTypos } from '../commands/command-line.ts';
import type { Deps } from '../ports.ts';
import { optional } from '../reply/service-responses.ts';

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
  // The service corrects some words too, so its results may contain the right ones. Posts have typing errors, names hardly any.
  const names = found.map(({ topic }) => topic);
  const texts = [...names, ...found.map(({ match }) => match?.sentence ?? '')];
  const corrected =
    correctWords(words, names) ??
    correctWords(words, texts) ??
    correctWords(words, [...texts, ...(await readNames(deps))]);
  if (corrected === null) return null;
  // The right words may be longer than a search can be.
  const meant = SearchQuery.safeParse({ ...filter, words: corrected.replace(/[\s?!.]+$/, ''), page: 0 }).data;
  if (meant?.words === undefined) return null;
  // Most right words are of names, and a search of posts costs more.
  const named = await optional(deps, deps.client.signals({ query: meant.words, page: 0, size: 1 }));
  if ((named?.data.items.length ?? 0) > 0) return meant;
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

/** Enough for the words of a short question, each searched for once. */
const MOST_DROPPED = 4;
const MOST_OFFERED = 3;
/** How often {@link dropWords} searches at most. */
export const MOST_DROPPED_SEARCHES = MOST_DROPPED + MOST_OFFERED;
const NEEDLESS = /^(?:the|and|for|with|from|when|that|this|are|our|its|too|very|not|into|about|after|before)$/i;

export type FindInPosts = (deps: Deps, words: string) => Promise<{ rows: readonly FoundSignal[] } | null>;

/**
 * What a question that nothing is close to finds with the words that find something by themselves, or with one word less where all
 * do, else with single words. `find`: what their lists will show.
 */
export async function dropWords(deps: Deps, question: string, find: FindInPosts): Promise<ShorterQuestion[]> {
  const words = (question.match(/[\p{L}\p{N}][\p{L}\p{N}._+#/-]*/gu) ?? []).filter((word) => !NEEDLESS.test(word));
  if (words.length < 2 || words.length > MOST_DROPPED) return [];
  const single = await findEach(deps, words, find);
  // Words that are too short to be searched for alone may still belong to others.
  const known = single.filter(({ rows }) => rows?.length !== 0);
  const shorter = known.length < words.length ? [known] : withOneLess(known);
  const joined = words.length === 2 || known.length < 2 ? [] : await findEach(deps, shorter.map(join), find);
  const offered = offersOf(joined);
  return (offered.length > 0 ? offered : offersOf(single)).slice(0, MOST_OFFERED);
}

interface FoundWords {
  words: string;
  /** Null where they can't be searched for. */
  rows: readonly FoundSignal[] | null;
}

const join = (each: readonly FoundWords[]): string => each.map(({ words }) => words).join(' ');

const findEach = (deps: Deps, searches: readonly string[], find: FindInPosts): Promise<FoundWords[]> =>
  Promise.all(searches.map(async (words) => ({ words, rows: (await find(deps, words))?.rows ?? null })));

/** Those first whose words find the most signals in common. */
function withOneLess(single: readonly FoundWords[]): FoundWords[][] {
  const shared = (each: readonly FoundWords[]) => {
    const [first = [], ...others] = each.flatMap(({ rows }) => (rows === null ? [] : [rows.map(({ id }) => id)]));
    return first.filter((id) => others.every((ids) => ids.includes(id))).length;
  };
  const shorter = single.map((left) => single.filter((each) => each !== left));
  return shorter.toSorted((one, other) => shared(other) - shared(one)).slice(0, MOST_OFFERED);
}

const offersOf = (found: readonly FoundWords[]): ShorterQuestion[] =>
  found.flatMap(({ words, rows }) => {
    const query = AskQuery.safeParse({ show: 'ask', question: words }).data;
    const total = rows?.length ?? 0;
    return query === undefined || total === 0 ? [] : [{ without: 'word' as const, query, total }];
  });

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
