import { type DigestSubscription, TrendingQuery, type Watch } from '@pain-signals/domain';
import { validateView } from '@pain-signals/slack-preview';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestsSection,
  firstStepsSection,
  settingsSection,
  sharesSection,
  watchesSection,
} from '#blocks/home/home-sections.ts';
import { homeView, introSection } from '#blocks/home/home-view.ts';
import { moversSection } from '#blocks/home/movers.ts';
import { statusSection } from '#blocks/home/status-card.ts';
import { watchAlertCard } from '#blocks/watches/watch-alert.ts';
import { unconfirmedAlertCard, watchCreatedCard, watchesPausedCard } from '#blocks/watches/watch-cards.ts';
import { watchDialog } from '#blocks/watches/watch-dialog.ts';
import { watchListCard } from '#blocks/watches/watch-list.ts';
import {
  cardContext,
  expectHarmless,
  freshness,
  hostileText,
  maybe,
  signal,
} from '../../support/service/hostile-data.ts';
import { NOW } from '../../support/service/sample-signals.ts';

const words = hostileText(200).map((text) => text || 'x');
const rule = fc.constantFrom<Watch['rule']>(
  { when: 'new' },
  { when: 'growth', above: 1_000 },
  { when: 'score', above: 99 },
);
const watch: fc.Arbitrary<Watch> = fc.record({
  id: fc.uuid(),
  ownerId: fc.constant('U0ADA'),
  channelId: fc.constantFrom(null, 'C1'),
  mayReachOthers: fc.boolean(),
  rule,
  quiet: fc.constantFrom(null, { from: 3, to: 4 }),
  mostADay: fc.constantFrom(1, 77),
  mutedUntil: fc.constantFrom(null, NOW + 1),
  paused: fc.constantFrom(null, 'no-channel' as const, 'outsider' as const),
  subject: fc.oneof(
    hostileText(1_000).map((topic) => ({ of: 'signal' as const, id: 's1', topic })),
    words.map((sought) => ({ of: 'search' as const, filter: { words: sought, area: 'X<Y', owner: sought } })),
  ),
});
const finding = fc.record({
  kind: fc.constantFrom('above' as const, 'further' as const, 'under' as const, 'new' as const),
  signal,
  before: maybe(signal),
});

describe('watches of hostile signals', () => {
  it('alert, are listed and are told of', () => {
    const findings = fc.array(finding, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(watch, findings, cardContext, (watched, found, around) => {
        const alert = watchAlertCard({ watch: watched, findings: found }, around);
        expectHarmless(alert);
        expectHarmless(unconfirmedAlertCard({ channelId: null, text: alert.text }));
        expectHarmless(watchesPausedCard([watched], 'no-signal'));
        const now = { found: 1e12, hasMore: true };
        expectHarmless(
          watchCreatedCard({ watch: watched, isKnown: false, now, over: 50, timeZone: 'X/Y', at: NOW }, around),
        );
        expect(validateView(watchDialog(watched, watched.ownerId))).toBeNull();
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(fc.array(watch, { maxLength: 60 }), (all) =>
        expectHarmless(watchListCard(all, { now: NOW, mayChange: () => true })),
      ),
      { numRuns: 30 },
    );
  });
});

describe('a Home of hostile data', () => {
  it('is what Slack takes, with all its parts', () => {
    const plan = {
      ...{ weekday: 1, time: '09:00', areas: [], types: [] },
      ...{ length: 5, quietWeeks: 'say' as const, hasThread: true },
    };
    const subscription = words.map((zone) => ({
      ...{
        id: 'd1',
        channelId: 'C0DEVPAIN1',
        ownerId: 'U1',
        changedBy: null,
        pausedBecause: null,
        nextDueAt: NOW,
        mayReachOthers: false,
      },
      plan: { ...plan, zone },
    })) as fc.Arbitrary<DigestSubscription>;
    const most = { minLength: 50, maxLength: 60 };
    const share = words.map((title) => ({
      ...{ userId: 'U1', channelId: 'C1', title, link: null, sharedAt: NOW },
    }));
    fc.assert(
      fc.property(
        fc.array(signal, { minLength: 5, maxLength: 5 }),
        fc.array(watch, most),
        fc.array(subscription, most),
        fc.array(share, { minLength: 5, maxLength: 5 }),
        freshness,
        words,
        (rows, watches, subscriptions, shares, fresh, said) => {
          const change = {
            setting: 'defaultArea',
            from: said,
            to: said,
            userId: 'U1',
            at: NOW,
            times: said.length + 1,
          };
          const view = homeView([
            introSection(),
            firstStepsSection({
              ...{ isConnected: false, hasShared: false, hasDigest: false, hasWatch: false },
              ...{ mayChange: true, maySetUp: true },
            }),
            moversSection({
              movers: [{ kind: 'rising', list: TrendingQuery.parse({ show: 'trending' }), rows, total: 9 }],
              freshness: fresh,
              linkTo: () => 'https://signals.example/1',
            }),
            digestsSection(
              { digests: subscriptions.map((subscription) => ({ subscription, deliveryProblem: null })), unknown: 0 },
              true,
            ),
            watchesSection(watches, NOW),
            sharesSection(shares, 0),
            statusSection({ service: { code: 'unavailable' } as never, budget: null, now: NOW }),
            settingsSection({
              ...{ connected: { kind: 'none' }, defaultArea: said, defaultChannelId: 'C1' },
              managerIds: Array.from({ length: 100 }, () => 'U0ADALOVEL'),
              setUpBy: 'members',
              changes: Array.from({ length: 5 }, () => change),
            }),
          ]);
          expect(validateView(view)).toBeNull();
          expect(view.blocks.length).toBeLessThan(100);
          for (const part of ['This week', 'Weekly digests', 'Watches', 'Recently shared', 'Status', 'Settings'])
            expect(JSON.stringify(view)).toContain(part);
        },
      ),
      { numRuns: 40 },
    );
  });
});
