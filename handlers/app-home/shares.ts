import { sharesSection } from '#blocks/app-home/shares-section.ts';
import type { Deps, Share } from '../deps.ts';
import type { HomeSection, Viewer } from './section.ts';

const MOST = 5;
/** Slack is asked of each channel among these. */
const LOOKED_THROUGH = 15;

export const sharesOnHome: HomeSection = {
  title: 'Shared lately',
  load: async (deps, viewer) => sharesSection((await sharesFor(deps, viewer)).slice(0, MOST)),
};

/** What a private channel talks of stays there: others see what stands in public channels alone, and everybody their own. */
async function sharesFor({ shares, slack }: Deps, { userId }: Viewer): Promise<Share[]> {
  const recent = await shares.recent(LOOKED_THROUGH);
  const ofOthers = recent.filter((share) => share.userId !== userId).map(({ channelId }) => channelId);
  const known = await Promise.all(
    [...new Set(ofOthers)].map(async (channelId) => ((await slack.channel(channelId))?.isPublic ? channelId : null)),
  );
  return recent.filter((share) => share.userId === userId || known.includes(share.channelId));
}
