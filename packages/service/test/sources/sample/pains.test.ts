import { MACRO_AREAS, PAIN_TYPES } from '@pain-signals/contract';
import { describe, expect, test } from 'vitest';
import { composePost } from '../../../src/sources/sample/compose.ts';
import { PAINS } from '../../../src/sources/sample/pains/index.ts';
import type { Pain } from '../../../src/sources/sample/parts/pain.ts';
import { compareVocabularies, vocabularyOf } from '../../support/vocabulary.ts';

const byId = new Map(PAINS.map((pain) => [pain.id, pain]));

const sentencesOf = (pain: Pain): string[] => [
  ...pain.tellings.map((telling) => `${telling.title} ${telling.text}`),
  ...pain.settings,
  ...pain.attempts,
  ...pain.effects,
];

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length;

const pairs = PAINS.flatMap((pain) =>
  (pain.near ?? []).filter((near) => pain.id < near).map((near) => [pain.id, near] as const),
);

describe('the catalogue of pains', () => {
  test('each of the eleven areas has six pains, each with an id of its own', () => {
    expect(byId.size).toBe(PAINS.length);
    for (const area of MACRO_AREAS) expect(PAINS.filter((pain) => pain.area === area).length).toBe(6);
    for (const pain of PAINS) expect(pain.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
  });

  test('all pain types occur, bugs most', () => {
    const bugs = PAINS.filter((pain) => pain.painType === 'bug').length;
    for (const type of PAIN_TYPES) expect(PAINS.filter((pain) => pain.painType === type).length).toBeGreaterThan(3);
    expect(bugs / PAINS.length).toBeGreaterThan(0.35);
  });

  test.each(PAINS.map((pain) => [pain.id, pain] as const))('%s is told in twelve ways and more', (_id, pain) => {
    expect(new Set(pain.tellings.map((telling) => telling.title)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(pain.tellings.map((telling) => telling.text)).size).toBeGreaterThanOrEqual(12);
    for (const details of [pain.settings, pain.attempts, pain.effects]) {
      expect(new Set(details).size).toBeGreaterThanOrEqual(6);
    }
    expect(pain.projects.length).toBeGreaterThanOrEqual(4);
    expect(new Set(pain.projects.map((project) => project.split('/')[0])).size).toBeGreaterThanOrEqual(3);
  });

  test('every telling is used before one comes a second time', () => {
    for (const pain of PAINS) {
      const texts = pain.tellings.map((_, ordinal) => composePost(pain, ordinal).body);
      expect(new Set(texts).size).toBe(pain.tellings.length);
    }
  });

  test('no slot is left open', () => {
    for (const pain of PAINS) {
      for (let ordinal = 0; ordinal < 30; ordinal += 1) {
        const { title, body } = composePost(pain, ordinal);
        expect(`${title} ${body}`).not.toMatch(/\{(version|n|minutes|percent|project)\}/i);
      }
    }
  });

  test('at least fifteen pairs are confusable, and each names the other', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(15);
    for (const [id, near] of pairs) {
      expect(byId.get(near)?.near).toContain(id);
    }
  });

  test('confusable pairs share most of the words they use throughout', () => {
    const vocabularies = new Map(PAINS.map((pain) => [pain.id, vocabularyOf(sentencesOf(pain))]));
    const shareOf = (id: string, other: string) => {
      const [one, two] = [vocabularies.get(id), vocabularies.get(other)];
      return one && two ? compareVocabularies(one, two) : Number.NaN;
    };
    const shares = pairs.map(([id, near]) => shareOf(id, near));
    expect(shares.filter((share) => share >= 0.5).length).toBeGreaterThanOrEqual(15);

    const strangers = PAINS.flatMap((pain) =>
      PAINS.filter((other) => other.area !== pain.area).map((other) => shareOf(pain.id, other.id)),
    );
    expect(mean(shares)).toBeGreaterThan(1.5 * mean(strangers));
  });
});
