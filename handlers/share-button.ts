import { decodeShareRequest, type ShareRequest } from '#blocks/question.ts';
import {
  alreadySharedCard,
  externalChannelCard,
  shareFailedCard,
  shareOutcomeCard,
  unconfirmedShareCard,
} from '#blocks/share-cards.ts';
import { answerQuery } from './answer.ts';
import { deliver } from './deliver.ts';
import type { Deps, RequestContext } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { parseRequestContext } from './place.ts';
import { ActionRejectedError } from './refused-press.ts';
import { postShare, type ShareResult } from './share-once.ts';
import { describeResult, isExternallyShared } from './share-words.ts';
import type { ButtonArgs } from './show-button.ts';

/** "Share in channel": once for every card, however often and however fast it is pressed. */
export const shareButton =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    const request = decodeShareRequest(action.value);
    if (request === null) throw new ActionRejectedError('old-button');
    await shareHere(deps, context, request);
  };

async function shareHere(deps: Deps, context: RequestContext, request: ShareRequest): Promise<void> {
  const { userId, message } = context;
  const channelId = request.channel ?? context.channelId;
  if (channelId === null || userId === null) return deliver(deps, context, () => shareFailedCard('channel_not_found'));
  const draw = await answerQuery(deps, request.subject, context);
  const wish = { request, userId, channelId, threadTs: request.thread ?? null, note: request.note ?? null };
  const outcome = await postShare(
    deps,
    { ...wish, occasion: message?.ts ?? null },
    draw({ kind: 'channel', sharedBy: userId }),
  );
  // The other press says what comes of it.
  if (outcome.is === 'running') return;
  if (channelId === context.channelId && context.view === null) return replyInChannel(deps, context, outcome, draw);
  // The button for one more try stands in a dialog, or in a message to its sharer alone.
  const words = await describeResult(deps, outcome, channelId);
  await deliver(deps, context, () => shareOutcomeCard(words));
}

type SettledResult = Exclude<ShareResult, { is: 'running' }>;

async function replyInChannel(
  deps: Deps,
  context: RequestContext,
  outcome: SettledResult,
  draw: CardRenderer,
): Promise<void> {
  switch (outcome.is) {
    case 'posted': {
      const replaceOriginal = context.message?.isEphemeral ?? false;
      await deliver(deps, context, () => draw({ kind: 'person', isShared: true }), { replaceOriginal });
      const channelId = context.channelId ?? '';
      if (await isExternallyShared(deps.slack, channelId))
        await deliver(deps, context, () => externalChannelCard(channelId));
      return;
    }
    case 'posted-before':
      return deliver(deps, context, () => alreadySharedCard());
    case 'in-doubt':
      return deliver(deps, context, () => unconfirmedShareCard(context.channelId ?? '', outcome.again));
    case 'refused':
      return deliver(deps, context, () => shareFailedCard(outcome.error));
  }
}
