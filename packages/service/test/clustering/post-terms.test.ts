import { expect, test } from 'vitest';
import { countPostTerms } from '../../src/clustering/post-terms.ts';

const words = (count: number, word: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => word(number)).join(' ');

test('the title counts three times, the body once', () => {
  expect([...countPostTerms('docker cache', 'docker layer')]).toEqual([
    ['docker', 4],
    ['cach', 3],
    ['layer', 1],
  ]);
});

test('only the first sixty words of a body count, and of long words those in its first thousand characters', () => {
  expect(
    countPostTerms(
      null,
      words(80, (number) => `w${number}x`),
    ).size,
  ).toBe(60);
  expect(
    countPostTerms(
      null,
      words(40, (number) => `${'w'.repeat(35)}${100 + number}x`),
    ).size,
  ).toBe(25);
});
