import { isDeepStrictEqual } from 'node:util';
import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { isQuiet } from '#blocks/digest.ts';
import { digestCard } from '#blocks/digest-card.ts';
import {
  DIGEST_INPUT,
  type DigestDraft,
  decodeDraft,
  digestDialog,
  digestOutcome,
  digestPreviewDialog,
  readDigestDialog,
} from '#blocks/digest-dialog.ts';
import { sayHindrance } from '#blocks/digest-hindrance.ts';
import { DIGEST_LENGTH, DigestPlan, isZone } from '#blocks/digest-plan.ts';
import { decodeSetUp, planWith } from '#blocks/digest-proposal.ts';
import { sayWhen, WHO_MAY, WHO_MAY_SET_UP } from '#blocks/digest-setup-card.ts';
import { threadCards } from '#blocks/digest-thread.ts';
import { wordsOfFailure } from '#blocks/failure-words.ts';
import { illustrate } from '#blocks/picture.ts';
import { dialogNotOpenedCard } from '#blocks/share-cards.ts';
import { publishHome } from './app-home/publish-home.ts';
import { deliver, isLayoutRefused } from './deliver.ts';
import type { Deps } from './deps.ts';
import { composeFor } from './digest/deliver.ts';
import { dateIn, dueAfter } from './digest/due-time.ts';
import { mayManage } from './digest.ts';
import { failureOf } from './failure-of.ts';
import { logFailure } from './log-failure.ts';
import { maySetUp } from './may-set-up.ts';
import { nearestWord } from './parsing/nearest.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';
import { within } from './within.ts';

/** Asked in the background, behind everybody who asks something; then it is said that it takes too long. */
const PREVIEW_MS = 60_000;

const USUAL = {
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
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    const viewId = await openOrTakeOver(deps, place);
    if (viewId === null) return deliver(deps, place, () => dialogNotOpenedCard());
    await deps.slack.updateModal(viewId, await filledDialog(deps, action.value ?? '', place));
  };

async function openOrTakeOver(deps: Deps, { view, triggerId }: ReturnType<typeof placeOf>): Promise<string | null> {
  if (view !== null && !view.isHome) return view.id;
  const opened = await deps.slack.openModal(triggerId ?? '', digestOutcome('Is being looked up…'));
  return opened.ok ? opened.viewId : null;
}

async function filledDialog(deps: Deps, value: string, place: ReturnType<typeof placeOf>) {
  const { userId } = place;
  try {
    if (userId === null || (await deps.isOutsider(place))) throw new RefusedPress('outsider');
    const { digests, settings, people } = deps;
    // The value is a digest's id, or the channel that is to get one, or no channel yet.
    const { of: named, ...proposal } = decodeSetUp(value);
    const of = named === 'here' ? (place.channelId ?? 'any') : named;
    const subscription = (await digests.find(of)) ?? (await digests.ofChannel(of));
    if (subscription === null && !(await maySetUp(deps, place))) return digestOutcome(WHO_MAY_SET_UP);
    if (subscription !== null && !(await mayManage(deps, subscription, userId))) return digestOutcome(WHO_MAY);
    if (subscription !== null) {
      const { plan, channelId } = subscription;
      return digestDialog(planWith(plan, proposal), channelId, { before: plan, proposal });
    }
    const zone = (await people.find(userId))?.timeZone ?? 'Etc/UTC';
    const channelId = /^[CG]/.test(of) ? of : (await settings.get()).defaultChannelId;
    return digestDialog(DigestPlan.parse({ ...USUAL, ...proposal, zone: isZone(zone) ? zone : 'Etc/UTC' }), channelId);
  } catch (error) {
    return digestOutcome(wordsOf(deps, error));
  }
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** The dialog turns into what would be posted. */
export const previewDigest =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const given = readDigestDialog(view.state.values);
    const errors = given === null ? {} : faultsOf(given);
    if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
    await ack({ response_action: 'update', view: digestOutcome('Is being drawn…') });
    const plan = DigestPlan.safeParse(given?.plan).data;
    const draft = plan && given?.channelId ? { channelId: given.channelId, plan } : null;
    for (const drawn of await drawPreview(deps, draft, body)) {
      const verdict = await deps.slack.updateModal(view.id, drawn);
      if (!isLayoutRefused(verdict)) return;
    }
  };

