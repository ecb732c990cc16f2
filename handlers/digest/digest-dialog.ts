import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withTimeout } from '@pain-signals/contract';
import {
  addProposal,
  DEFAULT_DIGEST_PLAN,
  DigestPlan,
  type DigestSubscription,
  dateInZone,
  isQuietWeek,
  isTimeZone,
} from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { insertPicture } from '#blocks/charts/picture.ts';
import { digestCard } from '#blocks/digest/digest-card.ts';
import {
  DIGEST_INPUT,
  type DigestDraft,
  decodeDigestDialog,
  digestDialog,
  digestOutcomeDialog,
  digestPreviewDialog,
  parseDigestDialog,
} from '#blocks/digest/digest-dialog.ts';
import { WHO_CAN_CHANGE, WHO_CAN_SET_UP } from '#blocks/digest/digest-setup-card.ts';
import { digestThread } from '#blocks/digest/digest-thread.ts';
import { decodeDigestSetUp } from '#blocks/kit/buttons.ts';
import type { Card } from '#blocks/kit/card.ts';
import { isPrivateMessage } from '../audience.ts';
import { nearestWord } from '../commands/command-line.ts';
import { ActionRejectedError } from '../errors.ts';
import { mayManageDigest, maySetUpChannelPosts, refuseOutsiders, requireReach } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { fillDialog, reportFailure, runInDialog } from '../reply/dialogs.ts';
import type { ButtonArgs, RequestContext, SubmitArgs } from '../request-context.ts';
import { composeForSubscription } from './deliver-digest.ts';

/** A preview waits behind people's requests. */
const PREVIEW_TIMEOUT_MS = 60_000;

/** "Set up", "Change", and "Every week…" below a list. From within a dialog, it replaces that dialog. */
export async function openDigestDialog(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const fill = async (dialog: RequestContext) => {
    const view = await filledDialog(deps, action.value ?? '', context);
    await fillDialog(deps, dialog, view);
  };
  const isInDialog = context.view?.isHome === false;
  await (isInDialog ? fill(context) : runInDialog(deps, context, fill, digestOutcomeDialog('Looking it up…')));
}

async function filledDialog(deps: Deps, value: string, context: RequestContext) {
  const { userId } = context;
  try {
    await refuseOutsiders(deps, context);
    if (userId === null) throw new ActionRejectedError('unknown-person');
    const { digests, settings } = deps;
    const { of: named, ...proposal } = decodeDigestSetUp(value);
    // Below a list, the card is the list.
    const card = named === 'here' ? undefined : await settingsCardOf(deps, context);
    const of = named === 'here' ? (context.channelId ?? 'any') : named;
    const subscription = (await digests.find(of)) ?? (await digests.ofChannel(of));
    if (subscription === null && !(await maySetUpChannelPosts(deps, context)))
      return digestOutcomeDialog(WHO_CAN_SET_UP);
    if (subscription !== null && !(await mayManageDigest(deps, subscription, userId)))
      return digestOutcomeDialog(WHO_CAN_CHANGE);
    if (subscription !== null) {
      const { plan, channelId, pausedBecause } = subscription;
      const changing = { before: plan, proposal, pausedBecause };
      return digestDialog(addProposal(plan, proposal), channelId, { card, changing });
    }
    const channelId = /^[CG]/.test(of) ? of : (await settings.get()).defaultChannelId;
    const zone = await zoneOf(deps, userId);
    return digestDialog(DigestPlan.parse({ ...DEFAULT_DIGEST_PLAN, ...proposal, zone }), channelId, { card });
  } catch (error) {
    return digestOutcomeDialog(failureMessage(deps, error));
  }
}

export async function previewDigest(deps: Deps, context: RequestContext, { ack, view }: SubmitArgs): Promise<void> {
  const given = parseDigestDialog(view.state.values);
  const errors = given === null ? {} : validationErrors(given);
  if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
  await ack({ response_action: 'update', view: digestOutcomeDialog('Loading the preview…') });
  const plan = DigestPlan.safeParse(given?.plan).data;
  const opened = decodeDigestDialog(view.private_metadata);
  const draft = plan && given?.channelId ? { ...opened, channelId: given.channelId, plan } : null;
  await showPreview(deps, draft, context);
}

/** "Preview and turn on": Mondays at nine, about everything, for who takes the usual. */
export async function previewUsualDigest(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const show = async (dialog: RequestContext) => {
    const zone = await zoneOf(deps, context.userId);
    const plan = DigestPlan.parse({ ...DEFAULT_DIGEST_PLAN, zone });
    const draft = { channelId: action.value ?? '', plan, card: await settingsCardOf(deps, context) };
    await showPreview(deps, draft, dialog);
  };
  await runInDialog(deps, context, show, digestOutcomeDialog('Drawing the preview… This can take a minute.'));
}

