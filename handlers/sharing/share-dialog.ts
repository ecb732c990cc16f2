import { CHANNEL_ID, type ShareRequest, sharedSubject } from '@pain-signals/domain';
import type { ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { SlackBlock } from '#blocks/kit/card.ts';
import type { ShareOutcome } from '#blocks/sharing/share-cards.ts';
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
import { answerBelow } from '../actions/query-buttons.ts';
import { ActionRejectedError, failureOf, logFailure } from '../errors.ts';
import { isExternallyShared, refuseOutsiders, requireReach } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { IllustratedCard } from '../reply/card-renderer.ts';
import { fillDialog, parseInputs, reportFailure, runInDialog } from '../reply/dialogs.ts';
import type { ButtonArgs, RequestContext, SubmitArgs } from '../request-context.ts';
import { describeResult, markTold, postShare, questionBeforeSharing, type ShareResult } from './post-share.ts';

/** "Share to…" opens at once, and the preview is filled in a moment later. */
export async function openShareDialog(deps: Deps, context: RequestContext): Promise<void> {
  const { input, channelId, threadTs, message } = context;
  if (input.share === undefined) throw new ActionRejectedError('old-button');
  const messageTs = message?.isEphemeral === false ? message.ts : null;
  const origin = { request: input.share, channelId, threadTs, messageTs };
  const { defaultChannelId } = await deps.settings.get();
  const loading = shareDialog(origin, placeholderPreview('Loading…'), defaultChannelId);
  const fill = async (dialog: RequestContext) => {
    await refuseOutsiders(deps, dialog);
    await fillWithPreview(deps, dialog, origin, defaultChannelId);
  };
  await runInDialog(deps, context, fill, loading);
}

/** A signal of several. "Share" beside one turns the dialog of `/pain share` into its share dialog. */
export async function pickSignal(deps: Deps, context: RequestContext, { body }: ButtonArgs): Promise<void> {
  const { input, view } = context;
  if (input.query?.show !== 'share') return answerBelow(deps, context);
  const share = { subject: sharedSubject(input.query), attempt: 1 };
  if (view === null || view.isHome) return openShareDialog(deps, { ...context, input: { ...input, share } });
  await refuseOutsiders(deps, context);
  await fillShareDialog(
    deps,
    { ...context, channelId: body.view?.private_metadata || null },
    share,
    input.query.channel,
  );
}

/** Fills a dialog that `/pain share` opened. @param named the id or the name of the channel that was asked for */
export async function fillShareDialog(
  deps: Deps,
  context: RequestContext,
  request: ShareRequest,
  named?: string,
): Promise<void> {
  const found = named === undefined || CHANNEL_ID.test(named) ? named : await deps.slack.findChannel(named);
  const isUnanswered = found instanceof Object;
  const channel = isUnanswered ? null : found;
  const target = channel === null ? { unknownChannel: named, isUnanswered } : {};
  const origin = {
    ...{ request: channel ? { ...request, channel } : request, ...target },
    ...{ channelId: context.channelId, threadTs: context.threadTs, messageTs: null },
  };
  const { defaultChannelId } = await deps.settings.get();
  await fillWithPreview(deps, context, origin, defaultChannelId);
}

async function fillWithPreview(
  deps: Deps,
  context: RequestContext,
  origin: ShareOrigin,
  defaultChannelId: string | null,
): Promise<void> {
  const { card, isSharedOutside } = await preview(deps, origin, context, defaultChannelId);
  const plainer = shareDialog(origin, placeholderPreview(NOT_DRAWN), defaultChannelId);
  const show = (shown: SharePreview['card']) => shareDialog(origin, { card: shown, isSharedOutside }, defaultChannelId);
  const richer = typeof card === 'string' ? null : { card, show: (blocks: readonly SlackBlock[]) => show({ blocks }) };
  await fillDialog(deps, context, show(card), { plainer, richer });
}

const NOT_DRAWN = 'No preview right now. The card is drawn again when you share it.';

const placeholderPreview = (says: string): SharePreview => ({ card: says, isSharedOutside: false });

async function preview(
  deps: Deps,
  origin: ShareOrigin,
  context: RequestContext,
  defaultChannelId: string | null,
): Promise<{ card: IllustratedCard | string; isSharedOutside: boolean }> {
  const channelId = initialChannel(origin, defaultChannelId);
  const [card, isOutside] = await Promise.all([
    drawPreview(deps, origin, context),
    // Asked again before it is posted.
    channelId === null ? false : isExternallyShared(deps.slack, channelId).catch(() => false),
  ]);
  return { card, isSharedOutside: isOutside };
}

async function drawPreview(
  deps: Deps,
  { request }: ShareOrigin,
  context: RequestContext,
): Promise<IllustratedCard | string> {
  try {
    const draw = await answerQuery(deps, request.subject, context);
    return draw({ kind: 'channel', sharedBy: context.userId ?? '' });
  } catch (error) {
    const failure = failureOf(error, request.subject, deps.now());
    logFailure(deps, 'warn', { failure, error }, 'share preview not drawn');
    return NOT_DRAWN;
  }
}

/** The dialog stays open and shows the outcome, wherever it was opened. */
export async function submitShareDialog(
  deps: Deps,
  context: RequestContext,
  { ack, view, body }: SubmitArgs,
): Promise<void> {
  const choice = parseChoice(view, decodeShareOrigin(view.private_metadata));
  if (choice === 'no-channel') {
    return ack({ response_action: 'errors', errors: { [SHARE_INPUT.channel]: 'Choose a channel.' } });
  }
  await ack({ response_action: 'update', view: shareOutcomeDialog({ says: 'Sharing…' }) });
  const { outcome, result } = await outcomeOf(deps, context, choice, responseUrlOf(body));
  const channelId = choice?.origin.channelId ?? null;
  if (await fillDialog(deps, { ...context, channelId }, shareOutcomeDialog(outcome))) await markTold(deps, result);
}

interface ShownResult {
  outcome: ShareOutcome;
  /** Null when it failed before anything was posted. */
  result: ShareResult | null;
}

/** Never throws: the dialog shows the error. */
async function outcomeOf(
  deps: Deps,
  context: RequestContext,
  choice: Choice | null,
  responseUrl: string | null,
): Promise<ShownResult> {
  try {
    if (choice === null) throw new ActionRejectedError('old-button');
    await refuseOutsiders(deps, context);
    return await share(deps, context, choice, responseUrl);
  } catch (error) {
    const says = reportFailure(deps, error, choice?.origin.request.subject ?? null, 'share failed');
    return { outcome: { says }, result: null };
  }
}

interface Choice {
  origin: ShareOrigin;
  channelId: string;
  threadTs: string | null;
  note: string | null;
}

function parseChoice(view: SubmitArgs['view'], origin: ShareOrigin | null): Choice | 'no-channel' | null {
  if (origin === null) return null;
  const { text, choice, conversation } = parseInputs(view);
  const note = text(SHARE_INPUT.note) || null;
  if (choice(SHARE_INPUT.target) === SHARE_TARGET.thread && origin.channelId !== null) {
    return { origin, channelId: origin.channelId, threadTs: origin.threadTs, note };
  }
  const channelId = conversation(SHARE_INPUT.channel);
  return channelId ? { origin, channelId, threadTs: null, note } : 'no-channel';
}

async function share(
  deps: Deps,
  context: RequestContext,
  choice: Choice,
  responseUrl: string | null,
): Promise<ShownResult> {
  const { origin, channelId, threadTs, note } = choice;
  const { request } = origin;
  const userId = context.userId ?? '';
  await requireReach(deps, context, channelId);
  const from = await linkBack(deps, choice);
  const intent = { request, userId, channelId, threadTs, note, from, responseUrl, occasion: origin.messageTs };
  // The dialog may have warned about the channel it opened with.
  const isNew = channelId !== initialChannel(origin, (await deps.settings.get()).defaultChannelId);
  const question = isNew || !origin.isWarned ? await questionBeforeSharing(deps, intent) : null;
  if (question !== null) return { outcome: question, result: null };
  const draw = await answerQuery(deps, request.subject, { ...context, channelId: origin.channelId });
  const result = await postShare(deps, intent, draw({ kind: 'channel', sharedBy: userId, hasNote: Boolean(note) }));
  return { outcome: describeResult(result, channelId), result };
}

async function linkBack(deps: Deps, { origin, channelId }: Choice): Promise<string | null> {
  const ts = origin.messageTs ?? origin.threadTs;
  if (origin.channelId === null || ts === null || origin.channelId === channelId) return null;
  return deps.slack.permalink({ channelId: origin.channelId, ts });
}

const ResponseUrls = z.object({ response_urls: z.array(z.object({ response_url: z.url().max(2_000) })).min(1) });

const responseUrlOf = (body: ViewSubmitAction): string | null =>
  ResponseUrls.safeParse(body).data?.response_urls[0]?.response_url ?? null;
