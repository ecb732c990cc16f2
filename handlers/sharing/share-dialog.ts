import type { ShareRequest } from '@pain-signals/domain';
import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { errorMessage } from '#blocks/errors/error-messages.ts';
import { decodeShareRequest } from '#blocks/kit/button-values.ts';
import type { Card } from '#blocks/kit/card.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { dialogNotOpenedCard } from '#blocks/kit/modal.ts';
import { type ShareOutcome, shareOutcomeCard } from '#blocks/sharing/share-cards.ts';
import {
  decodeShareOrigin,
  initialChannel,
  SHARE_INPUT,
  SHARE_TARGET,
  type ShareOrigin,
  type SharePreview,
  shareDialog,
  shareOutcomeDialog,
} from '#blocks/sharing/share-dialog.ts';
import { answerQuery } from '../actions/answer-query.ts';
import { ActionRejectedError, failureOf, logFailure } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { deliver, isLayoutError } from '../reply/deliver.ts';
import { fillDialog } from '../reply/dialogs.ts';
import { type ButtonArgs, parseRequestContext, type RequestContext } from '../request-context.ts';
import { describeResult, isExternallyShared, postShare } from './post-share.ts';

/** "Share to…": a dialog for another place. It opens first and is drawn in full a moment later. */
export const openShareDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    const request = decodeShareRequest(action.value);
    if (request === null) throw new ActionRejectedError('old-button');
    const { channelId, threadTs, message } = context;
    const origin = { request, channelId, threadTs, messageTs: message?.isEphemeral === false ? message.ts : null };
    const open = context.view?.isHome === false ? deps.slack.pushModal : deps.slack.openModal;
    const { defaultChannelId } = await deps.settings.get();
    const opened = await open(
      context.triggerId ?? '',
      shareDialog(origin, placeholderPreview('Is being drawn…'), defaultChannelId),
    );
    if (!opened.ok) {
      deps.logger.warn({ slackError: opened.error }, 'A dialog could not be opened');
      return deliver(deps, context, () => dialogNotOpenedCard());
    }
    // Only now: who somebody is may have to be asked for, and Slack waits three seconds for the dialog.
    const view = (await deps.isOutsider(context))
      ? shareOutcomeDialog({ says: OUTSIDER_MESSAGE })
      : shareDialog(origin, await preview(deps, origin, context, defaultChannelId), defaultChannelId);
    const shown = await deps.slack.updateModal(opened.viewId, view);
    if (shown.ok || !isLayoutError(shown)) return;
    await deps.slack.updateModal(opened.viewId, shareDialog(origin, placeholderPreview(NOT_DRAWN), defaultChannelId));
  };

/** The same in a dialog that is open already. */
export async function fillShareDialog(deps: Deps, context: RequestContext, request: ShareRequest): Promise<void> {
  const origin = { request, channelId: context.channelId, threadTs: context.threadTs, messageTs: null };
  const { defaultChannelId } = await deps.settings.get();
  const drawn = await preview(deps, origin, context, defaultChannelId);
  await fillDialog(deps, context, () => shareDialog(origin, drawn, defaultChannelId));
}

const OUTSIDER_MESSAGE = errorMessage({ kind: 'outsider' }).happened;

const NOT_DRAWN = 'It could not be drawn just now. It is drawn anew when it is shared.';

const placeholderPreview = (says: string): SharePreview => ({ card: says, isSharedOutside: false });

async function preview(
  deps: Deps,
  origin: ShareOrigin,
  context: RequestContext,
  defaultChannelId: string | null,
): Promise<SharePreview> {
  const channelId = initialChannel(origin, defaultChannelId);
  const [card, isOutside] = await Promise.all([
    drawPreview(deps, origin, context),
    channelId !== null && isExternallyShared(deps.slack, channelId),
  ]);
  return { card, isSharedOutside: isOutside };
}

