import type { FoundSignal } from '@pain-signals/contract';
import { SearchQuery } from '@pain-signals/domain';
import { countTypos } from '../commands/command-line.ts';
import type { Deps } from '../ports.ts';
import { optional } from '../reply/service-responses.ts';

/** Each name that is read counts towards fair use, so a list's page is enough. */
const NAMES_READ = 20;
/** Shorter words resemble too many others; a long one may have two typing errors. */
const [SHORTEST, LONG] = [5, 9];

/** The same search with typing errors corrected to words of the results, or of the signals' names. Null without errors. */
export async function correctSearch(
  deps: Deps,
  { words = '', ...filter }: SearchQuery,
  found: readonly FoundSignal[],
): Promise<SearchQuery | null> {
  // The service corrects some words too, so its results contain the right ones.
  const texts =
    found.length > 0 ? found.flatMap(({ topic, match }) => [topic, match?.sentence ?? '']) : await readNames(deps);
  const known = new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []));
  const corrected = words.replace(WORD, (word) => correctWord(word, known));
  if (corrected === words) return null;
  // The right words may be longer than a search can be.
  return SearchQuery.safeParse({ ...filter, words: corrected, page: 0 }).data ?? null;
}

async function readNames(deps: Deps): Promise<string[]> {
  const most = { sortBy: 'volume', direction: 'desc', page: 0, size: NAMES_READ } as const;
  const named = await optional(deps, deps.client.signals(most));
  return (named?.data.items ?? []).map(({ topic }) => topic);
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
