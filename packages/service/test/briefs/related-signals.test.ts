import { expect, test } from 'vitest';
import { findRelatedSignals, heaviestTerms } from '../../src/briefs/related-signals.ts';
import { tokenize } from '../../src/text/tokenize.ts';

const background = { documents: 100, documentFrequencies: new Map([['issue', 90]]) };
/** A signal whose posts turn on the words of its topic and summary, unless told otherwise. */
const aSignal = (id: string, topic: string, summary = '', posts = `${topic} ${summary}`) => ({
  id,
  topic,
  summary,
  heaviest: heaviestTerms([{ terms: tokenize(posts).map((term) => [term, 1] as const) }], background),
});

test('signals told in the same words are related, with the words as they were read', () => {
  const signals = [
    aSignal('a', 'Caching of Docker layers breaks'),
    aSignal('b', 'Docker layers rebuilt without caching'),
    aSignal('c', 'Refresh tokens expire'),
  ];

  const related = findRelatedSignals(signals);

  expect(related.get('a')?.map(({ id }) => id)).toEqual(['b']);
  expect(related.get('a')?.[0]?.sharedTerms).toEqual(['docker layers', 'caching']);
  expect(related.get('c')).toEqual([]);
});

test('a phrase of both relates two signals, as it is written', () => {
  const signals = [
    aSignal('a', 'Connection pool is exhausted'),
    aSignal('b', 'Query hangs', '4 of 9: connection pool leaks.'),
  ];

  expect(findRelatedSignals(signals).get('a')?.[0]).toEqual({
    id: 'b',
    topic: 'Query hangs',
    sharedTerms: ['connection pool'],
  });
});

test('one word in common is no relation', () => {
  const related = findRelatedSignals([aSignal('a', 'Docker daemon'), aSignal('b', 'Docker registry')]);

  expect(related.get('a')).toEqual([]);
});

test('the places and versions that a summary ends with relate nothing', () => {
  const counted = (id: string, topic: string) =>
    aSignal(
      id,
      topic,
      '10 of 12: nothing else. For developers (3). Named: Windows 11 (4), Firefox (3). Versions: 1.2 (2).',
    );

  const related = findRelatedSignals([counted('a', 'Docker daemon'), counted('b', 'Token refresh')]);

  expect(related.get('a')).toEqual([]);
});

test('words of trouble and of time relate nothing', () => {
  const related = findRelatedSignals([
    aSignal('a', 'Docker daemon fails after ten minutes.'),
    aSignal('b', 'Login fails, minutes. Tests fail.'),
  ]);

  expect(related.get('a')).toEqual([]);
});

test('words that are frequent everywhere relate nothing, however often two signals use them', () => {
  const common = {
    documents: 100,
    documentFrequencies: new Map([
      ['server', 30],
      ['build', 40],
      ['lock', 4],
    ]),
  };
  const terms = [
    ['server', 9],
    ['build', 9],
    ['lock', 2],
  ] as const;

  expect(heaviestTerms([{ terms }], common)).toEqual(new Set(['lock']));
});

test('words of one sentence that the posts of a signal do not turn on relate nothing', () => {
  const signals = [
    aSignal('a', 'Build server of the previous release is true', '', 'memory limit editor crash'),
    aSignal('b', 'Previous value stays true', '', 'cache checkout windows'),
  ];

  expect(findRelatedSignals(signals).get('a')).toEqual([]);
});
