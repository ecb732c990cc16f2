import { validateMessage } from '@pain-signals/slack-preview';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Card } from '#blocks/kit/card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import { BLOCK_LIMITS } from '#blocks/kit/limits.ts';
import { aSignal, idOf, NOW } from './sample-signals.ts';

/** The worst that a service or a person could send. */

export const hostileText = (max: number) =>
  fc
    .tuple(
      fc.constantFrom(
        '<!channel> ',
        '*bold* ',
        '<https://evil.example|click> ',
        ':tada: ',
        '&<>',
        'שלום ',
        '👩‍👩‍👧‍👦',
        'x',
        '\u202e',
        '\n> ',
        '`',
      ),
      fc.constantFrom(0, 1, 3, 40, 700, max),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    .map(([unit, length, tail]) => (unit.repeat(Math.ceil(length / unit.length)) + tail).slice(0, max));

export const count = fc.constantFrom(0, 1, 99_999, 100_000, 1e12);
export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
export const moment = fc.constantFrom(
  '1970-01-01T00:00:00.000Z',
  '2026-03-20T09:10:00.000Z',
  '9999-12-31T23:59:59.999Z',
);

export const signal = fc
  .record({
    id: fc.oneof(
      fc.constant(idOf(1)),
      hostileText(200).map((id) => id || 'x'),
    ),
    topic: hostileText(3_000),
    score: fc.constantFrom(0, 0.4, 100),
    volume: count,
    growth: fc.constantFrom(-1, 0, 1e12, -1e-9, 3.5),
    lastSeenAt: moment,
    macroArea: maybe(hostileText(300)),
    macroAreaConfidence: maybe(fc.constantFrom(0, 1)),
    mentionsLastWindow: maybe(count),
    mentionsPrevWindow: maybe(count),
    painType: maybe(fc.constantFrom('bug', 'feature_request', 'complaint', 'question')),
    uniqueOwnerCount: count,
    topOwnerName: maybe(hostileText(500)),
    topOwnerDominancePct: fc.constantFrom(0, 100),
  })
  .map(aSignal);

export const freshness = fc.record({
  snapshotAt: fc.option(maybe(moment), { nil: undefined }),
  isSample: fc.boolean(),
  staleSince: maybe(fc.constant(NOW)),
  dropped: fc.constantFrom(0, 1, 60),
});
export const cardContext: fc.Arbitrary<CardContext> = fc.record({
  freshness,
  linkTo: fc.constantFrom(
    () => null,
    (id: string) => `https://x.example/signals/${encodeURIComponent(id)}`,
  ),
  audience: fc.constantFrom<CardContext['audience']>(
    { kind: 'person' },
    { kind: 'person', isShared: true },
    { kind: 'channel', sharedBy: 'U0ADA' },
  ),
});

/** The only markup that our cards may hold: dates, links to signal pages and licences, and who shared; and quotation marks. */
const OWN_MARKUP =
  /<!date\^-?\d+\^[{}a-z_ ]+\|[\d: UTC-]+>|<https:\/\/(?:x\.example\/signals|creativecommons\.org)\/[^|>]*\|[^<>]*>|<@U0ADA>|<#C1>|<@U0ADALOVEL>: |<https:\/\/pain\.slack\.com\/archives\/C1\/p1\|Original message>|(?:^|\n)> (?=\S)/g;
/** Links into the web say where they lead. */
const HONEST_LINK = /<https?:\/\/([^/|<>]+)\/[^|<>\s]*\|\u2068?\1[^<>]*>/g;

export function expectHarmless(card: Card): void {
  expect(validateMessage(card)).toBeNull();
  expect(card.text.trim()).not.toBe('');
  expect(card.text.length).toBeLessThanOrEqual(BLOCK_LIMITS.messageText);
  for (const text of mrkdwnOf([card.text, card.blocks])) {
    expect(text.replace(OWN_MARKUP, '').replace(HONEST_LINK, '')).not.toMatch(/[<>]/);
  }
}

function mrkdwnOf(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.flatMap(mrkdwnOf);
  if (typeof part !== 'object' || part === null) return [];
  if ('type' in part && part.type === 'plain_text') return [];
  return Object.entries(part).flatMap(([name, value]) =>
    ['text', 'fields', 'elements'].includes(name) ? mrkdwnOf(value) : [],
  );
}
