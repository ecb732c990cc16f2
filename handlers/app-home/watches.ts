import { watchesSection } from '#blocks/app-home/watches-section.ts';
import { markRemovedSignals } from '../watches/gone-signals.ts';
import type { HomeSection } from './section.ts';

export const watchesHomeSection: HomeSection = {
  title: 'Watches',
  async load(deps, { userId }) {
    const own = await deps.watches.list({ ownerId: userId, channelId: null });
    const watches = await markRemovedSignals(deps, own);
    return () => watchesSection(watches, deps.now());
  },
};
