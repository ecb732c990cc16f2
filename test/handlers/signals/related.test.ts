import { describe, expect, it } from 'vitest';
import { matchWords } from '#handlers/signals/related.ts';
import { aSignal } from '../../support/service/sample-signals.ts';

const found = (relevance: number, words: string[]) =>
  ({ ...aSignal(), match: { relevance, words, chunkId: null } }) as Parameters<typeof matchWords>[0];

describe('a signal close to a message', () => {
  it('needs enough relevance and two matching words', () => {
    expect(matchWords(found(0.9, ['refresh', 'token']), 'the refresh token is gone')).toEqual({
      said: ['refresh', 'token'],
      meant: [],
    });
    expect(matchWords(found(0.6, ['refresh', 'token']), 'the refresh token is gone')).toBeNull();
    expect(matchWords(found(0.99, ['sounds']), 'ok, sounds good to me')).toBeNull();
  });

  it('may match by one word when the message has only one', () => {
    expect(matchWords(found(0.9, ['oauth']), 'oauth?')).toEqual({ said: ['oauth'], meant: [] });
  });

  it('distinguishes words of the message from words that only mean the same', () => {
    const words = ['token', 'credential'];
    expect(matchWords(found(0.9, words), 'all our tokens are gone')).toEqual({
      said: ['token'],
      meant: ['credential'],
    });
  });

  it('is matched by its topic when the service gives no reason', () => {
    const signal = aSignal({ topic: 'Refresh tokens expire at once' });
    expect(matchWords(signal, 'my refresh token is gone')).toEqual({
      said: ['refresh', 'token'],
      meant: [],
    });
    expect(matchWords(signal, 'lunch at twelve?')).toBeNull();
  });
});
