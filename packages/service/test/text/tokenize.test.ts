import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTerms, tokenize } from '../../src/text/tokenize.ts';

describe('the terms of a text', () => {
  test('names of the trade stay whole', () => {
    expect(tokenize('C++ or C# on .NET with Node.js, k8s and OAuth2')).toEqual(
      expect.arrayContaining(['c++', 'c#', '.net', 'node.js', 'k8s', 'oauth2']),
    );
  });

  test('an identifier is found as a whole and by its parts', () => {
    expect(tokenize('TokenRefreshFilter')).toEqual(expect.arrayContaining(['tokenrefreshfilter', 'token', 'filter']));
    expect(tokenize('max_retry_delay')).toEqual(expect.arrayContaining(['max_retry_delay', 'retri', 'delai']));
    expect(tokenize('HTTPServer')).toEqual(expect.arrayContaining(['http', 'server']));
  });

  test.each([
    ['cache', 'caches', 'cached', 'caching'],
    ['retry', 'retries', 'retried', 'retrying'],
    ['crash', 'crashes', 'crashed', 'crashing'],
    ['authenticate', 'authenticates', 'authentication', 'authenticating'],
    ['drop', 'drops', 'dropped', 'dropping'],
  ])('%s and its forms are one term', (...forms) => {
    expect(new Set(forms.flatMap(tokenize)).size).toBe(1);
  });

  test.each([
    ['access', 'axes'],
    ['process', 'procedure'],
    ['string', 'strict'],
    ['status', 'state'],
  ])('%s and %s are two', (one, other) => {
    expect(tokenize(one)).not.toEqual(tokenize(other));
  });

  test('words that say nothing are left out, and numbers but for HTTP failures', () => {
    expect(tokenize("I've been trying this 3 times, it doesn't work since 2.4.1, always 502")).toEqual(['502']);
  });

  test('what has been taken out for secrecy is no topic', () => {
    expect(tokenize('login as [redacted] fails')).toEqual(['login', 'fail']);
  });

  test('scripts without spaces are read by pairs of characters', () => {
    const [one, other] = [tokenize('登录失败'), tokenize('无法登录')];
    expect(one.filter((term) => other.includes(term))).toEqual(['登录']);
  });

  test('whatever is written, terms are short, lower case and without white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const term of tokenize(text)) {
          expect(term.length).toBeLessThanOrEqual(40);
          expect(term).toBe(term.toLowerCase());
          expect(term).not.toMatch(/\s/);
        }
      }),
    );
  });
});

describe('what the clustering sees of a post', () => {
  test('the title counts double', () => {
    expect(countTerms('Webhook delivered twice', 'The webhook is slow')).toEqual(
      new Map([
        ['webhook', 3],
        ['deliver', 2],
        [tokenize('twice')[0], 2],
        ['slow', 1],
      ]),
    );
  });

  test('addresses of pages are no words', () => {
    expect([...countTerms(null, 'Broken, see https://example.com/issues/broken?page=webhook').keys()]).toEqual(
      tokenize('broken see'),
    );
  });

  test('the tail of a long text does not count', () => {
    const text = `${'timeout '.repeat(300)}certificate`;
    expect([...countTerms(null, text).keys()]).toEqual(tokenize('timeout'));
  });
});
