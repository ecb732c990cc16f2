import { WATCH_PAUSE_REASONS, type Watch, type WatchFinding } from '@pain-signals/domain';
import {
  digestPausedCard,
  digestSkippedCard,
  endedThreadCard,
  unconfirmedDigestCard,
  unconfirmedThreadCard,
} from '../blocks/digest/digest-notices.ts';
import { errorCard, interruptedAnswerCard, unconfirmedAnswerCard } from '../blocks/errors/error-card.ts';
import type { Card } from '../blocks/kit/card.ts';
import {
  externalChannelOutcome,
  shareFailedCard,
  shareOutcomeCard,
  unconfirmedShareCard,
} from '../blocks/sharing/share-cards.ts';
import { watchAlertCard } from '../blocks/watches/watch-alert.ts';
import { unconfirmedAlertCard, watchBackCard, watchesPausedCard } from '../blocks/watches/watch-cards.ts';
import { installedPage, installPage, notInstalledPage } from '../src/install/pages.ts';

/** What the app sends by itself, and only when something happens that a tour can't make happen. */

const HERE = 'C0DEVPAIN1';
const NOW = Date.now();
const signal: WatchFinding['signal'] = {
  ...{
    id: '77bd4f80-c67c-550c-8edf-f11d81b5ec9b',
    topic: 'Coverage lost with parallel workers',
    score: 89,
    volume: 53,
  },
  ...{ growth: 1.4, mentionsLastWindow: 12, mentionsPrevWindow: 5, lastSeenAt: new Date(NOW).toISOString() },
  ...{ macroArea: 'TESTING_QUALITY', macroAreaConfidence: 90, painType: 'bug', painTypeConfidence: 90 },
  ...{ uniqueOwnerCount: 4, topOwnerName: 'oakrelay', topOwnerDominancePct: 32 },
};
const watch: Watch = {
  ...{ id: 'watch-1', ownerId: 'U0GRACEHOP', channelId: null, mayReachOthers: false },
  ...{ subject: { of: 'signal', id: signal.id, topic: signal.topic }, rule: { when: 'growth', above: 0.5 } },
  ...{ quiet: { from: 22, to: 7 }, mostADay: 3, mutedUntil: null, paused: null },
};
const inArea: Watch = {
  ...watch,
  ...{
    channelId: HERE,
    subject: { of: 'search', filter: { area: 'TESTING_QUALITY' } },
    rule: { when: 'score', above: 85 },
  },
};
const freshness = { snapshotAt: new Date(NOW).toISOString(), isSample: true, staleSince: null, dropped: 0 };
const alert = (of: Watch, findings: readonly WatchFinding[]): Card =>
  watchAlertCard({ watch: of, findings }, { freshness, linkTo: () => null });
const rose: WatchFinding = { kind: 'above', signal, before: { score: 80, growth: 0.2 } };
const another = {
  ...signal,
  topic: 'Test passes alone but fails in the full suite',
  score: 95,
  growth: 2,
  mentionsLastWindow: 18,
  mentionsPrevWindow: 6,
};
const notice = { channelId: HERE, deliveryId: 'd', subscriptionId: 's', date: '2026-11-23', errorCode: null };
const error = (code: (typeof ERRORS)[number]): Card => errorCard({ code }, { reference: '1a2b3c4d', query: null });
const ERRORS = [
  ...(['unavailable', 'unreachable', 'timeout', 'internal', 'unauthorized', 'key-suspended', 'not-found'] as const),
  ...(['not-in-channel', 'unknown-members', 'not-manager', 'outsider', 'old-button'] as const),
];

export const notices: Record<string, Card> = {
  'an alert: it grows': alert(watch, [rose]),
  'an alert: it grows further': alert(watch, [{ ...rose, kind: 'further', before: { score: 85, growth: 0.6 } }]),
  'an alert: it is falling again': alert(watch, [
    {
      ...rose,
      kind: 'under',
      signal: { ...signal, growth: 0.2, mentionsLastWindow: 6 },
      before: { score: 85, growth: 1.4 },
    },
  ]),
  'an alert in a channel: two signals score above a level': alert(inArea, [rose, { ...rose, signal: another }]),
  'an alert: a new signal': alert({ ...inArea, channelId: null, rule: { when: 'new' } }, [
    {
      kind: 'new',
      signal: { ...signal, volume: 7, growth: 7, mentionsLastWindow: 7, mentionsPrevWindow: 0 },
      before: null,
    },
  ]),
  'an alert that Slack didn’t confirm': unconfirmedAlertCard({ channelId: null, text: alert(watch, [rose]).text }),
  ...Object.fromEntries(
    WATCH_PAUSE_REASONS.map((reason) => {
      const isOfChannel = ['no-channel', 'shared', 'outsider'].includes(reason);
      const paused = { ...(isOfChannel ? inArea : watch), paused: reason };
      return [
        `a watch is paused: ${reason}`,
        watchesPausedCard([paused], reason, reason === 'outsider' ? watch.ownerId : null),
      ];
    }),
  ),
  'two watches are paused': watchesPausedCard([watch, inArea], 'no-key'),
  'a watch is back': watchBackCard(watch, NOW),
  'a digest that Slack didn’t confirm': unconfirmedDigestCard(notice),
  'a thread that Slack didn’t confirm': unconfirmedThreadCard(notice),
  'a thread that ended': endedThreadCard({ ...notice, errorCode: 'shared' }),
  'a digest came too late': digestSkippedCard(notice, 'late'),
  'a digest without an answer': digestSkippedCard(notice, 'unanswered'),
  'a digest is paused: damaged': digestPausedCard({ ...notice, errorCode: 'unreadable' }),
  'a digest is paused: shared': digestPausedCard({ ...notice, errorCode: 'shared' }),
  'a digest is paused: archived': digestPausedCard({ ...notice, errorCode: 'is_archived' }),
  'a share that Slack didn’t confirm': unconfirmedShareCard(HERE, 'again'),
  'a share that Slack refused': shareFailedCard('channel_not_found'),
  'a share to a channel that others read': shareOutcomeCard(externalChannelOutcome(HERE, 'value')),
  'an answer was interrupted': interruptedAnswerCard(),
  'an answer that Slack didn’t confirm': unconfirmedAnswerCard(),
  ...Object.fromEntries(ERRORS.map((code) => [`an error: ${code}`, error(code)])),
  'an error: too many calls': errorCard(
    { code: 'rate-limited', tryAgainAt: NOW + 10 * 60_000 },
    { reference: '1a2b3c4d', query: null },
  ),
};

/** Of the install at Slack. */
export const installPages: Record<string, string> = {
  'install: add to Slack': installPage('https://slack.com/oauth/v2/authorize'),
  'install: done': installedPage('https://slack.com/app_redirect', 'https://slack.com/home', 'Analytical Engines'),
  'install: canceled': notInstalledPage('You canceled the installation.'),
  'install: too late': notInstalledPage('This link expired, was already used, or was opened in another browser.'),
};
