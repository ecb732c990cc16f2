import type {
  AnyMiddlewareArgs,
  App,
  MessageShortcut,
  SlackEventMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
} from '@slack/bolt';
import { z } from 'zod';
import { COMPARE_DIALOG } from '#blocks/compare/compare-dialog.ts';
import { DIGEST_DIALOG, DIGEST_PREVIEW } from '#blocks/digest/digest-dialog.ts';
import { ACTION, type ActionId } from '#blocks/kit/buttons.ts';
import { MORE } from '#blocks/kit/signal-menu.ts';
import { CONNECT_DIALOG } from '#blocks/settings/connect-dialog.ts';
import { SETTINGS_DIALOG } from '#blocks/settings/settings-dialog.ts';
import { DELETE_DIALOG, SHARE_DIALOG } from '#blocks/sharing/share-dialog.ts';
import { SEARCH_DIALOG } from '#blocks/signals/search-dialog.ts';
import { WATCH_DIALOG } from '#blocks/watches/watch-dialog.ts';
import { answerButton, answerButtonInDialog, correctInterpretation, giveFeedback } from '../actions/query-buttons.ts';
import { openCompareDialog, submitCompareDialog, suggestSignals } from '../compare/compare-dialog.ts';
import { FIND_RELATED, findRelated } from '../conversation/find-related.ts';
import { answerMessage, isFromPerson, type MessageEvent, suggestPrompts } from '../conversation/messages.ts';
import { painCommand } from '../conversation/pain-command.ts';
import { presentDetails, unfurl } from '../conversation/unfurl.ts';
import { openDigestDialog, previewDigest, previewUsualDigest } from '../digest/digest-dialog.ts';
import { turnOnDigest } from '../digest/save-digest.ts';
import {
  forgetDigestVotes,
  pauseDigest,
  removeDigest,
  resumeDigest,
  sendDigestAgain,
  sendDigestNow,
  showDigestHistory,
  voteOnDigest,
} from '../digest/show-digest.ts';
import { ActionRejectedError, StoreUnavailableError } from '../errors.ts';
import { hideEvidenceItem, unhideEvidenceItem } from '../evidence/show-evidence.ts';
import { openHome, refreshHome } from '../home/publish-home.ts';
import type { Deps, RequestComposer } from '../ports.ts';
import { dialogButton } from '../reply/dialogs.ts';
import { type ButtonArgs, isRemoval, isStepEvent, type RequestContext, type SubmitArgs } from '../request-context.ts';
import { disconnect, openConnectDialog, submitConnectDialog } from '../settings/connect-dialog.ts';
import { drawChangesDialog, drawSettingsDialog, submitSettingsDialog } from '../settings/settings-dialog.ts';
import { type OnUninstalled, uninstalled } from '../settings/uninstalled.ts';
import { deleteShared, openDeleteDialog, sendAsDm, shareButton, submitDeleteDialog } from '../sharing/share-buttons.ts';
import { openShareDialog, pickSignal, submitShareDialog } from '../sharing/share-dialog.ts';
import { cancelHide, hideSignal, unhideSignal } from '../signals/hidden-signals.ts';
import { drawSearchDialog, submitSearchDialog } from '../signals/search-dialog.ts';
import { muteWatch, resumeWatch, stopWatch } from '../watches/watch-commands.ts';
import { openWatchDialog, submitWatchDialog } from '../watches/watch-dialog.ts';
import { runWorkflowStep } from '../workflow/workflow-steps.ts';

type Listener<Args> = (deps: Deps, context: RequestContext, args: Args) => Promise<void>;

/** Slack reports link buttons too; the browser opens the page. */
const ignore: Listener<unknown> = async () => undefined;

/** Buttons of an older app version can still be in old messages. */
const rejectUnknownAction: Listener<unknown> = async () => {
  throw new ActionRejectedError('old-button');
};

/** The manifest in Slack can be of another version than the app. */
const rejectUnknownShortcut: Listener<unknown> = async () => {
  throw new ActionRejectedError('unknown-shortcut');
};

/** A signal's menu: sharing and comparing open a dialog, the rest is a query. */
const chooseMore: Listener<ButtonArgs> = (deps, context, args) => {
  if (context.input.share !== undefined) return openShareDialog(deps, context);
  const chosen = chosenValue(args.action);
  if (chosen === MORE.delete) return openDeleteDialog(deps, context, args);
  return (chosen === MORE.compare ? openCompareDialog : answerButton)(deps, context);
};

const chosenValue = (action: object): unknown =>
  'selected_option' in action && (action.selected_option as { value?: unknown } | null)?.value;

