import { watchesSection } from '#blocks/app-home/watches-section.ts';
import type { HomeSection } from './section.ts';

export const watchesOnHome: HomeSection = {
  title: 'Watches',
  async load({ watches, now }, { userId }) {
    return watchesSection(await watches.list({ ownerId: userId, channelId: null }), now());
  },
};
