import { statusSection } from '#blocks/app-home/status-section.ts';
import { optional } from '../freshness.ts';
import { fetchServiceStatus } from '../status.ts';
import type { HomeSection } from './section.ts';

export const statusHomeSection: HomeSection = {
  title: 'Right now',
  async load(deps) {
    const service = await fetchServiceStatus(deps);
    const budget = await optional(deps, deps.client.budget());
    return () => statusSection({ service, budget, now: deps.now() });
  },
};
