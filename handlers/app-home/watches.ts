import { watchesSection } from '#blocks/app-home/watches-section.ts';
import { withGoneMarked } from '../watches/gone-signals.ts';
import type { HomeSection } from './section.ts';

export const watchesOnHome: HomeSection = {
  title: 'Watches',
  async load(deps, { userId }) {
    const own = await deps.watches.list({ ownerId: userId, channelId: null });
    return watchesSection(await withGoneMarked(deps, own), deps.now());
  },
};