/** The private card whose button was pressed. */
const settingsCardOf = async (deps: Deps, context: RequestContext): Promise<string | undefined> =>
  (await isPrivateMessage(deps, context)) ? (context.responseUrl ?? undefined) : undefined;

async function zoneOf({ people }: Deps, userId: string | null): Promise<string> {
  const zone = userId === null ? null : ((await people.find(userId))?.timeZone ?? null);
  return zone !== null && isTimeZone(zone) ? zone : 'Etc/UTC';
}

async function showPreview(deps: Deps, draft: DigestDraft | null, context: RequestContext): Promise<void> {
  const [preview, plainer] = await drawPreview(deps, draft, context);
  await fillDialog(deps, context, preview, { plainer });
}

function validationErrors({
  channelId,
  zone,
  plan,
}: NonNullable<ReturnType<typeof parseDigestDialog>>): Record<string, string> {
  if (channelId === null) return { [DIGEST_INPUT.channel]: 'Choose a channel.' };
  if (!isTimeZone(zone)) {
    const near = nearestWord(zone, Intl.supportedValuesOf('timeZone'));
    const hint = near === null ? 'For example Europe/Stockholm.' : `Did you mean ${near}?`;
    return { [DIGEST_INPUT.zone]: `No time zone has that name. ${hint}` };
  }
  return DigestPlan.safeParse(plan).success ? {} : { [DIGEST_INPUT.time]: 'Choose a time.' };
}

/** Returns the preview, then one without its picture in case Slack refuses it. */
async function drawPreview(
  deps: Deps,
  draft: DigestDraft | null,
  context: RequestContext,
): Promise<[ModalView, ModalView?]> {
  try {
    if (draft === null) throw new ActionRejectedError('old-button');
    const { plan, channelId } = draft;
    await refuseOutsiders(deps, context);
    const known = await deps.digests.ofChannel(channelId);
    await requireMayChange(deps, { channelId, known }, context);
    const now = deps.now();
    const subscription = { id: known?.id ?? '', plan };
    const before = known !== null && !isDeepStrictEqual(known.plan, plan) ? known.plan : null;
    const composed = composeForSubscription(deps, subscription, dateInZone(plan.zone, now));
    const [{ digest, chart }, channel] = await Promise.all([
      withTimeout(PREVIEW_TIMEOUT_MS, composed),
      deps.slack.askChannel(channelId),
    ]);
    const parent = digestCard(digest, { plan, linkTo: deps.linkTo });
    const preview = {
      nextDueAt: await deps.digests.nextDueAt(channelId, plan),
      ...{ known, before },
      channel,
      thread: digestThread(digest, { plan, linkTo: deps.linkTo, deliveryId: '' }).map((draw) => draw()),
      isQuiet: isQuietWeek(digest),
    };
    const picture = chart && deps.charts.urlOf(chart);
    const draw = (version: { parent: Card; isWithoutPicture: boolean }) =>
      digestPreviewDialog({ ...draft, over: versionOf(known) }, { ...preview, ...version });
    const plain = draw({ parent, isWithoutPicture: chart !== null });
    return picture ? [draw({ parent: insertPicture(parent, picture), isWithoutPicture: false }), plain] : [plain];
  } catch (error) {
    return [digestOutcomeDialog(failureMessage(deps, error))];
  }
}

/** Two people may have the dialog open: what is saved replaces only what was shown. */
export const versionOf = (known: DigestSubscription | null): string => {
  const { id, ownerId, plan, mayReachOthers, pausedBecause } = known ?? {};
  const settings = JSON.stringify([id, ownerId, plan, mayReachOthers, pausedBecause]);
  return createHash('sha256').update(settings).digest('base64url').slice(0, 16);
};

/** The person is shown its message. */
class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/** Throws when this person may not set up the channel's digest, or change the one that is `known`. */
export async function requireMayChange(
  deps: Deps,
  { channelId, known }: { channelId: string; known: DigestSubscription | null },
  context: RequestContext,
): Promise<void> {
  if (known === null && !(await maySetUpChannelPosts(deps, context))) throw new NotAllowedError(WHO_CAN_SET_UP);
  if (known === null) await requireReach(deps, context, channelId);
  if (known !== null && !(await mayManageDigest(deps, known, context.userId)))
    throw new NotAllowedError(WHO_CAN_CHANGE);
}

/** Never throws: the dialog shows the error. */
export const failureMessage = (deps: Deps, error: unknown): string =>
  error instanceof NotAllowedError ? error.message : reportFailure(deps, error, null, 'digest not set up');