const BUTTONS: Record<ActionId, Listener<ButtonArgs>> = {
  [ACTION.details]: answerButton,
  [ACTION.listOpen]: answerButton,
  [ACTION.feedback]: giveFeedback,
  [ACTION.previousPage]: answerButton,
  [ACTION.nextPage]: answerButton,
  [ACTION.backToList]: answerButton,
  [ACTION.backToSignal]: answerButton,
  [ACTION.chart]: answerButton,
  [ACTION.chartChange]: answerButton,
  [ACTION.listOrder]: answerButton,
  [ACTION.listArea]: answerButton,
  [ACTION.listType]: answerButton,
  [ACTION.listPeriod]: answerButton,
  [ACTION.openCompare]: openCompareDialog,
  [ACTION.more]: chooseMore,
  [ACTION.shareHere]: shareButton,
  [ACTION.sendAsDm]: sendAsDm,
  [ACTION.evidence]: answerButton,
  [ACTION.readEvidenceItem]: answerButtonInDialog,
  [ACTION.previousEvidenceItem]: answerButton,
  [ACTION.nextEvidenceItem]: answerButton,
  [ACTION.hideEvidenceItem]: hideEvidenceItem,
  [ACTION.unhideEvidenceItem]: unhideEvidenceItem,
  [ACTION.hideNotAPain]: hideSignal,
  [ACTION.hideWrongName]: hideSignal,
  [ACTION.hideNotOurArea]: hideSignal,
  [ACTION.hideDuplicate]: hideSignal,
  [ACTION.cancelHide]: cancelHide,
  [ACTION.unhideSignal]: unhideSignal,
  [ACTION.hiddenSignals]: answerButton,
  [ACTION.brief]: answerButton,
  [ACTION.briefs]: answerButton,
  [ACTION.briefSources]: answerButtonInDialog,
  [ACTION.choose]: answerButton,
  [ACTION.pick]: pickSignal,
  [ACTION.refresh]: answerButton,
  [ACTION.retry]: answerButton,
  [ACTION.didYouMean]: answerButton,
  [ACTION.trending]: answerButton,
  [ACTION.emerging]: answerButton,
  [ACTION.top]: answerButton,
  [ACTION.searchInstead]: answerButton,
  [ACTION.allAreas]: answerButton,
  [ACTION.askInstead]: answerButton,
  [ACTION.help]: answerButton,
  [ACTION.share]: shareButton,
  [ACTION.shareAgain]: shareButton,
  [ACTION.openPage]: ignore,
  [ACTION.correctQuery]: correctInterpretation,
  [ACTION.shareTo]: openShareDialog,
  [ACTION.deleteShared]: deleteShared,
  [ACTION.watchMute]: muteWatch,
  [ACTION.watchAdjust]: openWatchDialog,
  [ACTION.watchStop]: stopWatch,
  [ACTION.watchResume]: resumeWatch,
  [ACTION.watches]: answerButton,
  [ACTION.refreshHome]: refreshHome,
  [ACTION.digest]: answerButton,
  [ACTION.digestSetUp]: openDigestDialog,
  [ACTION.digestPreview]: previewUsualDigest,
  [ACTION.digestPause]: pauseDigest,
  [ACTION.digestResume]: resumeDigest,
  [ACTION.digestSendNow]: sendDigestNow,
  [ACTION.digestSendAgain]: sendDigestAgain,
  [ACTION.digestHistory]: showDigestHistory,
  [ACTION.digestVote]: voteOnDigest,
  [ACTION.digestUseful]: voteOnDigest,
  [ACTION.digestNotForUs]: voteOnDigest,
  [ACTION.digestForgetVotes]: forgetDigestVotes,
  [ACTION.digestRemove]: removeDigest,
  [ACTION.openConnect]: openConnectDialog,
  [ACTION.openSettings]: dialogButton(drawSettingsDialog),
  [ACTION.openChanges]: dialogButton(drawChangesDialog),
  [ACTION.openSearch]: dialogButton(drawSearchDialog),
  [ACTION.disconnect]: disconnect,
};

const SHORTCUTS: Record<string, Listener<SlackShortcutMiddlewareArgs<MessageShortcut>>> = {
  [FIND_RELATED]: findRelated,
};

const DIALOGS: Record<string, Listener<SubmitArgs>> = {
  [SHARE_DIALOG]: submitShareDialog,
  [DELETE_DIALOG]: submitDeleteDialog,
  [DIGEST_DIALOG]: previewDigest,
  [DIGEST_PREVIEW]: turnOnDigest,
  [CONNECT_DIALOG]: submitConnectDialog,
  [SETTINGS_DIALOG]: submitSettingsDialog,
  [SEARCH_DIALOG]: submitSearchDialog,
  [COMPARE_DIALOG]: submitCompareDialog,
  [WATCH_DIALOG]: submitWatchDialog,
};

type EventArgs<Type extends string> = SlackEventMiddlewareArgs<Type>;

/** Home and Messages are two tabs of the app's page. */
const homeOpened: Listener<EventArgs<'app_home_opened'>> = (deps, context, args) =>
  (args.event.tab === 'messages' ? suggestPrompts : openHome)(deps, context, args);

