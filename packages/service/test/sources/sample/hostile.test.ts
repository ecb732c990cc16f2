import { describe, expect, test } from 'vitest';
import { addDays } from '../../../src/sources/sample/parts/calendar.ts';
import { labelledPosts } from '../../../src/sources/sample/stream.ts';

const from = '2026-03-01';
const posts = [...labelledPosts(from, addDays(from, 149))];
const textOf = ({ post }: (typeof posts)[number]) => `${post.title ?? ''}\n${post.body}`;
const noise = posts.filter(({ painId }) => painId === null);
const complaints = posts.filter(({ painId }) => painId !== null);

describe('hostile posts of the sample stream', () => {
  test.each([
    ['channel mentions', /<!channel>/],
    ['user mentions', /<@U[A-Z0-9]+>/],
    ['links that hide where they go', /<https:\/\/evil\.example[^>|]*\|[^>]+>/],
    ['scripts', /<script>/],
    ['cloud keys', /\bAKIA[A-Z0-9]{16}\b/],
    ['code host tokens', /\bghp_[A-Za-z0-9]{36}\b/],
    ['JSON web tokens', /\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/],
    ['private keys', /-----BEGIN PRIVATE KEY-----/],
    ['passwords', /password: \S{8,}/],
    ['e-mail addresses', /\S+@mail\.example/],
    ['network addresses', /203\.0\.113\.\d+/],
    ['right-to-left text', /[\u0590-\u06ff]/],
    ['direction overrides', /\u202e/],
    ['zero-width characters', /\u200b/],
    ['very long bodies', /^[\s\S]{50000}/],
    ['NUL', /\0/],
    ['other scripts', /[\u3040-\u30ff\u4e00-\u9fff]/],
  ])('%s occur in 150 days', (_name, pattern) => {
    expect(noise.some((labelled) => pattern.test(textOf(labelled)))).toBe(true);
  });

  test('there are titles of 3,000 characters, posts of emoji alone and posts of code alone', () => {
    expect(noise.some(({ post }) => (post.title ?? '').length >= 2_999)).toBe(true);
    expect(noise.some((labelled) => /^[^\p{L}]+$/u.test(textOf(labelled)))).toBe(true);
    expect(noise.some(({ post }) => post.title === null && /^```[^`]*```$/.test(post.body))).toBe(true);
  });

  test('honest complaints carry pasted secrets and stray mentions, too', () => {
    const careless = complaints.filter((labelled) =>
      /evil\.example|AKIA|ghp_|<!channel>|password:/.test(textOf(labelled)),
    );
    expect(careless.length).toBeGreaterThan(10);
    expect(careless.length).toBeLessThan(complaints.length * 0.05);
  });
});
