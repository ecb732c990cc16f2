import { expect, test } from 'vitest';
import { findRelated } from '../../src/pipeline/related.ts';

const background = { documents: 100, documentFrequencies: new Map([['issue', 90]]) };
const aSignal = (id: string, topic: string) => ({ id, topic, summary: '' });

test('signals told in the same words are related, with the words as they were read', () => {
  const signals = [
    aSignal('a', 'Caching of Docker layers breaks'),
    aSignal('b', 'Docker layers rebuilt without caching'),
    aSignal('c', 'Refresh tokens expire'),
  ];

  const related = findRelated(signals, background);

  expect(related.get('a')?.map(({ id }) => id)).toEqual(['b']);
  expect(new Set(related.get('a')?.[0]?.sharedTerms)).toEqual(new Set(['caching', 'docker', 'layers']));
  expect(related.get('c')).toEqual([]);
});

test('one word in common is no relation', () => {
  const related = findRelated([aSignal('a', 'Docker daemon'), aSignal('b', 'Docker registry')], background);

  expect(related.get('a')).toEqual([]);
});

test('the counts that every summary begins with relate nothing', () => {
  const counted = (id: string, topic: string) => ({
    id,
    topic,
    summary: '10 posts by 8 people in 3 places since 4 Jul 2026. Nothing else.',
  });

  const related = findRelated([counted('a', 'Docker daemon'), counted('b', 'Token refresh')], background);

  expect(related.get('a')).toEqual([]);
});

test('words of trouble and of time relate nothing', () => {
  const related = findRelated(
    [aSignal('a', 'Docker daemon fails after ten minutes.'), aSignal('b', 'Login fails, minutes. Tests fail.')],
    background,
  );

  expect(related.get('a')).toEqual([]);
});
