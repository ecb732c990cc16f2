import { stem } from '../../text/stem.ts';
import { partsOf, type ReadPost } from './posts.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const VALUES = new Map<string, number>([
  ...ONES.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, at) => [word, 10 * (at + 2)] as const),
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);
const SPELLED = [...VALUES.keys()].join('|');
const SPELLED_NUMBER = new RegExp(
  `(?<![\\p{L}-])(?:${SPELLED})(?:(?:-| )(?:and )?(?:${SPELLED}))*(?![\\p{L}-])`,
  'giu',
);

/** "One" and "two" are seldom counts: "one of them", "the two". */
const LEAST_SPELLED = 3;

/** Writes spelled numbers as digits: "sixty-four percent" as "64 percent". */
export const spellAsDigits = (text: string): string =>
  text.replace(SPELLED_NUMBER, (written) => {
    let [sum, current] = [0, 0];
    for (const word of written.toLowerCase().split(/[- ]+/)) {
      const value = VALUES.get(word) ?? 0;
      if (value < 100) current += value;
      else [sum, current] = [sum + Math.max(1, current) * value, 0];
    }
    return sum + current < LEAST_SPELLED ? written : String(sum + current);
  });

/** A share of something: "a quarter of the jobs". */
const SHARE = /\b(?:half|third|quarter|fifth|tenth|majority)(?=s? of\b)|\bpercent|%/gi;

const sharesIn = (text: string): string[] =>
  (text.match(SHARE) ?? []).map((share) => (share === '%' ? 'percent' : share.toLowerCase()));
/** Digits of any script: those that the posts don't have are invented, too. */
const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

/** Parts this far from a number say what it counts. */
const NEAR = 2;

/** The words beside each place where a text has the number. */
const besides = (parts: readonly string[], number: string): string[][] =>
  parts.flatMap((part, at) =>
    part === number
      ? [
          parts
            .slice(Math.max(0, at - NEAR), at + NEAR + 1)
            .filter((near) => near !== number)
            .map(stem),
        ]
      : [],
  );

/** A version is in a post whole or as its beginning: "2.53" for 2.53.6. A number must count the same there. */
function isInPost(number: string, answer: readonly string[], post: ReadPost): boolean {
  if (/[.,]/.test(number)) return new RegExp(`(?<![\\d.])${number.replaceAll('.', '\\.')}(?!\\d)`).test(post.text);
  const here = new Set(besides(answer, number).flat());
  return besides(partsOf(spellAsDigits(post.text)), number).some((words) => words.some((word) => here.has(word)));
}

/** A number, version or share that none of the posts has; null where there is none. */
export function findInventedNumber(text: string, posts: readonly ReadPost[]): string | null {
  const known = new Set(posts.flatMap((post) => sharesIn(post.text)));
  const share = sharesIn(text).find((each) => !known.has(each));
  if (share !== undefined) return share;
  const written = spellAsDigits(text);
  const numbers = (written.match(NUMBER) ?? []).map((found) =>
    GROUPED.test(found) ? found.replaceAll(',', '') : found,
  );
  const parts = partsOf(written);
  return numbers.find((number) => !posts.some((post) => isInPost(number, parts, post))) ?? null;
}
