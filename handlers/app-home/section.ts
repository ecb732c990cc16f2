import type { Section } from '#blocks/app-home/home-view.ts';
import type { Deps } from '../deps.ts';

/** Who looks at the page. */
export interface Viewer {
  userId: string;
  /** May see and change settings and key. */
  mayChange: boolean;
}

/** One part of the app's Home; one that fails is replaced by a word about it, and takes no other with it. */
export interface HomeSection {
  title: string;
  load(deps: Deps, viewer: Viewer): Promise<() => Section>;
}
