import { withTimeout } from '@pain-signals/contract';
import { deliveryProblem } from '#blocks/digest/digest-setup-card.ts';
import { errorMessage } from '#blocks/errors/error-messages.ts';
import { type DigestOnHome, digestsSection, sharesSection, watchesSection } from '#blocks/home/activity-sections.ts';
import { firstStepsSection } from '#blocks/home/first-steps-section.ts';
import type { Section } from '#blocks/home/home-view.ts';
import { moversErrorSection, moversSection } from '#blocks/home/movers.ts';
import { connectionSection, settingsSection } from '#blocks/home/settings-section.ts';
import { statusSection } from '#blocks/home/status-card.ts';
import type { Locale } from '#blocks/kit/format.ts';
import { failureOf, logFailure } from '../errors.ts';
import { maySetUpAlerts } from '../permissions.ts';
import type { Deps, Share } from '../ports.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import { markRemovedSignals } from '../signals/removed-signals.ts';
import { findMovers } from './movers.ts';
import { fetchServiceStatus } from './status.ts';

/** Who looks at the page. */
export interface Viewer {
  userId: string;
  /** May see and change settings and key. */
  mayChange: boolean;
}

/** One part of the app's Home; one that fails is replaced by a word about it, and takes no other with it. */
export interface HomeSection {
  title: string;
  load(deps: Deps, viewer: Viewer): Promise<(locale: Locale) => Section>;
}

const firstStepsHomeSection: HomeSection = {
  title: 'First steps',
  async load({ connection, settings, shares }, { mayChange }) {
    const [connected, chosen, shared] = await Promise.all([connection.state(), settings.get(), shares.recent(1)]);
    return () =>
      firstStepsSection({
        isConnected: connected.kind !== 'none',
        hasShared: shared.length > 0,
        hasChosen: chosen.defaultArea !== null || chosen.defaultChannelId !== null || chosen.managerIds.length > 0,
        mayChange,
      });
  },
};

const moversHomeSection: HomeSection = {
  title: 'What moved',
  async load(deps) {
    const { client, connection, linkTo, timeouts, now } = deps;
    // The first step says what is missing.
    if ((await connection.state()).kind === 'none') return () => [];
    try {
      const asked = optional(deps, client.pipeline());
      const { movers, answers } = await withTimeout(timeouts.answerMs, findMovers(deps, asked));
      const freshness = freshnessOf(await asked, answers);
      return (locale) => moversSection({ movers, freshness, linkTo, locale });
    } catch (error) {
      const failure = failureOf(error, { show: 'home' }, now());
      logFailure(deps, 'warn', { failure, error }, 'Home could not show what moved');
      return () => moversErrorSection(errorMessage(failure));
    }
  },
};

/** Slack is asked of each channel among these. */
const MAX_DIGESTS = 15;

const digestsHomeSection: HomeSection = {
  title: 'Weekly digests',
  async load(deps, { userId }) {
    const isAllowed = await maySetUpAlerts(deps, { userId, userTeamId: null });
    const digests = await digestsFor(deps, userId);
    return (locale) => digestsSection(digests, isAllowed, locale);
  },
};

/** Those that come next: of others what public channels get, and everybody their own. */
async function digestsFor({ digests, slack }: Deps, userId: string): Promise<DigestOnHome[]> {
  const next = (await digests.list()).slice(0, MAX_DIGESTS);
  const known = await Promise.all(
    next.map(async (subscription) => ({ subscription, channel: await slack.channel(subscription.channelId) })),
  );
  return known
    .filter(({ subscription, channel }) => subscription.ownerId === userId || channel?.isPublic)
    .map(({ subscription, channel }) => ({ subscription, hindrance: deliveryProblem(channel) }));
}

const watchesHomeSection: HomeSection = {
  title: 'Watches',
  async load(deps, { userId }) {
    const own = await deps.watches.list({ ownerId: userId, channelId: null });
    const watches = await markRemovedSignals(deps, own);
    return (locale) => watchesSection(watches, deps.now(), locale);
  },
};

const MAX_SHARES_SHOWN = 5;
/** Slack is asked of each channel among these. */
const MAX_SHARES_CHECKED = 15;

const sharesHomeSection: HomeSection = {
  title: 'Shared lately',
  async load(deps, viewer) {
    const shares = await sharesFor(deps, viewer);
    return () => sharesSection(shares.slice(0, MAX_SHARES_SHOWN));
  },
};

/** Of others what stands in public channels, and everybody their own. */
async function sharesFor(deps: Deps, { userId }: Viewer): Promise<Share[]> {
  const recent = await deps.shares.recent(MAX_SHARES_CHECKED);
  const ofOthers = recent.filter((share) => share.userId !== userId).map(({ channelId }) => channelId);
  const known = await filterPublicChannels(deps, ofOthers);
  return recent.filter((share) => share.userId === userId || known.has(share.channelId));
}

/** Of these channels the public ones. What a private channel talks of stays there: others are not told on their Home. */
async function filterPublicChannels(
  { slack }: Pick<Deps, 'slack'>,
  channelIds: readonly string[],
): Promise<Set<string>> {
  const asked = [...new Set(channelIds)].map(async (id) => ((await slack.channel(id))?.isPublic ? id : null));
  return new Set((await Promise.all(asked)).filter((id) => id !== null));
}

const statusHomeSection: HomeSection = {
  title: 'Right now',
  async load(deps) {
    const service = await fetchServiceStatus(deps);
    const budget = await optional(deps, deps.client.budget());
    return (locale) => statusSection({ service, budget, now: deps.now() }, locale);
  },
};

/** More of them stand in the dialog. */
const MAX_CHANGES_SHOWN = 5;

const settingsHomeSection: HomeSection = {
  title: 'Settings',
  async load({ connection, settings }, { mayChange }) {
    const connected = await connection.state();
    if (!mayChange) return () => connectionSection(connected);
    const [chosen, changes] = await Promise.all([settings.get(), settings.changes()]);
    const shown = { connected, ...chosen, changes: changes.slice(0, MAX_CHANGES_SHOWN) };
    return (locale) => settingsSection(shown, locale);
  },
};

/** What stands on the app's Home, from the top. Each part is a file here and one in blocks/app-home/, and a line in this list. */
export const HOME_SECTIONS: readonly HomeSection[] = [
  firstStepsHomeSection,
  moversHomeSection,
  digestsHomeSection,
  watchesHomeSection,
  sharesHomeSection,
  statusHomeSection,
  settingsHomeSection,
];
