import {
  alreadySharedOutcome,
  type ShareOutcome,
  sharedOutcome,
  shareFailedOutcome,
  shareRunningOutcome,
  unconfirmedShareOutcome,
  withExternalChannelWarning,
} from '#blocks/share-cards.ts';
import type { Deps } from './deps.ts';
import type { ShareResult } from './share-once.ts';

/** What came of a share, for whoever shared it from another place. */
export async function describeResult(
  { slack }: Pick<Deps, 'slack'>,
  outcome: ShareResult,
  channelId: string,
): Promise<ShareOutcome> {
  const words = resultMessage(outcome, channelId);
  return outcome.is === 'posted' && (await isExternallyShared(slack, channelId))
    ? withExternalChannelWarning(words, channelId)
    : words;
}

/** People of another organisation read it. Where Slack does not tell, nothing is said. */
export const isExternallyShared = async (slack: Deps['slack'], channelId: string): Promise<boolean> =>
  (await slack.channel(channelId))?.isShared ?? false;

function resultMessage(outcome: ShareResult, channelId: string): ShareOutcome {
  switch (outcome.is) {
    case 'posted':
      return sharedOutcome(channelId, outcome.link);
    case 'posted-before':
      return alreadySharedOutcome(channelId, outcome.again);
    case 'in-doubt':
      return unconfirmedShareOutcome(channelId, outcome.again);
    case 'refused':
      return shareFailedOutcome(outcome.error);
    case 'running':
      return shareRunningOutcome();
  }
}
