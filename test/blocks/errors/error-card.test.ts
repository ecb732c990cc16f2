import { MACRO_AREAS } from '@pain-signals/contract';
import { SearchQuery, TrendingQuery } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { errorCard } from '#blocks/errors/error-card.ts';
import type { Failure } from '#blocks/errors/error-messages.ts';
import { NOW } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const trending = TrendingQuery.parse({ show: 'trending' });

describe('an error', () => {
  const shown = (failure: Failure, query = trending as Parameters<typeof errorCard>[1]['query']) =>
    cardText(errorCard(failure, { reference: '1a2b3c4d', query }));

  it.each([
    'bad-request',
    'unauthorized',
    'key-suspended',
    'pro-required',
    'not-found',
    'search-unavailable',
    'unavailable',
    'unreachable',
    'timeout',
    'unexpected-answer',
    'outsider',
    'old-button',
    'not-manager',
    'not-in-channel',
    'too-many-signals-hidden',
    'too-many-posts-hidden',
    'internal',
  ] as const)('%s says what happened, why, and what to do', (kind) => {
    expect(shown({ code: kind })).toMatchSnapshot();
  });

  it('of the rate limit says when to try again', () => {
    expect(shown({ code: 'rate-limited', tryAgainAt: NOW + 12_000 })).toContain(
      'Try again at <!date^1774008012^{time_secs}|12:00:12 UTC>.',
    );
  });

  it('of an unknown area of many offers their list, and no reference to look for', () => {
    const query = SearchQuery.parse({ show: 'search', area: 'XYZ' });
    const card = shown({ code: 'bad-area', given: 'XYZ', valid: MACRO_AREAS, nearest: null }, query);
    expect(card).toContain('[Mentions by area]');
    expect(card).toContain('; Cloud, infra &amp; deploy; ');
    expect(card).not.toMatch(/AUTH_IDENTITY|Reference/);
  });

  it('of an unknown area lists the valid ones and offers the nearest', () => {
    const question = SearchQuery.parse({ show: 'search', words: 'x', area: 'AUTHH' });
    const failure: Failure = {
      code: 'bad-area',
      given: 'AUTHH',
      valid: ['AUTH_IDENTITY', 'DATA_ML'],
      nearest: { ...question, area: 'AUTH_IDENTITY' },
    };
    expect(shown(failure, question)).toMatchInlineSnapshot(`
      ""There’s no area called “authh”. Areas: Auth &amp; identity; \`DATA_ML\`. A single word from the name is enough: \`area:auth\`, \`area:tooling\`"
      *There’s no area called “authh”.*
      Areas: Auth &amp; identity; \`DATA_ML\`.
      A single word from the name is enough: \`area:auth\`, \`area:tooling\`
      [Use AUTH_IDENTITY]"
    `);
  });

  it('without a known question offers no second try', () => {
    expect(buttonsOf(errorCard({ code: 'timeout' }, { reference: 'x', query: null }))).toEqual([]);
  });
});
