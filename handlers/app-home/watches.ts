import { watchesSection } from '#blocks/app-home/watches-section.ts';
import { withGoneMarked } from '../watches/gone-signals.ts';
import type { HomeSection } from './section.ts';

export const watchesOnHome: HomeSection = {
  title: 'Watches',
  async load(deps, { userId }) {
    const own = await deps.watches.list({ ownerId: userId, channelId: null });
    const watches = await withGoneMarked(deps, own);
    return () => watchesSection(watches, deps.now());
  },
};
