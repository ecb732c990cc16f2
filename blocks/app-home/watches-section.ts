import { actions, header } from '../elements.ts';
import type { Watch } from '../watch.ts';
import { watchesButton } from '../watch-buttons.ts';
import { watchRows } from '../watch-list.ts';
import type { Section } from './home-view.ts';

const MAX_WATCHES = 5;

/** What a person has watched themselves, to adjust or stop; nothing where there is nothing. */
export const watchesSection = (watches: readonly Watch[], now: number): Section =>
  watches.length === 0
    ? []
    : [
        header('Watches'),
        ...watchRows(watches, { now, mayChange: () => true, most: MAX_WATCHES }),
        actions([watches.length > MAX_WATCHES ? watchesButton() : null]),
      ];
