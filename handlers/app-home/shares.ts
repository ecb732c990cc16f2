import { sharesSection } from '#blocks/app-home/shares-section.ts';
import type { HomeSection } from './section.ts';

const MOST = 5;

export const sharesOnHome: HomeSection = {
  title: 'Shared lately',
  load: async ({ shares }) => sharesSection(await shares.recent(MOST)),
};
