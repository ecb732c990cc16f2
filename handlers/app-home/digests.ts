import { digestsSection } from '#blocks/app-home/digests-section.ts';
import { maySetUp } from '../may-set-up.ts';
import type { HomeSection } from './section.ts';

export const digestsOnHome: HomeSection = {
  title: 'Weekly digests',
  async load(deps, { userId }) {
    const isAllowed = await maySetUp(deps, { userId, userTeamId: null });
    return digestsSection(await deps.digests.list(), isAllowed);
  },
};