/** Those that say the app was removed are handled before all others. */
export const EVENT_LISTENERS: { readonly [Type in EventType]: Listener<EventArgs<Type>> } = {
  app_mention: answerMessage,
  message: answerMessage,
  app_home_opened: homeOpened,
  link_shared: unfurl,
  entity_details_requested: presentDetails,
};

type EventType = 'app_mention' | 'message' | 'app_home_opened' | 'link_shared' | 'entity_details_requested';

type BoltArgs = AnyMiddlewareArgs & Parameters<RequestComposer>[0];

interface HandlerOptions {
  composeRequest: RequestComposer;
  /** `isAwaited`: it's kept until it is answered, so that the person is told when the answer is lost, even if this process dies. */
  take: (request: BoltArgs, isAwaited: boolean) => Promise<Taken>;
  forget: OnUninstalled;
}

/** `repeated`: it was sent before. `unkept`: the database didn't say in time that it is kept. */
export type Taken = 'first' | 'repeated' | 'unkept';

const Named = z.object({
  type: z.string().catch(''),
  action_id: z.string().catch(''),
  callback_id: z.string().catch(''),
});
const nameOf = (named: unknown) => Named.catch({ type: '', action_id: '', callback_id: '' }).parse(named);

/**
 * Finds the handler of each request, because Bolt's own matching throws for bodies of another shape. What a person waits for is kept,
 * then acknowledged, before any other work: of a process that dies before that Slack tells them, of one that dies after it we do.
 * Dialogs wait for the content of the acknowledgement, and workflow steps are kept elsewhere, so their handlers acknowledge. Each
 * request is handled once.
 */
export function registerHandlers(app: App, { composeRequest, take, forget }: HandlerOptions): void {
  const shortcuts = listenersBy(SHORTCUTS);
  const buttons = listenersBy(BUTTONS);
  const dialogs = listenersBy(DIALOGS);
  const events = listenersBy<never>(EVENT_LISTENERS);

  const listenerOf = (args: BoltArgs): Listener<never> | undefined => {
    if ('command' in args) return painCommand;
    if ('shortcut' in args) return shortcuts.get(nameOf(args.shortcut).callback_id) ?? rejectUnknownShortcut;
    if ('action' in args) return buttons.get(nameOf(args.action).action_id) ?? rejectUnknownAction;
    if ('event' in args) return events.get(nameOf(args.event).type);
    const isSubmitted = 'view' in args && nameOf(args.body).type === 'view_submission';
    return isSubmitted ? (dialogs.get(nameOf(args.view).callback_id) ?? rejectUnknownAction) : undefined;
  };

  /** A menu asks again with every letter, so its requests are answered as often as they come. */
  const suggest = async (args: BoltArgs & { options: unknown }): Promise<void> => {
    const { deps, context } = composeRequest(args);
    const options = await suggestSignals(deps, context, args.body).catch(() => []);
    await (args.ack as (answer: object) => Promise<void>)({ options });
  };

  const runStep = (args: BoltArgs) => {
    const { deps, context } = composeRequest(args);
    return runWorkflowStep(deps, context, args as never);
  };

  app.use(async (args) => {
    if ('options' in args) return suggest(args);
    const listener = listenerOf(args);
    // The outbox knows which runs of a step were taken before.
    if (isStepEvent(args.body)) return runStep(args);
    // Slack sends it again until it is done, and a second time does no harm.
    if (isRemoval(args.body)) return uninstalled(forget, args);
    const kept = isAwaited(args, listener) ? await take(args, true) : null;
    if (!('view' in args)) await acknowledge(args);
    const taken = kept ?? (listener && (await take(args, false)));
    if (listener === undefined || taken === 'repeated') return;
    if (taken === 'unkept') throw new StoreUnavailableError();
    const { deps, context } = composeRequest(args);
    // The tables pair each name with a listener for its arguments.
    await listener(deps, context, args as never);
  });
}

/** Not Bolt's own: it would acknowledge an event before it can be kept. */
const acknowledge = ({ context }: { context: object }): Promise<void> =>
  (context as { acknowledge: () => Promise<void> }).acknowledge();

/** Whether the person must be told when the answer is lost: a dialog says "Saving…" by then. Nobody waits for a preview. */
function isAwaited(args: BoltArgs, listener: unknown): boolean {
  if ('event' in args) return listener === answerMessage && isFromPerson(args.event as MessageEvent);
  if (listener === ignore || listener === undefined) return false;
  const isSubmission = 'view' in args && args.body.type === 'view_submission';
  return isSubmission || 'command' in args || 'shortcut' in args || 'action' in args;
}

/** Names come from requests: a Map does not find inherited properties such as `constructor`. */
const listenersBy = <Args>(table: Readonly<Record<string, Listener<Args>>>): ReadonlyMap<string, Listener<Args>> =>
  new Map(Object.entries(table));
