import {
  type ShareWords,
  sayIsRunning,
  saySharedAlready,
  saySharedPerhaps,
  saySharedTo,
  sayShareRefused,
} from '#blocks/share-cards.ts';
import type { Outcome } from './share-once.ts';

/** What came of a share, for whoever shared it from another place. */
export function wordsOfOutcome(outcome: Outcome, channelId: string): ShareWords {
  switch (outcome.is) {
    case 'posted':
      return saySharedTo(channelId, outcome.link);
    case 'posted-before':
      return saySharedAlready(channelId, outcome.again);
    case 'in-doubt':
      return saySharedPerhaps(channelId, outcome.again);
    case 'refused':
      return sayShareRefused(outcome.error);
    case 'running':
      return sayIsRunning();
  }
}
