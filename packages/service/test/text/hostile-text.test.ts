import { expect, test } from 'vitest';
import { classifyPainType } from '../../src/classify/pain-type.ts';
import { prepareText } from '../../src/jobs/pipeline/prepare-post.ts';
import { nameSignal } from '../../src/naming/index.ts';
import { matchingSentence } from '../../src/search/matching-sentence.ts';
import { parseQuery } from '../../src/search/query.ts';
import { normaliseBody, normaliseTitle } from '../../src/text/normalise.ts';
import { splitSentences } from '../../src/text/sentences.ts';
import { hostileText } from '../support/hostile-text.ts';
import { seededRandom } from '../support/seeded-random.ts';

const PROVIDERS = ['github', 'stackoverflow', 'jira'];

function readPost(provider: string, text: string) {
  return prepareText(normaliseTitle(provider, text), normaliseBody(provider, text));
}

function nameAndFind({ title, text }: ReturnType<typeof readPost>) {
  const post = { title, text, author: null, provider: 'github', repository: null, createdAt: 0 };
  const { topic, summary } = nameSignal([post], { documents: 9, documentFrequencies: new Map() });
  expect(topic.length).toBeLessThanOrEqual(80);
  expect(summary.length).toBeLessThanOrEqual(400);
  matchingSentence(title, [{ chunkId: '1', text }], ['token', 'login']);
  classifyPainType([post]);
}

test('ten thousand hostile texts are all read', { timeout: 120_000 }, () => {
  const random = seededRandom(2);
  for (let index = 0; index < 10_000; index += 1) {
    const text = hostileText(random, 50 + Math.floor(random() * 350));
    const read = readPost(PROVIDERS[index % PROVIDERS.length] ?? '', text);
    expect(read.text.length, JSON.stringify(text.slice(0, 40))).toBeLessThanOrEqual(10_000);
    expect(read.text.isWellFormed()).toBe(true);
    expect(read.chunks.length).toBeLessThanOrEqual(6);
    splitSentences(read.text);
    parseQuery(text);
    if (index % 10 === 0) nameAndFind(read);
  }
});

test.each(['1. ', '1) 1. - ', '> ', '- ', '<div>', '<b><i>', '*a_', '[', '[[]('])(
  'nesting of %j is read however deep it goes',
  (piece) => {
    for (const provider of PROVIDERS) {
      const { text, chunks } = readPost(provider, `${piece.repeat(100_000 / piece.length)}end`);
      expect(text.length).toBeLessThanOrEqual(10_000);
      expect(chunks.length).toBeLessThanOrEqual(6);
    }
  },
);
