import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preparePost } from '../../../src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../../../src/model/post.ts';
import { scrub } from '../../../src/text/scrub.ts';

const from = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = CAPITALS + CAPITALS.toLowerCase();
const ALPHANUMERIC = LETTERS + DIGITS;

/** Keys as they are drawn by chance: the same ones in every run, since chance now and then draws what looks like a word. */
const KEYS = Array.from({ length: 40 }, (_, number) =>
  createHash('sha512')
    .update(`key ${number}`)
    .digest('base64')
    .replaceAll(/[^a-zA-Z0-9]/g, ''),
);
const random = (length: number) => fc.constantFrom(...KEYS.map((key) => key.slice(0, length)));

/** What is secret, and how it stands in a text. */
const planted = fc.oneof(
  ...['ghp_', 'gho_', 'github_pat_', 'glpat-', 'xoxb-', 'sk-', 'sk-ant-api03-', 'AIza', 'npm_', 'sk_live_'].map(
    (prefix) => random(36).map((key) => ({ secret: key, text: prefix + key })),
  ),
  from(CAPITALS + DIGITS, 16).map((key) => ({ secret: key, text: `AKIA${key}` })),
  random(40).map((key) => ({ secret: key, text: `eyJ${key}.eyJ${key}.${key}` })),
  random(64).map((key) => ({
    secret: key,
    text: `-----BEGIN RSA PRIVATE KEY-----\n${key}\n${key}\n-----END RSA PRIVATE KEY-----`,
  })),
  from(LETTERS, 12).map((word) => ({ secret: word, text: `postgres://admin:${word}@db.example.com:5432/app` })),
  from(LETTERS, 12).map((word) => ({ secret: word, text: `password=${word}` })),
  from(ALPHANUMERIC, 14).map((word) => ({ secret: `${word}9`, text: `"client_secret": "${word}9"` })),
  from(ALPHANUMERIC, 20).map((word) => ({ secret: `${word}1x`, text: `API_KEY: ${word}1x` })),
  from(ALPHANUMERIC, 20).map((word) => ({ secret: `${word}1`, text: `Authorization: Bearer ${word}1` })),
  from(LETTERS, 12).map((word) => ({ secret: word, text: `https://example.com/cb?code=1&access_token=${word}` })),
  random(40).map((key) => ({ secret: key, text: key })),
  from(LETTERS, 8).map((name) => ({ secret: name, text: `${name}@example.co.uk` })),
  from(LETTERS, 8).map((name) => ({ secret: name, text: `/Users/${name}/src/app.ts` })),
  from(LETTERS, 8).map((name) => ({ secret: name, text: `C:\\Users\\${name}\\app` })),
  from('3456789', 6).map((digits) => ({ secret: digits, text: `+49 170 ${digits}` })),
  fc
    .constantFrom('203.0.113.77', '2001:db8:85a3::8a2e:370:7334')
    .map((address) => ({ secret: address, text: address })),
);

/** Words around it, as people write them. */
const prose = fc.constantFrom('', 'The deploy fails with', 'login is broken:', 'see (', '`', '**', '> ', 'e.g. ');

describe('a planted secret', () => {
  test('does not survive, wherever it stands', () => {
    fc.assert(
      fc.property(planted, prose, prose, ({ secret, text }, before, after) => {
        expect(scrub(`${before} ${text} ${after}`)).not.toContain(secret);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is in no part of a prepared post', () => {
    const posts = fc.record({
      planted,
      provider: fc.constantFrom('github', 'stackoverflow', 'jira', 'reddit'),
      inTitle: fc.boolean(),
    });
    fc.assert(
      fc.property(posts, ({ planted: { secret, text }, provider, inTitle }) => {
        const words = `It stopped working. ${text} is what I see.`;
        const post = {
          provider,
          externalId: '1',
          title: inTitle ? text : 'Help',
          body: words,
          createdAt: '2026-03-01T12:00:00Z',
        };
        const prepared = preparePost(IncomingPost.parse(post));
        const kept = JSON.stringify([prepared.title, prepared.text, prepared.chunks, [...prepared.terms.keys()]]);
        expect(kept).not.toContain(secret);
        expect(kept).not.toContain(secret.toLowerCase());
      }),
      { numRuns: 500 },
    );
  });

  test('does not survive when invisible characters or tags divide it', () => {
    const key = `ghp_${'aB3x'.repeat(9)}`;
    const [head, tail] = [key.slice(0, 20), key.slice(20)];
    for (const body of [
      `${head}\u200b${tail}`,
      `${head}**${tail}**`,
      `${head}<b>${tail}</b>`,
      `${head}\u0000${tail}`,
    ]) {
      const post = IncomingPost.parse({
        provider: 'github',
        externalId: '1',
        title: 'a',
        body,
        createdAt: '2026-03-01T12:00:00Z',
      });
      expect(preparePost(post).text).not.toMatch(/aB3x/);
    }
  });
});

test.each([
  'Since 2.53.17.1 and react@18.2.0 the page stays white',
  'commit 8d49229c3764a205f21750225005a2c9a8124e2b broke it at 12:30:45 on 2026-03-01T10:00:00+01:00',
  'id 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is listed twice',
  'Basic authentication works, bearer tokens do not; the token: missing, the password: required',
  'clone git@github.com:acme/widget.git into /usr/local/lib',
  'std::vector<int> and foreign key: orders_2024 and max_tokens: 4096',
  'const token = process.env.TOKEN or <your token>',
  'bind to 127.0.0.1, 0.0.0.0, 10.1.2.3 or 192.168.0.17',
  'AbstractSingletonProxyFactoryBean, ITestS3AContractRootDirRecursive and src/main/java/org/acme/io/Reader2Factory',
])('ordinary text is left alone: %s', (text) => {
  expect(scrub(text)).toBe(text);
});
