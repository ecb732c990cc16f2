import type { DigestSubscription } from '@pain-signals/domain';
import { type DigestDraft, decodeDigestDraft, digestOutcomeDialog } from '#blocks/digest/digest-dialog.ts';
import { digestNotSaved, digestSaved } from '#blocks/digest/digest-saved.ts';
import { deliveryProblem } from '#blocks/digest/digest-setup-card.ts';
import { ActionRejectedError } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { mayManageDigest, refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { sendWithFallback } from '../reply/deliver.ts';
import { fillDialog } from '../reply/dialogs.ts';
import { optional } from '../reply/service-responses.ts';
import type { RequestContext, SubmitArgs } from '../request-context.ts';
import type { Message } from '../slack-port.ts';
import { failureMessage, requireMayChange, versionOf } from './digest-dialog.ts';
import { drawDigestSettings, requireReader } from './show-digest.ts';

/** "Turn on", "Save changes" and "Save and resume". */
export async function turnOnDigest(deps: Deps, context: RequestContext, { ack, view }: SubmitArgs): Promise<void> {
  await ack({ response_action: 'update', view: digestOutcomeDialog('Saving…') });
  const draft = decodeDigestDraft(view.private_metadata);
  const { says, saved } = await save(deps, draft, context);
  await fillDialog(deps, context, digestOutcomeDialog(says));
  if (saved && draft?.card) await optional(deps, renewSettingsCard(deps, saved, draft.card, context));
  await publishHome(deps, context);
}

/** The card below the dialog shows the saved settings. */
async function renewSettingsCard(
  deps: Deps,
  saved: DigestSubscription,
  responseUrl: string,
  context: RequestContext,
): Promise<void> {
  await requireReader(deps, saved, context);
  const card = await drawDigestSettings(deps, saved, context.userId);
  const send = (message: Message) => deps.slack.respond(responseUrl, message, { replaceOriginal: true });
  await sendWithFallback(deps, { surface: 'private', send }, card);
}

async function save(
  deps: Deps,
  draft: DigestDraft | null,
  context: RequestContext,
): Promise<{ says: string; saved: DigestSubscription | null }> {
  try {
    if (draft === null) throw new ActionRejectedError('old-button');
    await refuseOutsiders(deps, context);
    const { channelId, plan, isShared: mayReachOthers = false } = draft;
    const known = await deps.digests.ofChannel(channelId);
    const version = versionOf(known);
    const isAsShown = draft.over === undefined || draft.over === version;
    if (isAsShown) await requireMayChange(deps, { channelId, known }, context);
    const saved = await deps.digests.saveOver(
      { channelId, userId: context.userId ?? '', plan, mayReachOthers },
      (now) => isAsShown && versionOf(now) === version,
    );
    if (saved === null) return { says: await changedMeanwhile(deps, channelId, context), saved };
    const problem = deliveryProblem(await deps.slack.askChannel(channelId));
    return { says: digestSaved(saved, known, problem), saved };
  } catch (error) {
    return { says: failureMessage(deps, error), saved: null };
  }
}

async function changedMeanwhile(deps: Deps, channelId: string, context: RequestContext): Promise<string> {
  const now = await deps.digests.ofChannel(channelId);
  if (now === null) return digestNotSaved(channelId, null);
  const mayRead = await mayReadDigest(deps, now, context);
  const mayChange = mayRead && (await mayManageDigest(deps, now, context.userId));
  return digestNotSaved(channelId, { now: mayRead ? now : null, mayChange });
}

const mayReadDigest = (deps: Deps, digest: DigestSubscription, context: RequestContext): Promise<boolean> =>
  requireReader(deps, digest, context).then(
    () => true,
    () => false,
  );