function faultsOf({ channelId, zone, plan }: NonNullable<ReturnType<typeof readDigestDialog>>): Record<string, string> {
  if (channelId === null) return { [DIGEST_INPUT.channel]: 'Choose a channel.' };
  if (!isZone(zone)) {
    const near = nearestWord(zone, Intl.supportedValuesOf('timeZone'));
    const hint = near === null ? 'For example Europe/Stockholm.' : `Do you mean ${near}?`;
    return { [DIGEST_INPUT.zone]: `There is no time zone of this name. ${hint}` };
  }
  return DigestPlan.safeParse(plan).success ? {} : { [DIGEST_INPUT.time]: 'Choose a time.' };
}

/** As it would be posted; without its picture, too, should Slack not take that. */
async function drawPreview(deps: Deps, draft: DigestDraft | null, body: ViewSubmitAction): Promise<ModalView[]> {
  try {
    if (draft === null) throw new RefusedPress('old-button');
    const { plan, channelId } = draft;
    const known = await allowed(deps, draft, body);
    const now = deps.now();
    const subscription = { id: known?.id ?? '', plan };
    const before = known !== null && !isDeepStrictEqual(known.plan, plan) ? known.plan : null;
    const composed = composeFor(deps, subscription, dateIn(plan.zone, now));
    const [{ digest, chart, calls }, channel] = await Promise.all([
      within(PREVIEW_MS, composed),
      deps.slack.channel(channelId),
    ]);
    const parent = digestCard(digest, { plan, linkTo: deps.linkTo });
    const preview = {
      nextDueAt: dueAfter(plan, now).at,
      before,
      ...{ calls, channel },
      thread: threadCards(digest, { plan, linkTo: deps.linkTo, deliveryId: '' }),
      isSilent: isQuiet(digest) && plan.quietWeeks === 'silent',
    };
    const picture = chart && deps.charts.addressOf(chart);
    const versions = [
      ...(picture ? [{ parent: illustrate(parent, picture), isWithoutPicture: false }] : []),
      { parent, isWithoutPicture: chart !== null },
    ];
    return versions.map((version) => digestPreviewDialog(draft, { ...preview, ...version }));
  } catch (error) {
    return [digestOutcome(wordsOf(deps, error))];
  }
}

/** "Switch on". */
export const switchDigestOn =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    await ack({ response_action: 'update', view: digestOutcome('Is being saved…') });
    await deps.slack.updateModal(view.id, digestOutcome(await save(deps, decodeDraft(view.private_metadata), body)));
    await publishHome(deps, placeOf(body));
  };

async function save(deps: Deps, draft: DigestDraft | null, body: ViewSubmitAction): Promise<string> {
  try {
    if (draft === null) throw new RefusedPress('old-button');
    await allowed(deps, draft, body);
    const { plan } = await deps.digests.save(draft.channelId, body.user.id, draft.plan);
    const hindrance = sayHindrance(await deps.slack.channel(draft.channelId));
    return switchedOn({ channelId: draft.channelId, plan }, hindrance);
  } catch (error) {
    return wordsOf(deps, error);
  }
}

function switchedOn({ channelId, plan }: DigestDraft, hindrance: string | null): string {
  const says = `*Switched on.* <#${channelId}> gets its digest every ${sayWhen(plan)}. \`/pain digest\` there pauses or changes it.`;
  return hindrance === null ? says : `${says}\n${hindrance}`;
}

/** Its message is what the person is told. */
class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/** The channel's digest as it is, or an error for whoever may not change it. */
async function allowed(deps: Deps, { channelId }: DigestDraft, body: ViewSubmitAction) {
  const place = placeOf(body);
  if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
  const known = await deps.digests.ofChannel(channelId);
  if (known === null && !(await maySetUp(deps, place))) throw new NotAllowedError(WHO_MAY_SET_UP);
  if (known !== null && !(await mayManage(deps, known, place.userId))) throw new NotAllowedError(WHO_MAY);
  return known;
}

/** The dialog waits for words, whatever happens. */
function wordsOf(deps: Deps, error: unknown): string {
  if (error instanceof NotAllowedError) return error.message;
  const reference = deps.newReference();
  const failure = failureOf(error, null, deps.now());
  logFailure(deps, 'error', { reference, failure, error }, 'A digest could not be set up');
  const { happened, because, next } = wordsOfFailure(failure);
  return `*${happened}*\n${because}\n${next}\nReference \`${reference}\``;
}