async function drawPreview(deps: Deps, { request }: ShareOrigin, context: RequestContext): Promise<Card | string> {
  try {
    const draw = await answerQuery(deps, request.subject, context);
    return draw(ENGLISH, { kind: 'channel', sharedBy: context.userId ?? '' });
  } catch (error) {
    const failure = failureOf(error, request.subject, deps.now());
    logFailure(deps, 'warn', { failure, error }, 'A preview could not be drawn');
    return NOT_DRAWN;
  }
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** The dialog stays open and says what came of it: that works wherever it was opened. */
export const submitShareDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const choice = choiceOf(view.state.values, decodeShareOrigin(view.private_metadata));
    if (choice === 'no-channel') {
      return ack({ response_action: 'errors', errors: { [SHARE_INPUT.channel]: 'Choose a channel.' } });
    }
    await ack({ response_action: 'update', view: shareOutcomeDialog({ says: 'Is being shared…' }) });
    const outcome = await outcomeOf(deps, body, choice);
    const shown = await deps.slack.updateModal(view.id, shareOutcomeDialog(outcome));
    if (shown.ok) return;
    // Closed meanwhile, or Slack is away: it has to be said elsewhere.
    deps.logger.warn({ slackError: shown.error }, 'A dialog could not say what came of a share');
    const channelId = choice?.origin.channelId ?? null;
    await deliver(deps, { ...parseRequestContext(body), view: null, channelId }, () => shareOutcomeCard(outcome));
  };

/** Never throws: whatever happens, the dialog is waiting for words. */
async function outcomeOf(deps: Deps, body: ViewSubmitAction, choice: Choice | null): Promise<ShareOutcome> {
  try {
    if (choice === null) throw new ActionRejectedError('old-button');
    if (await deps.isOutsider(parseRequestContext(body))) throw new ActionRejectedError('outsider');
    return await share(deps, choice, body);
  } catch (error) {
    const reference = deps.newReference();
    const failure = failureOf(error, choice?.origin.request.subject ?? null, deps.now());
    logFailure(deps, 'error', { reference, failure, error }, 'A share failed');
    const { happened, because, next } = errorMessage(failure);
    return { says: `*${happened}*\n${because}\n${next}\nReference \`${reference}\`` };
  }
}

interface Choice {
  origin: ShareOrigin;
  channelId: string;
  threadTs: string | null;
  note: string | null;
}

const Values = z.object({
  [SHARE_INPUT.target]: z
    .object({ [SHARE_INPUT.target]: z.object({ selected_option: z.object({ value: z.string() }).nullish() }) })
    .optional(),
  [SHARE_INPUT.channel]: z.object({
    [SHARE_INPUT.channel]: z.object({ selected_conversation: z.string().min(1).max(100).nullish() }),
  }),
  [SHARE_INPUT.note]: z.object({ [SHARE_INPUT.note]: z.object({ value: z.string().nullish() }) }),
});

function choiceOf(values: unknown, origin: ShareOrigin | null): Choice | 'no-channel' | null {
  const given = Values.safeParse(values).data;
  if (given === undefined || origin === null) return null;
  const note = given[SHARE_INPUT.note][SHARE_INPUT.note].value?.trim() || null;
  const target = given[SHARE_INPUT.target]?.[SHARE_INPUT.target].selected_option?.value;
  if (target === SHARE_TARGET.thread && origin.channelId !== null) {
    return { origin, channelId: origin.channelId, threadTs: origin.threadTs, note };
  }
  const channelId = given[SHARE_INPUT.channel][SHARE_INPUT.channel].selected_conversation;
  return channelId ? { origin, channelId, threadTs: null, note } : 'no-channel';
}

async function share(deps: Deps, choice: Choice, body: ViewSubmitAction): Promise<ShareOutcome> {
  const { origin, channelId, threadTs, note } = choice;
  const { request } = origin;
  const userId = body.user.id;
  const draw = await answerQuery(deps, request.subject, { channelId: origin.channelId, userId });
  const from = await linkBack(deps, choice);
  const responseUrl = responseUrlOf(body);
  const wish = { request, userId, channelId, threadTs, note, from, responseUrl, occasion: origin.messageTs };
  return describeResult(
    deps,
    await postShare(deps, wish, draw(ENGLISH, { kind: 'channel', sharedBy: userId })),
    channelId,
  );
}

/** The message it was shared from, for those who can see it. */
async function linkBack(deps: Deps, { origin, channelId }: Choice): Promise<string | null> {
  const ts = origin.messageTs ?? origin.threadTs;
  if (origin.channelId === null || ts === null || origin.channelId === channelId) return null;
  return deps.slack.permalink({ channelId: origin.channelId, ts });
}

const ResponseUrls = z.object({ response_urls: z.array(z.object({ response_url: z.url().max(2_000) })).min(1) });

const responseUrlOf = (body: ViewSubmitAction): string | null =>
  ResponseUrls.safeParse(body).data?.response_urls[0]?.response_url ?? null;
