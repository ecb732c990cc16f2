import { describe, expect, it } from 'vitest';
import type { WeighedConcept } from '../../src/search/query.ts';
import { tiersOf } from '../../src/search/tiers.ts';

const concept = (asked: string, weight: number, ...synonyms: string[]): WeighedConcept => ({
  asked,
  wordings: [asked, ...synonyms].map((written, at) => ({ written, terms: [written], share: at === 0 ? 1 : 0.7 })),
  weight,
  use: 'telling',
});

/** Each tier as the combinations it takes: "a b" for posts that say both. */
const tiers = (...concepts: WeighedConcept[]) =>
  tiersOf(concepts)?.map((tier) => tier.map((said) => said.map((wordings) => wordings[0]?.join()).join(' ')).sort());

describe('what posts are looked for with', () => {
  it('asks for the whole query first, and for any one word last', () => {
    const found = tiers(concept('login', 0.5), concept('lost', 0.5));
    expect(found?.[0]).toEqual(['login lost']);
    expect(found?.at(-1)).toEqual(['login', 'lost']);
  });

  it('is a rare word before two common ones', () => {
    const found = tiers(concept('kerberos', 0.9), concept('fails', 0.2), concept('slow', 0.2)) ?? [];
    const placeOf = (said: string) => found.findIndex((tier) => tier.includes(said));
    expect(placeOf('kerberos')).toBeGreaterThan(0);
    expect(placeOf('fails slow')).toBeGreaterThan(placeOf('kerberos'));
  });

  it('asks for less with each tier', () => {
    const found = tiers(concept('a', 0.9), concept('b', 0.6), concept('c', 0.5), concept('d', 0.1)) ?? [];
    const takes = (tier: readonly string[], said: string) =>
      tier.some((set) => set.split(' ').every((word) => said.split(' ').includes(word)));
    for (const [at, tier] of found.slice(0, -1).entries())
      for (const said of tier) expect(takes(found[at + 1] ?? [], said)).toBe(true);
    expect(new Set(found.map((tier) => tier.join(', '))).size).toBe(found.length);
  });

  it('takes any wording of a word, and leaves out words without one', () => {
    const unsaid = { ...concept('hello', 1), wordings: [] };
    expect(tiersOf([concept('login', 0.5, 'signin'), unsaid])).toEqual([[[[['login'], ['signin']]]]]);
  });

  it('asks for three words as they were asked before it takes other wordings', () => {
    const [login, lost, redirect] = [concept('login', 0.5, 'signin'), concept('lost', 0.5), concept('redirect', 0.5)];
    const [first, second] = tiersOf([login, lost, redirect]) ?? [];
    expect(first).toEqual([[[['login']], [['lost']], [['redirect']]]]);
    expect(second).toEqual([[[['login'], ['signin']], [['lost']], [['redirect']]]]);
    const unknown = { ...lost, wordings: [{ written: 'gone', terms: ['gone'], share: 0.7 }] };
    expect(tiersOf([login, unknown, redirect])?.[0]).toEqual([[[['login'], ['signin']], [['gone']], [['redirect']]]]);
  });

  it('is no tier for a query of more words than can be combined', () => {
    expect(tiersOf(Array.from('abcdefg', (word) => concept(word, 0.5)))).toBeNull();
  });
});
