import { samplePosts } from '../../packages/service/src/sources/sample/stream.ts';

const POSTS_EACH = 3;
/** Complaints whose words the posts are made of. */
const SAMPLE_FROM = '2026-01-01';
const SAMPLE_TO = '2026-06-29';
const DAY_MS = 86_400_000;
/** The posts are spread over a year that ends here. */
const AT = Date.parse('2026-06-30T12:00:00Z');
const DAYS = 365;

const SYLLABLES = 'ka lo mi ren tus vel dor pan gri sol ne bur fa quin zet hal'.split(' ');

const wordOf = (number: number): string =>
  [16 ** 4, 16 ** 3, 16 ** 2, 16, 1].map((place) => SYLLABLES[Math.floor(number / place) % 16]).join('');

/**
 * The posts of each signal, oldest first: the sample's complaints, so that words are as common as where people write, with two words of the signal's own
 * and a product's name, by three people on different days.
 */
export function* madeUpPosts(signals: number): Generator<object[]> {
  const sample = [...samplePosts(SAMPLE_FROM, SAMPLE_TO)];
  for (let signal = 0; signal < signals; signal++) {
    const own = [wordOf(signal * 2), wordOf(signal * 2 + 1)];
    const product = wordOf(1_000_000 + (signal % 997));
    const at = AT - ((signal % DAYS) + 1) * DAY_MS;
    const title = sample[signal % sample.length]?.title ?? 'Build fails';
    yield Array.from({ length: POSTS_EACH }, (_, telling) => ({
      provider: 'github',
      externalId: `${signal}-${telling}`,
      title: `${title} in ${own[0]} of ${product}`,
      body: `${sample[(signal * POSTS_EACH + telling) % sample.length]?.body ?? ''}\n\nOnly with ${own[1]}, in ${product}.`,
      createdAt: new Date(at - (POSTS_EACH - telling) * DAY_MS + signal).toISOString(),
      author: `author-${signal}-${telling}`,
      repository: `owner-${signal % 97}/${product}`,
    }));
  }
}
