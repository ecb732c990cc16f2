import {
  DAY_MS,
  dateOfDay,
  type HiddenSignal,
  TrendingQuery,
  WATCH_PAUSE_REASONS,
  type Watch,
  type WatchFinding,
} from '@pain-signals/domain';
import type { HomeView, ModalView } from '@slack/types';
import { timelineChart } from '../blocks/charts/native-charts.ts';
import { picturePlaceholder } from '../blocks/charts/picture.ts';
import {
  digestPausedCard,
  digestSkippedCard,
  endedThreadCard,
  sharedNotSentCard,
  unconfirmedDigestCard,
  unconfirmedThreadCard,
} from '../blocks/digest/digest-notices.ts';
import {
  digestHistoryCard,
  digestNotAllowedCard,
  digestRemovedCard,
  noDigestToChangeCard,
  votedCard,
} from '../blocks/digest/digest-setup-card.ts';
import { errorCard, interruptedAnswerCard, unconfirmedAnswerCard } from '../blocks/errors/error-card.ts';
import { errorHome, outsiderHome } from '../blocks/home/home-view.ts';
import { type Card, type CardBlock, type CardPart, card } from '../blocks/kit/card.ts';
import { feedbackThanksCard } from '../blocks/kit/feedback.ts';
import { dialogNotFilledCard, dialogNotOpenedCard, modalAsCard, openDialogCard } from '../blocks/kit/modal.ts';
import { connectedDialog, disconnectedDialog } from '../blocks/settings/connect-dialog.ts';
import { changesDialog, notAllowedDialog, savedDialog } from '../blocks/settings/settings-dialog.ts';
import {
  alreadyDeletedCard,
  alreadySentAsDmCard,
  alreadySharedCard,
  alreadySharedOutcome,
  answerForgottenCard,
  deleteFailedCard,
  deleteNotAllowedCard,
  externalChannelOutcome,
  sentAsDmCard,
  sharedOutcome,
  shareFailedCard,
  shareOutcomeCard,
  shareRunningOutcome,
  unconfirmedDmCard,
  unconfirmedShareCard,
} from '../blocks/sharing/share-cards.ts';
import {
  hiddenSignalCard,
  hiddenSignalsCard,
  hideCard,
  namedHiddenCard,
  shownAgainCard,
} from '../blocks/signals/hidden-signals-card.ts';
import { noListSeenCard, unknownLinkCard, whichSignalCard } from '../blocks/signals/reference-cards.ts';
import { watchAlertCard } from '../blocks/watches/watch-alert.ts';
import {
  channelWatchNotAllowedCard,
  duplicateWatchCard,
  newSignalWatchCard,
  unconfirmedAlertCard,
  watchAnnouncementCard,
  watchChannelErrorCard,
  watchesBackCard,
  watchesPausedCard,
  watchLimitCard,
  watchMutedCard,
  watchNotAllowedCard,
  watchNotFoundCard,
  watchStoppedCard,
} from '../blocks/watches/watch-cards.ts';
import { watchNotSavedCard, watchResumedCard, watchSavedCard } from '../blocks/watches/watch-edited.ts';
import { channelWatchesCard } from '../blocks/watches/watch-list.ts';
import { workflowFailure, workflowOutputs } from '../blocks/workflow/workflow-outputs.ts';
import { installedPage, installPage, linkUsedPage, notInstalledPage } from '../src/install/pages.ts';

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
const hidden: HiddenSignal = {
  ...{ id: signal.id, topic: signal.topic, reason: 'wrong-name' },
  ...{ hiddenBy: watch.ownerId, hiddenAt: NOW, follows: null },
};
const TODAY = Math.floor(NOW / DAY_MS);
/** Of a dialog without inputs, and of a Home: what a message can show of it. */
const inDialog = (view: ModalView): Card => modalAsCard(view) ?? card(view.title.text, []);
const ofHome = ({ blocks }: HomeView): Card => card('Home', blocks as CardBlock[]);
/** Slack's own block, which the preview takes. */
const nativeOf = (part: CardPart): Card =>
  card('Mentions by day', part.type === 'native' ? (part.blocks as CardBlock[]) : [part]);
