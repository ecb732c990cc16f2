import { statusSection } from '#blocks/app-home/status-section.ts';
import { orNull } from '../freshness.ts';
import { askService } from '../status.ts';
import type { HomeSection } from './section.ts';

export const statusOnHome: HomeSection = {
  title: 'Right now',
  async load(deps) {
    const service = await askService(deps);
    const budget = await orNull(deps, deps.client.budget());
    return () => statusSection({ service, budget, now: deps.now() });
  },
};
