import { sharesSection } from '#blocks/app-home/shares-section.ts';
import type { Deps, Share } from '../deps.ts';
import { publicAmong } from './public-channels.ts';
import type { HomeSection, Viewer } from './section.ts';

const MOST = 5;
/** Slack is asked of each channel among these. */
const LOOKED_THROUGH = 15;

export const sharesOnHome: HomeSection = {
  title: 'Shared lately',
  async load(deps, viewer) {
    const shares = await sharesFor(deps, viewer);
    return () => sharesSection(shares.slice(0, MOST));
  },
};

/** Of others what stands in public channels, and everybody their own. */
async function sharesFor(deps: Deps, { userId }: Viewer): Promise<Share[]> {
  const recent = await deps.shares.recent(LOOKED_THROUGH);
  const ofOthers = recent.filter((share) => share.userId !== userId).map(({ channelId }) => channelId);
  const known = await publicAmong(deps, ofOthers);
  return recent.filter((share) => share.userId === userId || known.has(share.channelId));
}
