import { digestsSection } from '#blocks/app-home/digests-section.ts';
import type { Deps } from '../deps.ts';
import type { Subscription } from '../digest/types.ts';
import { maySetUp } from '../may-set-up.ts';
import { publicAmong } from './public-channels.ts';
import type { HomeSection } from './section.ts';

/** Slack is asked of each channel among these. */
const LOOKED_THROUGH = 15;

export const digestsOnHome: HomeSection = {
  title: 'Weekly digests',
  async load(deps, { userId }) {
    const isAllowed = await maySetUp(deps, { userId, userTeamId: null });
    return digestsSection(await digestsFor(deps, userId), isAllowed);
  },
};

/** Those that come next: of others what public channels get, and everybody their own. */
async function digestsFor(deps: Deps, userId: string): Promise<Subscription[]> {
  const next = (await deps.digests.list()).slice(0, LOOKED_THROUGH);
  const ofOthers = next.filter(({ ownerId }) => ownerId !== userId).map(({ channelId }) => channelId);
  const known = await publicAmong(deps, ofOthers);
  return next.filter(({ ownerId, channelId }) => ownerId === userId || known.has(channelId));
}
