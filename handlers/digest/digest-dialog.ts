import { isDeepStrictEqual } from 'node:util';
import { withTimeout } from '@pain-signals/contract';
import {
  addProposal,
  DIGEST_LENGTH,
  DigestPlan,
  dateInZone,
  isQuietWeek,
  isTimeZone,
  nextDueAfter,
} from '@pain-signals/domain';
import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { insertPicture } from '#blocks/charts/picture.ts';
import { digestCard } from '#blocks/digest/digest-card.ts';
import {
  DIGEST_INPUT,
  type DigestDraft,
  decodeDigestDraft,
  digestDialog,
  digestOutcomeDialog,
  digestPreviewDialog,
  parseDigestDialog,
} from '#blocks/digest/digest-dialog.ts';
import { deliveryProblem, describeSchedule, WHO_CAN_CHANGE, WHO_CAN_SET_UP } from '#blocks/digest/digest-setup-card.ts';
import { digestThreadCards } from '#blocks/digest/digest-thread.ts';
import { errorMessage } from '#blocks/errors/error-messages.ts';
import { decodeDigestSetUp } from '#blocks/kit/button-values.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { dialogNotOpenedCard } from '#blocks/kit/modal.ts';
import { nearestWord } from '../commands/nearest-word.ts';
import { ActionRejectedError, failureOf, logFailure } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { mayManageDigest, maySetUpAlerts } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliver, isLayoutError } from '../reply/deliver.ts';
import { type ButtonArgs, parseRequestContext } from '../request-context.ts';
import { composeForSubscription } from './deliver-digest.ts';

/** Asked in the background, behind everybody who asks something; then it is said that it takes too long. */
const PREVIEW_TIMEOUT_MS = 60_000;

const DEFAULT_PLAN = {
  weekday: 1,
  time: '09:00',
  areas: [],
  types: [],
  length: DIGEST_LENGTH.default,
  quietWeeks: 'say',
  hasThread: true,
} as const;

/** "Set up", "Change", and "Every week…" below a list. The dialog opens at once, since Slack waits three seconds only, and is filled in a moment later. */
export const openDigestDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    const viewId = await openOrReuseDialog(deps, context);
    if (viewId === null) return deliver(deps, context, () => dialogNotOpenedCard());
    await deps.slack.updateModal(viewId, await filledDialog(deps, action.value ?? '', context));
  };

async function openOrReuseDialog(
  deps: Deps,
  { view, triggerId }: ReturnType<typeof parseRequestContext>,
): Promise<string | null> {
  if (view !== null && !view.isHome) return view.id;
  const opened = await deps.slack.openModal(triggerId ?? '', digestOutcomeDialog('Is being looked up…'));
  return opened.ok ? opened.viewId : null;
}

async function filledDialog(deps: Deps, value: string, context: ReturnType<typeof parseRequestContext>) {
  const { userId } = context;
  try {
    if (userId === null || (await deps.isOutsider(context))) throw new ActionRejectedError('outsider');
    const { digests, settings, people } = deps;
    // The value is a digest's id, or the channel that is to get one, or no channel yet.
    const { of: named, ...proposal } = decodeDigestSetUp(value);
    const of = named === 'here' ? (context.channelId ?? 'any') : named;
    const subscription = (await digests.find(of)) ?? (await digests.ofChannel(of));
    if (subscription === null && !(await maySetUpAlerts(deps, context))) return digestOutcomeDialog(WHO_CAN_SET_UP);
    if (subscription !== null && !(await mayManageDigest(deps, subscription, userId)))
      return digestOutcomeDialog(WHO_CAN_CHANGE);
    if (subscription !== null) {
      const { plan, channelId } = subscription;
      return digestDialog(addProposal(plan, proposal), channelId, { before: plan, proposal });
    }
    const zone = (await people.find(userId))?.timeZone ?? 'Etc/UTC';
    const channelId = /^[CG]/.test(of) ? of : (await settings.get()).defaultChannelId;
    return digestDialog(
      DigestPlan.parse({ ...DEFAULT_PLAN, ...proposal, zone: isTimeZone(zone) ? zone : 'Etc/UTC' }),
      channelId,
    );
  } catch (error) {
    return digestOutcomeDialog(failureMessage(deps, error));
  }
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** The dialog turns into what would be posted. */
export const previewDigest =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const given = parseDigestDialog(view.state.values);
    const errors = given === null ? {} : validationErrors(given);
    if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
    await ack({ response_action: 'update', view: digestOutcomeDialog('Is being drawn…') });
    const plan = DigestPlan.safeParse(given?.plan).data;
    const draft = plan && given?.channelId ? { channelId: given.channelId, plan } : null;
    for (const drawn of await drawPreview(deps, draft, body)) {
      const result = await deps.slack.updateModal(view.id, drawn);
      if (!isLayoutError(result)) return;
    }
  };