const outputs = (rows: readonly WatchFinding['signal'][]): string =>
  JSON.stringify(
    workflowOutputs({ query: TrendingQuery.parse({ show: 'trending' }), rows }, { freshness, linkTo: () => null }),
    null,
    2,
  );
const error = (code: (typeof ERRORS)[number]): Card => errorCard({ code }, { reference: '1a2b3c4d', query: null });
const ERRORS = [
  ...(['unavailable', 'unreachable', 'timeout', 'internal', 'unauthorized', 'key-suspended', 'not-found'] as const),
  ...(['not-in-channel', 'unknown-members', 'not-manager', 'outsider', 'old-button', 'unknown-person'] as const),
  ...([
    'unknown-channel',
    'unknown-shortcut',
    'too-many-signals-hidden',
    'too-many-posts-hidden',
    'bad-request',
    'not-installed',
  ] as const),
  ...(['pro-required', 'search-unavailable', 'unexpected-answer', 'store-unavailable', 'unanswered'] as const),
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
      const isOfChannel = ['no-channel', 'refused', 'shared', 'outsider'].includes(reason);
      const paused = { ...(isOfChannel ? inArea : watch), paused: reason };
      return [
        `a watch is paused: ${reason}`,
        watchesPausedCard([paused], reason, reason === 'outsider' ? watch.ownerId : null),
      ];
    }),
  ),
  'two watches are paused': watchesPausedCard([watch, inArea], 'no-key'),
  'a watch is back': watchesBackCard([watch], NOW),
  'two watches are back': watchesBackCard([watch, inArea], NOW),
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
  ...Object.fromEntries(
    (['rate-limited', 'search-limit', 'list-limit', 'circuit-open'] as const).map((code) => [
      `an error: ${code}`,
      errorCard({ code, tryAgainAt: NOW + 10 * 60_000 }, { reference: '1a2b3c4d', query: null }),
    ]),
  ),
  'a share: done': shareOutcomeCard(sharedOutcome(HERE, null)),
  'a share: already there': shareOutcomeCard(alreadySharedOutcome(HERE, 'again')),
  'a share: under way': shareOutcomeCard(shareRunningOutcome()),
  'a share: already here': alreadySharedCard(),
  'a card sent as a direct message': sentAsDmCard(),
  'a card sent as a direct message: already sent': alreadySentAsDmCard(),
  'a card sent as a direct message: unconfirmed': unconfirmedDmCard(),
  'delete a card: of somebody else': deleteNotAllowedCard(watch.ownerId),
  'delete a card: an answer of some days ago': answerForgottenCard(),
  'delete a card: already deleted': alreadyDeletedCard(),
  'delete a card: refused': deleteFailedCard(),
  'a watch: announced in its channel': watchAnnouncementCard(inArea),
  'a watch: of a channel without the app': watchChannelErrorCard('not_in_channel'),
  'a watch: of a channel, not allowed': channelWatchNotAllowedCard(),
  'a watch: of one signal, for new ones': newSignalWatchCard(),
  'a watch: a person has too many': watchLimitCard({ full: 'person', most: 50 }),
  'a watch: the workspace has too many': watchLimitCard({ full: 'workspace', most: 1_000 }),
  'a watch: gone': watchNotFoundCard(),
  'a watch: of somebody else': watchNotAllowedCard(watch.ownerId),
  'a watch: stopped': watchStoppedCard(watch, watch.ownerId),
  'a watch: muted': watchMutedCard({ watch: { ...watch, mutedUntil: NOW + DAY_MS }, isKnown: false }, NOW),
  'a watch: already there': duplicateWatchCard(watch, watch.ownerId),
  'a watch: resumed': watchResumedCard(watch, 'no-channel', watch.ownerId),
  'a watch: not saved': watchNotSavedCard(inArea, NOW, watch.ownerId),
  'a watch: saved': watchSavedCard(inArea, { over: 2, dropped: [], from: inArea.rule }, NOW, watch.ownerId),
  'a watch: saved, with an alert that waited': watchSavedCard(
    { ...watch, rule: { when: 'growth', above: 2 } },
    { over: 0, dropped: [rose], from: watch.rule },
    NOW,
    watch.ownerId,
  ),
  'watches of a channel': channelWatchesCard([inArea], { now: NOW }),
  'a digest: removed': digestRemovedCard(HERE),
  'a digest: not sent': sharedNotSentCard({ id: notice.subscriptionId, channelId: HERE }),
  'a digest: past ones': digestHistoryCard(
    HERE,
    ([['confirmed'], ['told'], ['quiet'], ['skipped'], ['skipped', 'shared']] as const).map(
      ([state, error = null], at) => ({
        ...{ state, date: dateOfDay(TODAY - 1 - 7 * at), isOpen: false, postedAt: null, link: null },
        ...{ error, isByHand: false },
      }),
    ),
  ),
  'a digest: none to pause': noDigestToChangeCard('pause'),
  'a digest: not allowed': digestNotAllowedCard(),
  'a digest: a vote for a signal': votedCard(signal, { isUseful: true, weight: 1.2 }),
  'a digest: a vote against a signal': votedCard(signal, { isUseful: false, weight: 0.8 }),
  'feedback: useful': feedbackThanksCard({ about: 'brief', subject: signal.id, isUseful: true }),
  'feedback: not useful': feedbackThanksCard({ about: 'brief', subject: signal.id, isUseful: false }),
  'hide: asks first': hideCard({ show: 'hide', id: signal.id }, signal.topic),
  'hide: done': hiddenSignalCard({ ...hidden, reason: 'none' }, { isWatched: true }),
  'hide: with a reason': hiddenSignalCard(hidden),
  'hidden signals': hiddenSignalsCard([hidden], { mayChange: true, linkTo: () => null }),
  'hidden, asked for by name': namedHiddenCard(hidden, { mayChange: true }),
  'shown again': shownAgainCard(signal.id, signal.topic),
  'a number without a list': noListSeenCard(3, 'signal', false),
  'a question about no signal': whichSignalCard('brief', []),
  'a link to something else': unknownLinkCard('https://example.com/x', null),
  'a dialog, from a message': openDialogCard({ show: 'dialog', dialog: 'settings' }),
  'a dialog that Slack refused': dialogNotOpenedCard({ error: 'invalid_blocks', isConfirmed: true }),
  'a dialog that came too late': dialogNotOpenedCard({ error: 'expired_trigger_id', isConfirmed: true }),
  'a dialog without an answer': dialogNotOpenedCard({ error: 'timeout', isConfirmed: false }),
  'a dialog that stays empty': dialogNotFilledCard(),
  'in a dialog: connected': inDialog(connectedDialog({ isFirstKey: true })),
  'in a dialog: disconnected': inDialog(disconnectedDialog({ kind: 'none' })),
  'in a dialog: settings saved': inDialog(savedDialog(['default area', 'managers'])),
  'in a dialog: not for you': inDialog(notAllowedDialog('Settings', [watch.ownerId])),
  'in a dialog: change log': inDialog(
    changesDialog([
      { at: NOW, userId: watch.ownerId, setting: 'defaultArea', from: null, to: 'SECURITY_COMPLIANCE', times: 1 },
      { at: NOW, userId: watch.ownerId, setting: 'managerIds', from: '', to: 'U0ADALOVEL', times: 1 },
    ]),
  ),
  'Home: of a guest': ofHome(outsiderHome('outsider')),
  'Home: of somebody unknown': ofHome(outsiderHome('unknown')),
  'Home: an error': ofHome(errorHome('1a2b3c4d')),
  'a chart where no picture can be shown': nativeOf(
    timelineChart(
      {
        painSignalId: signal.id,
        totalMentions: 60,
        buckets: Array.from({ length: 30 }, (_, at) => ({ date: dateOfDay(TODAY - 29 + at), count: (at * 7) % 5 })),
      },
      30,
      picturePlaceholder('No chart'),
    ),
  ),
};

/** Plain texts of a workflow's step. */
export const steps: Record<string, string> = {
  'workflow step: a list': outputs([another, signal]),
  'workflow step: nothing found': outputs([]),
  'workflow step: failed': workflowFailure({ code: 'unreachable' }, '1a2b3c4d'),
};

/** Of the install at Slack. */
export const installPages: Record<string, string> = {
  'install: add to Slack': installPage('https://slack.com/oauth/v2/authorize'),
  'install: done': installedPage('https://slack.com/app_redirect', 'https://slack.com/home', 'Analytical Engines'),
  'install: canceled': notInstalledPage('You canceled the installation.'),
  'install: too late': linkUsedPage(),
};
