import { sharesSection } from '#blocks/app-home/shares-section.ts';
import type { Deps, Share } from '../deps.ts';
import { filterPublicChannels } from './public-channels.ts';
import type { HomeSection, Viewer } from './section.ts';

const MAX_SHARES_SHOWN = 5;
/** Slack is asked of each channel among these. */
const MAX_SHARES_CHECKED = 15;

export const sharesHomeSection: HomeSection = {
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
