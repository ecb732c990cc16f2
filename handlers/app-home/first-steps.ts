import { firstStepsSection } from '#blocks/app-home/first-steps-section.ts';
import type { HomeSection } from './section.ts';

export const firstStepsHomeSection: HomeSection = {
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
