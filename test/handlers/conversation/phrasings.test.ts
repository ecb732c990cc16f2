import { describe, expect, it } from 'vitest';
import { topicOfQuestion } from '#handlers/commands/natural-language/understand.ts';
import { missedIn, readPhrasings, said, typed } from '../../../bench/language/phrasings.ts';

const inFile = (name: string) => readPhrasings(new URL(name, import.meta.url));

it('asks why about a signal named by words only where it is said to rise', () => {
  expect(said('why is webhook delivered twice rising?')?.query).toMatchObject({
    ...{ show: 'find', want: 'why', names: [{ by: 'words', words: 'webhook delivered twice' }] },
  });
  expect(said('why is memory use of node rising after an upgrade?')?.query.show).toBe('ask');
});

it.each([
  'login problems on phones',
  'docker issues on windows',
  'database trouble after the upgrade',
  'docker bugs on windows',
  'kafka complaints with small consumers',
])('asks about all of “%s”, not only where it happens', (text) => {
  expect(typed(`ask ${text}`)?.query).toMatchObject({ show: 'ask', question: text });
  expect(topicOfQuestion(`anyone having ${text}?`)).toBe(text);
});

it('answers what is asked behind a greeting or thanks', () => {
  expect(typed('ask thanks, what about redis timeouts in lambda?')?.query).toMatchObject({ show: 'ask' });
  expect(said('hi, redis timeouts?')?.query).toMatchObject({ show: 'search', words: 'redis timeouts' });
  expect(said('thanks a lot for the brief')?.query).toEqual({ show: 'courtesy', of: 'thanks' });
});

it('lists an area where its list is asked for', () => {
  expect(said('top security pains in ci')?.query).toMatchObject({ area: 'SECURITY_COMPLIANCE' });
});

describe.each([
  ['phrasings.txt', 166, 0.95],
  ['later-phrasings.txt', 268, 0.95],
  ['free-phrasings-1.txt', 60, 0.95],
  ['free-phrasings-2.txt', 40, 0.9],
  ['free-phrasings-3.txt', 40, 0.9],
  ['free-phrasings-4.txt', 40, 0.9],
  ['free-phrasings-5.txt', 160, 0.95],
  ['free-phrasings-6.txt', 323, 0.95],
  ['free-phrasings-7.txt', 60, 0.78],
  ['free-phrasings-8.txt', 40, 0.8],
  ['free-phrasings-10.txt', 220, 0.85],
  ['free-phrasings-11.txt', 220, 0.82],
  ['free-phrasings-12.txt', 220, 0.82],
  ['free-phrasings-13.txt', 48, 0.9],
  ['free-phrasings-14.txt', 40, 0.85],
  ['free-phrasings-15.txt', 24, 0.85],
])('what people write, in %s', (file, count, least) => {
  const phrasings = inFile(file);

  it.each([
    ['said in a message', said],
    ['typed behind the command', typed],
  ])('is understood when %s', (_where, read) => {
    const missed = missedIn(phrasings, read);
    if (process.env.SHOW_MISSED) console.info(missed.join('\n'));
    expect(phrasings).toHaveLength(count);
    expect(1 - missed.length / count, missed.join('\n')).toBeGreaterThanOrEqual(least);
  });
});

it('searches for topics that look like commands', () => {
  const topics = inFile('topics.txt');
  expect(topics).toHaveLength(90);
  expect(missedIn(topics, said)).toEqual([]);
});
