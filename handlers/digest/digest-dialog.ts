import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withTimeout } from '@pain-signals/contract';
import {
  addProposal,
  COMMAND,
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
  decodeDigestDraft,
  digestDialog,
  digestOutcomeDialog,
  digestPreviewDialog,
  parseDigestDialog,
} from '#blocks/digest/digest-dialog.ts';
import { deliveryProblem, describeSchedule, WHO_CAN_CHANGE, WHO_CAN_SET_UP } from '#blocks/digest/digest-setup-card.ts';
import { digestThread } from '#blocks/digest/digest-thread.ts';
import { decodeDigestSetUp } from '#blocks/kit/buttons.ts';
import { nearestWord } from '../commands/command-line.ts';
import { ActionRejectedError } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { mayManageDigest, maySetUpChannelPosts, refuseOutsiders, requireReach } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { isLayoutError, sendWithFallback } from '../reply/deliver.ts';
import { fillDialog, reportFailure, runInDialog } from '../reply/dialogs.ts';
import { optional } from '../reply/service-responses.ts';
import { type ButtonArgs, isPrivateMessage, type RequestContext, type SubmitArgs } from '../request-context.ts';
import type { Message } from '../slack-port.ts';
import { composeForSubscription } from './deliver-digest.ts';
import { showDigest } from './show-digest.ts';

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
    const card = named === 'here' ? undefined : settingsCardOf(context);
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
  await showPreview(deps, draft, context, view.id);
}

/** "Preview and turn on": Mondays at nine, about everything, for who takes the usual. */
export async function previewUsualDigest(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const show = async (dialog: RequestContext) => {
    const zone = await zoneOf(deps, context.userId);
    const plan = DigestPlan.parse({ ...DEFAULT_DIGEST_PLAN, zone });
    const draft = { channelId: action.value ?? '', plan, card: settingsCardOf(context) };
    await showPreview(deps, draft, context, dialog.view?.id ?? '');
  };
  await runInDialog(deps, context, show, digestOutcomeDialog('Drawing the preview… This can take a minute.'));
}

/** The private card whose button was pressed. */
const settingsCardOf = (context: RequestContext): string | undefined =>
  isPrivateMessage(context) ? (context.responseUrl ?? undefined) : undefined;

async function zoneOf({ people }: Deps, userId: string | null): Promise<string> {
  const zone = userId === null ? null : ((await people.find(userId))?.timeZone ?? null);
  return zone !== null && isTimeZone(zone) ? zone : 'Etc/UTC';
}

async function showPreview(
  deps: Deps,
  draft: DigestDraft | null,
  context: RequestContext,
  viewId: string,
): Promise<void> {
  for (const drawn of await drawPreview(deps, draft, context)) {
    const result = await deps.slack.updateModal(viewId, drawn);
    if (!isLayoutError(result)) return;
  }
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
async function drawPreview(deps: Deps, draft: DigestDraft | null, context: RequestContext): Promise<ModalView[]> {
  try {
    if (draft === null) throw new ActionRejectedError('old-button');
    const { plan, channelId } = draft;
    const known = await requireMayChange(deps, draft, context);
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
    const versions = [
      ...(picture ? [{ parent: insertPicture(parent, picture), isWithoutPicture: false }] : []),
      { parent, isWithoutPicture: chart !== null },
    ];
    return versions.map((version) =>
      digestPreviewDialog({ ...draft, over: versionOf(known) }, { ...preview, ...version }),
    );
  } catch (error) {
    return [digestOutcomeDialog(failureMessage(deps, error))];
  }
}

/** "Turn on", "Save changes" and "Save and resume". */
export async function turnOnDigest(deps: Deps, context: RequestContext, { ack, view }: SubmitArgs): Promise<void> {
  await ack({ response_action: 'update', view: digestOutcomeDialog('Saving…') });
  const draft = decodeDigestDraft(view.private_metadata);
  await deps.slack.updateModal(view.id, digestOutcomeDialog(await save(deps, draft, context)));
  const { card } = draft ?? {};
  if (draft && card) await optional(deps, renewSettingsCard(deps, draft, card, context));
  await publishHome(deps, context);
}

/** The card below the dialog shows the saved settings. */
async function renewSettingsCard(
  deps: Deps,
  { channelId }: DigestDraft,
  responseUrl: string,
  context: RequestContext,
): Promise<void> {
  const draw = await showDigest(deps, { show: 'digest', channelId }, { ...context, channelId });
  const send = (message: Message) => deps.slack.respond(responseUrl, message, { replaceOriginal: true });
  await sendWithFallback(deps, { surface: 'private', send }, draw({ kind: 'person' }));
}

async function save(deps: Deps, draft: DigestDraft | null, context: RequestContext): Promise<string> {
  try {
    if (draft === null) throw new ActionRejectedError('old-button');
    const known = await requireMayChange(deps, draft, context);
    const isOver =
      draft.over === undefined || draft.over === versionOf(known) || isDeepStrictEqual(known?.plan, draft.plan);
    if (!isOver) return changedMeanwhile(draft.channelId);
    const { plan } = await deps.digests.save(draft.channelId, context.userId ?? '', draft.plan, {
      mayReachOthers: draft.isShared ?? false,
    });
    const problem = deliveryProblem(await deps.slack.askChannel(draft.channelId));
    const done = known === null ? 'Turned on' : known.pausedBecause === null ? 'Saved' : 'Saved and resumed';
    return savedMessage(done, { channelId: draft.channelId, plan }, problem);
  } catch (error) {
    return failureMessage(deps, error);
  }
}

/** Two people may have the dialog open. */
const versionOf = (known: DigestSubscription | null): string =>
  createHash('sha256')
    .update(JSON.stringify(known?.plan ?? null))
    .digest('base64url')
    .slice(0, 16);

const changedMeanwhile = (channelId: string): string =>
  `*Not saved.* Somebody changed the digest of <#${channelId}> after you opened this. To see it as it is now, type \`${COMMAND} digest\` there.`;

function savedMessage(done: string, { channelId, plan }: DigestDraft, problem: string | null): string {
  const message = `*${done}.* <#${channelId}> gets its digest every ${describeSchedule(plan)}. To pause or change it, type \`/pain digest\` there.`;
  return problem === null ? message : `${message}\n${problem}`;
}

/** The person is shown its message. */
class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/** Returns the channel's digest, if any. Throws when this person may not change it. */
async function requireMayChange(deps: Deps, { channelId }: DigestDraft, context: RequestContext) {
  await refuseOutsiders(deps, context);
  const known = await deps.digests.ofChannel(channelId);
  if (known === null && !(await maySetUpChannelPosts(deps, context))) throw new NotAllowedError(WHO_CAN_SET_UP);
  if (known === null) await requireReach(deps, context, channelId);
  if (known !== null && !(await mayManageDigest(deps, known, context.userId)))
    throw new NotAllowedError(WHO_CAN_CHANGE);
  return known;
}

/** Never throws: the dialog shows the error. */
const failureMessage = (deps: Deps, error: unknown): string =>
  error instanceof NotAllowedError ? error.message : reportFailure(deps, error, null, 'digest not set up');
