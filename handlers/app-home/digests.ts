import { digestsSection } from '#blocks/app-home/digests-section.ts';
import type { HomeSection } from './section.ts';

export const digestsOnHome: HomeSection = {
  title: 'Weekly digests',
  load: async ({ digests }, { mayChange }) => digestsSection(await digests.list(), mayChange),
};
