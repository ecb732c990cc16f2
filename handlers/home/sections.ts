import { CircuitOpenError } from '@pain-signals/client';
import { withTimeout } from '@pain-signals/contract';
import type { SharedCard } from '@pain-signals/domain';
import { deliveryProblem } from '#blocks/digest/digest-setup-card.ts';
import { errorMessage } from '#blocks/errors/error-messages.ts';
import {
  connectionSection,
  type DigestsOnHome,
  digestsSection,
  firstStepsSection,
  settingsSection,
  sharesSection,
  watchesSection,
} from '#blocks/home/home-sections.ts';
import type { Section } from '#blocks/home/home-view.ts';
import { moversErrorSection, moversSection } from '#blocks/home/movers.ts';
import { type Status, statusCard, statusSection } from '#blocks/home/status-card.ts';
import { failureOf, logFailure } from '../errors.ts';
import { isPublicTo, maySetUpChannelPosts } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import { markHidden } from '../signals/watched-signals.ts';
import { findMovers } from './movers.ts';

export interface Viewer {
  userId: string;
  /** May see and change settings and key. */
  mayChange: boolean;
  /** They pressed Refresh. */
  isCheck: boolean;
}

/** One part of the app's Home. When it fails, only this part shows an error. */
export interface HomeSection {
  title: string;
  load(deps: Deps, viewer: Viewer): Promise<Section>;
}

const firstStepsHomeSection: HomeSection = {
  title: 'Get started',
  async load({ connection, shares, digests, watches, ...deps }, { userId, mayChange }) {
    const [connected, shared, weekly, watched, maySetUp] = await Promise.all([
      connection.state(),
      shares.recent(1),
      digests.list(),
      watches.list({ ownerId: userId, channelId: null }),
      maySetUpChannelPosts(deps, { userId, userTeamId: null }),
    ]);
    return firstStepsSection({
      isConnected: connected.kind !== 'none',
      hasShared: shared.length > 0,
      hasDigest: weekly.length > 0,
      hasWatch: watched.length > 0,
      mayChange,
      maySetUp,
    });
  },
};

const moversHomeSection: HomeSection = {
  title: 'This week',
  async load(deps) {
    const { client, connection, linkTo, timeouts, now } = deps;
    // The first-steps section says that a key is missing.
    if ((await connection.state()).kind === 'none') return [];
    try {
      const pipeline = optional(deps, client.pipeline());
      const { movers, hidden, answers } = await withTimeout(timeouts.answerMs, findMovers(deps, pipeline));
      const freshness = freshnessOf(await pipeline, answers);
      return moversSection({ movers, hidden, freshness, linkTo });
    } catch (error) {
      const failure = failureOf(error, { show: 'home' }, now());
      logFailure(deps, 'warn', { failure, error }, 'home movers missing');
      return moversErrorSection(errorMessage(failure));
    }
  },
};

/** Each costs a call to Slack, for its channel. */
const MAX_DIGESTS = 15;

const digestsHomeSection: HomeSection = {
  title: 'Weekly digests',
  async load(deps, { userId }) {
    const isAllowed = await maySetUpChannelPosts(deps, { userId, userTeamId: null });
    return digestsSection(await digestsFor(deps, userId), isAllowed);
  },
};

/** The person's own digests, and those of public channels: the next to come first. */
async function digestsFor(deps: Deps, userId: string): Promise<DigestsOnHome> {
  const all = await deps.digests.list();
  const isOwn = ({ ownerId }: { ownerId: string }) => ownerId === userId;
  const next = [...all.filter(isOwn), ...all.filter((each) => !isOwn(each))].slice(0, MAX_DIGESTS);
  const known = await Promise.all(
    next.map(async (subscription) => {
      const { channelId } = subscription;
      const channel = await deps.slack.askChannel(channelId);
      const isShown = isOwn(subscription) || (await isPublicTo(deps, userId, channelId, channel));
      return { subscription, channel, isShown };
    }),
  );
  const digests = known
    .filter(({ isShown }) => isShown === true)
    .toSorted((a, b) => a.subscription.nextDueAt - b.subscription.nextDueAt)
    .map(({ subscription, channel }) => ({ subscription, deliveryProblem: deliveryProblem(channel) }));
  return { digests, unknown: known.filter(({ isShown }) => isShown instanceof Object).length };
}

const watchesHomeSection: HomeSection = {
  title: 'Watches',
  async load(deps, { userId }) {
    const own = await deps.watches.list({ ownerId: userId, channelId: null });
    const watches = await markHidden(deps, own);
    return watchesSection(watches, deps.now());
  },
};

