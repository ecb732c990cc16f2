import { statusSection } from '#blocks/app-home/status-section.ts';
import { withNumbersOf } from '#blocks/numbers.ts';
import { orNull } from '../freshness.ts';
import { askService } from '../status.ts';
import type { HomeSection } from './section.ts';

export const statusOnHome: HomeSection = {
  title: 'Right now',
  async load(deps, viewer) {
    const service = await askService(deps);
    const budget = await orNull(deps, deps.client.budget());
    return withNumbersOf(viewer.locale, () => statusSection({ service, budget, now: deps.now() }));
  },
};
