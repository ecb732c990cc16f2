import { describe, expect, test } from 'vitest';
import { createDuplicateFinder, signatureOf } from '../../src/clustering/duplicates.ts';
import { preparePost } from '../../src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../../src/model/post.ts';
import { labelledPosts } from '../../src/sources/sample/stream.ts';
import { aPost, DAY_MS, NOW } from '../support/posts.ts';

const LONG =
  'Since the last release our build image is made from scratch on every push although nothing in the folder has changed. ' +
  'The log says that the first copy step misses the cache, and from there on every later step runs again as well. ' +
  'We have pinned the base image by digest and normalised all permissions, which made no difference whatsoever to us.';

function sign(body: string, { title = null, author = 'ann' }: { title?: string | null; author?: string | null } = {}) {
  return signatureOf(preparePost(aPost({ externalId: '1', title, body })), author);
}

function finderKnowing(signature: Uint8Array, createdAt = NOW) {
  const finder = createDuplicateFinder();
  finder.add('original', signature, createdAt);
  return finder;
}

describe('a post that says the same as another', () => {
  test('is found by its words, whoever wrote it and however it is set', () => {
    const finder = finderKnowing(sign(LONG));
    const copy = `> quoted before\n\n**${LONG.replaceAll('.', ' !')}**`.toUpperCase();
    expect(finder.find(sign(copy, { author: 'bob' }), NOW)).toBe('original');
  });

  test('is found with a few words changed', () => {
    const finder = finderKnowing(sign(LONG));
    expect(finder.find(sign(`${LONG.replace('whatsoever to us', 'at all')} Help?`), NOW)).toBe('original');
  });

  test('is found for ninety days before and after', () => {
    const finder = finderKnowing(sign(LONG));
    expect(finder.find(sign(LONG), NOW + 89 * DAY_MS)).toBe('original');
    expect(finder.find(sign(LONG), NOW - 89 * DAY_MS)).toBe('original');
    expect(finder.find(sign(LONG), NOW + 91 * DAY_MS)).toBeNull();
  });

  test('is forgotten once much newer posts have come', () => {
    const finder = finderKnowing(sign(LONG));
    finder.add('newer', sign('Something else altogether is told here, in more words than eight.'), NOW + 200 * DAY_MS);
    expect(finder.find(sign(LONG), NOW)).toBeNull();
  });
});

describe('a post that does not say the same', () => {
  test('shares a sentence with another and is no copy', () => {
    const [first = ''] = LONG.split('. ');
    const finder = finderKnowing(sign(LONG));
    expect(
      finder.find(sign(`${first}. Only on Mondays, after the runners were replaced, and nobody can say why.`), NOW),
    ).toBeNull();
  });

  test('is short: the same few words by two people are two complaints, by one person one', () => {
    const finder = finderKnowing(sign('App crashes on start', { author: 'ann' }));
    expect(finder.find(sign('App crashes on start', { author: 'bob' }), NOW)).toBeNull();
    expect(finder.find(sign('App crashes on start!', { author: 'ann' }), NOW)).toBe('original');
  });

  test('is short and of nobody known: it is never a copy', () => {
    const finder = finderKnowing(sign('App crashes on start', { author: null }));
    expect(finder.find(sign('App crashes on start', { author: null }), NOW)).toBeNull();
  });

  test('tells the same pain in the sample stream', () => {
    const finder = createDuplicateFinder();
    const found: string[] = [];
    for (const { post, painId } of labelledPosts('2026-02-01', '2026-04-01')) {
      if (painId === null) continue;
      const incoming = IncomingPost.parse(post);
      const signature = signatureOf(preparePost(incoming), incoming.author);
      if (finder.find(signature, incoming.createdAt) !== null) found.push(post.externalId);
      finder.add(post.externalId, signature, incoming.createdAt);
    }
    expect(found).toEqual([]);
  });
});

test('a flood of copies of one text is answered from the first', () => {
  const finder = finderKnowing(sign(LONG));
  for (let copy = 0; copy < 500; copy++) expect(finder.find(sign(`${LONG} (${copy})`), NOW)).toBe('original');
});