function validationErrors({
  channelId,
  zone,
  plan,
}: NonNullable<ReturnType<typeof parseDigestDialog>>): Record<string, string> {
  if (channelId === null) return { [DIGEST_INPUT.channel]: 'Choose a channel.' };
  if (!isTimeZone(zone)) {
    const near = nearestWord(zone, Intl.supportedValuesOf('timeZone'));
    const hint = near === null ? 'For example Europe/Stockholm.' : `Do you mean ${near}?`;
    return { [DIGEST_INPUT.zone]: `There is no time zone of this name. ${hint}` };
  }
  return DigestPlan.safeParse(plan).success ? {} : { [DIGEST_INPUT.time]: 'Choose a time.' };
}

/** As it would be posted; without its picture, too, should Slack not take that. */
async function drawPreview(deps: Deps, draft: DigestDraft | null, body: ViewSubmitAction): Promise<ModalView[]> {
  try {
    if (draft === null) throw new ActionRejectedError('old-button');
    const { plan, channelId } = draft;
    const known = await requireMayChange(deps, draft, body);
    const now = deps.now();
    const subscription = { id: known?.id ?? '', plan };
    const before = known !== null && !isDeepStrictEqual(known.plan, plan) ? known.plan : null;
    const composed = composeForSubscription(deps, subscription, dateInZone(plan.zone, now));
    const [{ digest, chart, calls }, channel] = await Promise.all([
      withTimeout(PREVIEW_TIMEOUT_MS, composed),
      deps.slack.channel(channelId),
    ]);
    const parent = digestCard(digest, { plan, linkTo: deps.linkTo });
    const preview = {
      nextDueAt: nextDueAfter(plan, now).at,
      before,
      ...{ calls, channel },
      thread: digestThreadCards(digest, { plan, linkTo: deps.linkTo, deliveryId: '' }),
      isSilent: isQuietWeek(digest) && plan.quietWeeks === 'silent',
    };
    const picture = chart && deps.charts.urlOf(chart);
    const versions = [
      ...(picture ? [{ parent: insertPicture(parent, picture), isWithoutPicture: false }] : []),
      { parent, isWithoutPicture: chart !== null },
    ];
    return versions.map((version) => digestPreviewDialog(draft, { ...preview, ...version }, ENGLISH));
  } catch (error) {
    return [digestOutcomeDialog(failureMessage(deps, error))];
  }
}

/** "Switch on". */
export const turnOnDigest =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    await ack({ response_action: 'update', view: digestOutcomeDialog('Is being saved…') });
    await deps.slack.updateModal(
      view.id,
      digestOutcomeDialog(await save(deps, decodeDigestDraft(view.private_metadata), body)),
    );
    await publishHome(deps, parseRequestContext(body));
  };

async function save(deps: Deps, draft: DigestDraft | null, body: ViewSubmitAction): Promise<string> {
  try {
    if (draft === null) throw new ActionRejectedError('old-button');
    await requireMayChange(deps, draft, body);
    const { plan } = await deps.digests.save(draft.channelId, body.user.id, draft.plan);
    const hindrance = deliveryProblem(await deps.slack.channel(draft.channelId));
    return turnedOnMessage({ channelId: draft.channelId, plan }, hindrance);
  } catch (error) {
    return failureMessage(deps, error);
  }
}

function turnedOnMessage({ channelId, plan }: DigestDraft, hindrance: string | null): string {
  const says = `*Switched on.* <#${channelId}> gets its digest every ${describeSchedule(plan)}. \`/pain digest\` there pauses or changes it.`;
  return hindrance === null ? says : `${says}\n${hindrance}`;
}

/** Its message is what the person is told. */
class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/** The channel's digest as it is, or an error for whoever may not change it. */
async function requireMayChange(deps: Deps, { channelId }: DigestDraft, body: ViewSubmitAction) {
  const context = parseRequestContext(body);
  if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
  const known = await deps.digests.ofChannel(channelId);
  if (known === null && !(await maySetUpAlerts(deps, context))) throw new NotAllowedError(WHO_CAN_SET_UP);
  if (known !== null && !(await mayManageDigest(deps, known, context.userId)))
    throw new NotAllowedError(WHO_CAN_CHANGE);
  return known;
}

/** The dialog waits for words, whatever happens. */
function failureMessage(deps: Deps, error: unknown): string {
  if (error instanceof NotAllowedError) return error.message;
  const reference = deps.newReference();
  const failure = failureOf(error, null, deps.now());
  logFailure(deps, 'error', { reference, failure, error }, 'A digest could not be set up');
  const { happened, because, next } = errorMessage(failure);
  return `*${happened}*\n${because}\n${next}\nReference \`${reference}\``;
}
