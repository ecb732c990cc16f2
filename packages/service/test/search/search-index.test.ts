import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchableSignal } from '../../src/model/signal.ts';
import { createSearchIndex, LEAST_RELEVANCE } from '../../src/search/search-index.ts';
import { createSpelling, isOneEditApart } from '../../src/search/spelling.ts';
import { SYNONYM_GROUPS } from '../../src/search/thesaurus.ts';

const signalOf = (id: string, topic: string, passages: string[] = [], summary = ''): SearchableSignal => ({
  id,
  topic,
  summary,
  macroArea: null,
  passages: [topic, ...passages].map((text, index) => ({ chunkId: `${id}-${index}`, text })),
});

const SIGNALS = [
  signalOf('login', 'Refresh token is lost after the redirect', [
    'SSO session gone after callback',
    'logged out again',
  ]),
  signalOf('pods', 'Old pods drop requests during a rollout', [
    'SIGTERM and connection refused',
    '502 while rolling out',
  ]),
  signalOf('tests', 'Test suite fails in random order', ['Passes alone, fails in full run', 'flaky again']),
  signalOf('grid', 'Data grid cannot be used with a screen reader', ['Focus is trapped in the table']),
  signalOf('autocomplete', 'Autocomplete takes seconds in the monorepo', ['tsserver eats the CPU']),
];
const index = createSearchIndex(SIGNALS);
const found = (question: string) => index.nearest(question, 3).map(({ signalId }) => signalId);

describe('a search', () => {
  it.each([
    ['the words themselves', 'refresh token redirect', 'login'],
    ['other forms of the words', 'failing tests ordered randomly', 'tests'],
    ['a synonym', 'kubernetes deployment', 'pods'],
    ['a phrase for a word', 'sign in', 'login'],
    ['a word for a phrase', 'a11y', 'grid'],
    ['half a word', 'autocompl', 'autocomplete'],
    ['a typing error', 'moonrepo', 'autocomplete'],
    ['swapped letters', 'reidrect', 'login'],
  ])('finds a signal by %s', (_, question, id) => {
    expect(found(question)[0]).toBe(id);
  });

  it('says which words matched, the asker’s own where the signal holds them', () => {
    const [hit] = index.search('redirect after SSO, please', 1);
    expect(hit?.signalId).toBe('login');
    expect(hit?.words).toContain('redirect');
    expect(hit?.words).toContain('sso');
  });

  it('quotes the passage with the words of the query rather than the one with a synonym', () => {
    const signal = signalOf('leak', 'Build log', ['a credential in the log', 'a secret in the log']);
    const [hit] = createSearchIndex([signal, ...SIGNALS]).nearest('secret', 1);
    expect(hit).toMatchObject({ signalId: 'leak', chunkId: 'leak-2' });
  });

  it('keeps the order of signals that match equally well', () => {
    const signals = ['first', 'second', 'third'].map((id) => signalOf(id, 'Webhook reaches the wrong tenant'));
    const hits = createSearchIndex(signals).nearest('webhook', 3);
    expect(hits.map(({ signalId }) => signalId)).toEqual(['first', 'second', 'third']);
  });

  it('ignores a synonym that nearly every signal contains', () => {
    const tokens = Array.from({ length: 30 }, (_, number) => signalOf(`token-${number}`, 'Token is lost'));
    const hits = createSearchIndex([...tokens, signalOf('password', 'Token and password')]).nearest('secret', 3);
    expect(hits.map(({ signalId }) => signalId)).toEqual(['password']);
  });

  it('does not correct words of three letters, which resemble too many others', () => {
    expect(createSpelling(['cab']).near('cat')).toEqual([]);
    expect(createSpelling(['cabs']).near('cats')).toEqual(['cabs']);
  });

  it('prefers a signal that answers the whole question to one that repeats a part of it', () => {
    const signals = [
      signalOf('part', 'Webhook webhook webhook', ['webhook']),
      signalOf('whole', 'Webhook reaches the wrong tenant'),
    ];
    expect(createSearchIndex(signals).search('webhook tenant', 2)[0]?.signalId).toBe('whole');
  });

  it('is not led by a word that only says how a thing goes wrong', () => {
    const aside = signalOf('walk', 'Random walk of a pelican on a map', ['a random walk', 'random steps', 'random']);
    const found = createSearchIndex([...SIGNALS.slice(0, 3), aside]).nearest('redirect loses the session at random', 3);
    expect(found[0]?.signalId).toBe('login');
  });

  it('counts the topic more than what one post mentions', () => {
    const signals = [
      signalOf('aside', 'Builds are slow', ['we use Redis', 'slow', 'slow']),
      signalOf('topic', 'Redis loses keys', ['keys gone', 'gone', 'gone']),
    ];
    expect(createSearchIndex(signals).search('redis', 2)[0]?.signalId).toBe('topic');
  });

  it('finds nothing for words that no signal knows, for no words, and in an empty index', () => {
    expect(index.search('xylophone zygote', 5)).toEqual([]);
    expect(index.search('!!! ???', 5)).toEqual([]);
    expect(createSearchIndex([]).search('login', 5)).toEqual([]);
  });

  it('says which passage matched best', () => {
    const [hit] = index.nearest('502 while it is rolling', 1);
    expect(hit?.chunkId).toBe('pods-2');
  });

  it('is not sure of a signal that shares one word of many, and says nothing of it', () => {
    expect(index.search('the redirect of the river flooded two villages near the mountains', 5)).toEqual([]);
    expect(index.nearest('the redirect of the river flooded two villages near the mountains', 5)[0]?.signalId).toBe(
      'login',
    );
  });

  it('answers in order of relevance, within the limit, and the same each time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), fc.integer({ min: 1, max: 4 }), (noise, limit) => {
        const hits = index.search(`fails again ${noise}`, limit);
        expect(hits.length).toBeLessThanOrEqual(limit);
        expect(hits.map(({ relevance }) => relevance)).toEqual(
          hits.map(({ relevance }) => relevance).sort((a, b) => b - a),
        );
        expect(hits.every(({ relevance, words }) => relevance >= LEAST_RELEVANCE && words.length > 0)).toBe(true);
        expect(index.search(`fails again ${noise}`, limit)).toEqual(hits);
      }),
    );
  });

  it('does not choke on the longest question', () => {
    expect(index.search('redirect '.repeat(60).slice(0, 500), 5)[0]?.signalId).toBe('login');
    expect(index.search('a'.repeat(500), 5)).toEqual([]);
  });
});

describe('the thesaurus', () => {
  it('has at least 150 groups of two and more', () => {
    expect(SYNONYM_GROUPS.length).toBeGreaterThanOrEqual(150);
    expect(SYNONYM_GROUPS.every((group) => group.length >= 2 && group.every((member) => member !== ''))).toBe(true);
  });
});

describe('a typing error', () => {
  it.each([
    ['redirect', 'redirct', true],
    ['redirect', 'redirrect', true],
    ['redirect', 'redyrect', true],
    ['redirect', 'reidrect', true],
    ['redirect', 'redirect', false],
    ['redirect', 'redrict', false],
    ['', 'a', true],
  ])('of one character is seen: %s, %s', (left, right, apart) => {
    expect(isOneEditApart(left, right)).toBe(apart);
    expect(isOneEditApart(right, left)).toBe(apart);
  });
});
