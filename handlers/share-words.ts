import {
  type ShareWords,
  sayIsRunning,
  saySharedAlready,
  saySharedPerhaps,
  saySharedTo,
  sayShareRefused,
  sharedOutside,
} from '#blocks/share-cards.ts';
import type { Deps } from './deps.ts';
import type { Outcome } from './share-once.ts';

/** What came of a share, for whoever shared it from another place. */
export async function tellOutcome(
  { slack }: Pick<Deps, 'slack'>,
  outcome: Outcome,
  channelId: string,
): Promise<ShareWords> {
  const words = wordsOfOutcome(outcome, channelId);
  return outcome.is === 'posted' && (await isSharedOutside(slack, channelId)) ? sharedOutside(words, channelId) : words;
}

/** People of another organisation read it. Where Slack does not tell, nothing is said. */
export const isSharedOutside = async (slack: Deps['slack'], channelId: string): Promise<boolean> =>
  (await slack.channel(channelId))?.isShared ?? false;

function wordsOfOutcome(outcome: Outcome, channelId: string): ShareWords {
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
