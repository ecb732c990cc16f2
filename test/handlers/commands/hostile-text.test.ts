import { describe, expect, it } from 'vitest';
import { parseCommandOrText } from '#handlers/commands/natural-language/command-or-text.ts';
import { parseNaturalLanguage } from '#handlers/commands/natural-language/parse-natural-language.ts';
import { topicOfQuestion } from '#handlers/commands/natural-language/understand.ts';
import { parseMessage } from '#handlers/conversation/find-related.ts';
import { hostileText } from '../../../packages/service/test/support/hostile-text.ts';
import { seededRandom } from '../../../packages/service/test/support/seeded-random.ts';

const READERS = {
  'a command': (text: string) => parseCommandOrText(text, 0),
  'a message': (text: string) => parseNaturalLanguage(text, 0),
  'a question': topicOfQuestion,
  'a shared message': parseMessage,
};
const LONGEST = 100_000;
const MOST_MS = 50;
/** Short ones first: what backtracks exponentially is slow already, and would never end. */
const REPEATS = [22, 300, LONGEST];

const OPENINGS = [
  '',
  'compare ',
  'why it ',
  'stuff about ',
  'what do people ',
  'tell me when ',
  'top ',
  'brief ',
  '"',
  '<@',
];
const PIECES = [
  ...['a', 'a ', '#', "'", '!', '? ', '\n', 'too ', 'please ', 'thanks ', 'and ', 'now, ', 'only ', 'for me '],
  ...[
    'get grow ',
    'sending post ',
    'great, ',
    'vs a ',
    'or b ',
    'in the ',
    'last 3 days ',
    'not hate ',
    'score over 1 ',
  ],
];
const ENDINGS = ['', '@', '\u0000', ' first'];

function msOf(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** A collection of garbage isn't the text's fault. */
function expectFast(read: (text: string) => unknown, text: string, what: string): void {
  if (msOf(read, text) >= MOST_MS) expect(msOf(read, text), what).toBeLessThan(MOST_MS);
}

describe.each(Object.entries(READERS))('%s of up to 100 KB', (_, read) => {
  it('is read in 50 ms, whatever is repeated in it', () => {
    let count = 0;
    for (const repeats of REPEATS)
      for (const opening of OPENINGS)
        for (const piece of PIECES) {
          const ending = ENDINGS[count++ % ENDINGS.length];
          const text = `${opening}${piece.repeat(repeats).slice(0, LONGEST)}${ending}`;
          expectFast(read, text, JSON.stringify([opening, piece, ending, repeats]));
        }
  });

  it.each([
    ['which is more', ' ,', ' l', 23],
    ['show everything but auth i', '-,', 'alle', 12],
    ['and last 7 days ', 'oneshow', 'g', 21],
  ])('is read in 50 ms where “%s” has many “%s” behind it', (opening, piece, ending, slow) => {
    expectFast(read, opening + piece.repeat(slow) + ending, piece);
  });

  it('is read in 50 ms, whatever markup it is made of', () => {
    const random = seededRandom(3);
    for (let index = 0; index < 200; index += 1) {
      const text = hostileText(random, LONGEST);
      expectFast(read, text, JSON.stringify(text.slice(0, 40)));
    }
  });
});
