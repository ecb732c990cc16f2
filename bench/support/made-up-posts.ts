const POSTS_EACH = 3;
const AT = Date.parse('2026-06-30T12:00:00Z');
const DAY_MS = 86_400_000;

/** A topic for each signal: four words of its own and two that it shares, told three times by different people on different days. */
export function* madeUpPosts(signals: number): Generator<object> {
  const syllables = [
    'ka',
    'lo',
    'mi',
    'ren',
    'tus',
    'vel',
    'dor',
    'pan',
    'gri',
    'sol',
    'ne',
    'bur',
    'fa',
    'quin',
    'zet',
    'hal',
  ];
  const wordOf = (number: number) =>
    [16 ** 4, 16 ** 3, 16 ** 2, 16, 1].map((place) => syllables[Math.floor(number / place) % 16]).join('');
  for (let telling = 0; telling < POSTS_EACH; telling++) {
    for (let signal = 0; signal < signals; signal++) {
      const own = Array.from({ length: 4 }, (_, index) => wordOf(signal * 4 + index));
      const words = [...own, wordOf(65_535 - (signal % 200)), wordOf(65_000 - (signal % 331))];
      yield {
        provider: 'github',
        externalId: `${signal}-${telling}`,
        title: `${words[0]} ${words[1]} fails after ${words[2]} ${words[3]}`,
        body: `The ${words[4]} of ${words[5]} ${words[0]} is slow or lost when ${words[2]} meets ${words[3]}, try ${telling + 1} of ${words[1]}.`,
        createdAt: new Date(AT - (POSTS_EACH - telling) * DAY_MS + signal).toISOString(),
        author: `author-${signal}-${telling}`,
        repository: `owner-${signal % 97}/repository-${telling}`,
      };
    }
  }
}
