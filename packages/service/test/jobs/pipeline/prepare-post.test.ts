import { describe, expect, test } from 'vitest';
import { isExcluded, preparePost } from '../../../src/jobs/pipeline/prepare-post.ts';
import { aPost } from '../../support/posts.ts';

const prepare = (fields: { title?: string | null; body?: string | null; provider?: string }) =>
  preparePost(aPost({ externalId: '1', title: null, ...fields }));

describe('a prepared post', () => {
  test('has its text, pieces, terms and severity', () => {
    const post = prepare({ title: 'Exports **crash**', body: 'The worker crashes and all our data is lost.' });
    expect(post).toMatchObject({ text: 'The worker crashes and all our data is lost.', severity: 1 });
    expect(post.chunks).toEqual([post.text]);
    expect([...post.terms.keys()]).toEqual(expect.arrayContaining(['export', 'crash', 'worker']));
  });

  test('without words has no terms', () => {
    expect(prepare({ title: '🧵', body: '!!!' }).terms.size).toBe(0);
    expect(prepare({ body: '<!-- nothing -->' })).toMatchObject({ title: null, text: '', chunks: [] });
  });

  test('has the same hash as a post with the same words', () => {
    const plain = prepare({ title: 'Cache miss', body: 'It is cold again.' });
    expect(prepare({ title: 'cache  MISS', body: '**It** is cold again!' }).contentHash).toBe(plain.contentHash);
    expect(prepare({ title: 'Cache hit', body: 'It is cold again.' }).contentHash).not.toBe(plain.contentHash);
  });

  test('in another language is kept and counted', () => {
    expect(
      prepare({ title: 'Abmeldung nach Weiterleitung', body: 'Die Sitzung geht verloren.' }).terms.size,
    ).toBeGreaterThan(3);
    expect(prepare({ title: '登录后会话丢失' }).terms.size).toBeGreaterThan(3);
  });

  test.each([
    ['Users lose their data', 'Is it possible to sort the list?'],
    ['App crashes on start', 'The dialog is confusing'],
    ['Upload fails', 'How do I change the colour?'],
  ])('%s hurts more than %s', (worse, better) => {
    expect(prepare({ title: worse }).severity).toBeGreaterThan(prepare({ title: better }).severity);
  });
});

describe('what is no complaint', () => {
  test.each(['dependabot[bot]', 'renovate', 'acme-release-bot'])('is written by %s', (author) => {
    expect(isExcluded(aPost({ externalId: '1', author }))).toBe(true);
  });

  test.each([
    'v2.3.0 released',
    'Release 2.3.0',
    'Bump lodash from 4.17.20 to 4.17.21',
    'We are hiring a Lua developer',
  ])('is called "%s"', (title) => {
    expect(isExcluded(aPost({ externalId: '1', title }))).toBe(true);
  });

  test.each(['Release 2.3.0 breaks the OAuth login', '1.4 is out and nothing works', 'Robot account cannot log in'])(
    'is not called "%s"',
    (title) => {
      expect(isExcluded(aPost({ externalId: '1', title, author: 'abbot' }))).toBe(false);
    },
  );
});