const MAX_SHARES_SHOWN = 5;
/** Each costs a call to Slack, for its channel. */
const MAX_SHARES_CHECKED = 15;

const sharesHomeSection: HomeSection = {
  title: 'Recently shared',
  async load(deps, viewer) {
    const { shares, unknown } = await sharesFor(deps, viewer);
    return sharesSection(shares.slice(0, MAX_SHARES_SHOWN), unknown);
  },
};

/** The person's own shares, and those in public channels, without what is about a hidden signal. */
async function sharesFor(deps: Deps, { userId }: Viewer): Promise<{ shares: SharedCard[]; unknown: number }> {
  const [all, hidden] = await Promise.all([deps.shares.recent(MAX_SHARES_CHECKED), deps.hiddenSignals.list()]);
  const recent = all.filter(
    ({ signalIds, title }) => !hidden.some(({ id, topic }) => signalIds.includes(id) || title === topic),
  );
  const ofOthers = new Set(recent.filter((share) => share.userId !== userId).map(({ channelId }) => channelId));
  // Private ones must not show on other people's Home.
  const lookups = [...ofOthers].map(
    async (id) => [id, await isPublicTo(deps, userId, id, await deps.slack.askChannel(id))] as const,
  );
  const isPublic = new Map(await Promise.all(lookups));
  const isShown = (share: SharedCard) => share.userId === userId || isPublic.get(share.channelId);
  return {
    shares: recent.filter((share) => isShown(share) === true),
    unknown: recent.filter((share) => isShown(share) instanceof Object).length,
  };
}

/** Calls left are shown from here on: a quarter. */
const LOW_BUDGET = 4;

const statusHomeSection: HomeSection = {
  title: 'Status',
  async load(deps, viewer) {
    const service = await fetchServiceStatus(deps, viewer);
    const budget = await optional(deps, deps.client.budget());
    const isShort =
      budget !== null &&
      (budget.left * LOW_BUDGET < budget.calls || budget.searches.left === 0 || budget.searches.warnedUntil !== null);
    return statusSection({ service, budget: isShort ? budget : null, now: deps.now() });
  },
};

/** The dialog shows more. */
const MAX_CHANGES_SHOWN = 5;

const settingsHomeSection: HomeSection = {
  title: 'Settings',
  async load({ connection, settings }, { mayChange }) {
    const connected = await connection.state();
    if (!mayChange) return connectionSection(connected);
    const [chosen, changes] = await Promise.all([settings.get(), settings.changes()]);
    const shown = { connected, ...chosen, changes: changes.slice(0, MAX_CHANGES_SHOWN) };
    return settingsSection(shown);
  },
};

/** The sections of the app's Home, from the top. */
export const HOME_SECTIONS: readonly HomeSection[] = [
  firstStepsHomeSection,
  moversHomeSection,
  digestsHomeSection,
  watchesHomeSection,
  sharesHomeSection,
  statusHomeSection,
  settingsHomeSection,
];

/** `/pain status`. A service that is down is an answer here, not an error. */
export async function showStatus(deps: Deps): Promise<CardRenderer> {
  const { client, version, now } = deps;
  const service = await fetchServiceStatus(deps, { isCheck: true });
  const budget = await optional(deps, client.budget());
  const feedback = await optional(deps, deps.feedback.counts());
  return () => statusCard({ service, budget, feedback, version, now: now() });
}

/** @param isCheck a recent answer isn’t enough */
async function fetchServiceStatus(deps: Deps, { isCheck }: { isCheck: boolean }): Promise<Status['service']> {
  const { client, timeouts, now } = deps;
  const ask = (options: { isCheck: boolean }) => client.pipeline({ ...options, withinMs: timeouts.optionalMs });
  try {
    // Where the client gives the service a pause, that alone would not say how it is now.
    const asking = ask({ isCheck }).catch((error: unknown) => {
      if (error instanceof CircuitOpenError) return ask({ isCheck: true });
      throw error;
    });
    const { data, fetchedAt, stale } = await withTimeout(timeouts.optionalMs, asking);
    const { latestSnapshotAt: snapshotAt, totalActiveSignals: signals, sample, imported } = data;
    const posts = sample !== true ? 'real' : imported === true ? 'mixed' : 'sample';
    return { answeredAt: fetchedAt, isStale: stale, snapshotAt, signals, posts };
  } catch (error) {
    const failure = failureOf(error, null, now());
    logFailure(deps, 'warn', { failure, error }, 'service status unknown');
    return failure;
  }
}
