import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { NOTHING_IN_MIND, type Query, resolveFollowUp } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { parseNaturalLanguage } from '#handlers/commands/natural-language/parse-natural-language.ts';
import { parseCommand } from '#handlers/commands/parse-command.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

const PHRASINGS = readFileSync(new URL('phrasings.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' => '))
  .map((line) => line.split(' => ') as [string, string]);

function meant(command: string): Query | 'ask' {
  if (command === 'ask') return 'ask';
  const parsed = parseCommand(command);
  if ('query' in parsed) return parsed.query;
  throw new Error(`“${command}” is no command`);
}

/** Without what is undefined. */
const withoutGaps = (query: Query): unknown => JSON.parse(JSON.stringify(query));

const isRead = ([phrasing, command]: [string, string]) => {
  const reading = parseNaturalLanguage(phrasing, NOW);
  const expected = meant(command);
  if (expected === 'ask') return reading?.isUnderstood === false && reading.query.show === 'ask';
  if (reading?.isUnderstood !== true) return false;
  // Nothing is in mind here.
  const query = resolveFollowUp(reading.query, NOTHING_IN_MIND) ?? reading.query;
  return isDeepStrictEqual(withoutGaps(query), withoutGaps(expected));
};

describe('what people write in their own words', () => {
  it('is understood nine times out of ten', () => {
    const missed = PHRASINGS.filter((phrasing) => !isRead(phrasing));
    for (const [phrasing, command] of missed) {
      console.info(
        `not read: “${phrasing}” is ${command}, taken for ${JSON.stringify(parseNaturalLanguage(phrasing, NOW)?.query)}`,
      );
    }
    expect(PHRASINGS).toHaveLength(198);
    expect(missed.length).toBeLessThanOrEqual(10);
  });
});
