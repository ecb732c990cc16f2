import { COMMAND } from '@pain-signals/domain';
import type {
  App,
  BlockAction,
  ButtonAction,
  MessageShortcut,
  SlackEventMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import { COMPARE_DIALOG } from '#blocks/compare/compare-dialog.ts';
import { DIGEST_DIALOG, DIGEST_PREVIEW } from '#blocks/digest/digest-dialog.ts';
import { ACTION, type ActionId } from '#blocks/kit/action-ids.ts';
import { CONNECT_DIALOG } from '#blocks/settings/connect-dialog.ts';
import { SETTINGS_DIALOG } from '#blocks/settings/settings-dialog.ts';
import { SHARE_DIALOG } from '#blocks/sharing/share-dialog.ts';
import { SEARCH_DIALOG } from '#blocks/signals/search-dialog.ts';
import { WATCH_DIALOG } from '#blocks/watches/watch-dialog.ts';
import { answerQuery } from '../actions/answer-query.ts';
import {
  answerButton,
  answerButtonInDialog,
  answerMenuChoice,
  correctInterpretation,
} from '../actions/query-buttons.ts';
import { openCompareDialog, submitCompareDialog } from '../compare/compare-dialog.ts';
import { FIND_RELATED, findRelated } from '../conversation/find-related.ts';
import { answerMessage, suggestPrompts } from '../conversation/messages.ts';
import { painCommand } from '../conversation/pain-command.ts';
import { unfurl } from '../conversation/unfurl.ts';
import {
  forgetDigestVotes,
  pauseDigest,
  resumeDigest,
  sendDigestAgain,
  sendDigestNow,
  showDigestHistory,
  voteOnDigest,
} from '../digest/digest-buttons.ts';
import { openDigestDialog, previewDigest, turnOnDigest } from '../digest/digest-dialog.ts';
import { ActionRejectedError } from '../errors.ts';
import { hideEvidenceItem, unhideEvidenceItem } from '../evidence/show-evidence.ts';
import { openHome, refreshHome } from '../home/publish-home.ts';
import type { Deps, RequestComposer } from '../ports.ts';
import { dialogButton } from '../reply/dialogs.ts';
import type { ButtonArgs } from '../request-context.ts';
import { disconnect, openConnectDialog, submitConnectDialog } from '../settings/connect-dialog.ts';
import { drawChangesDialog, drawSettingsDialog, submitSettingsDialog } from '../settings/settings-dialog.ts';
import { type OnUninstalled, uninstalled } from '../settings/uninstalled.ts';
import { deleteShared, sendAsDm, shareButton } from '../sharing/share-buttons.ts';
import { openShareDialog, submitShareDialog } from '../sharing/share-dialog.ts';
import { drawSearchDialog, submitSearchDialog } from '../signals/search-dialog.ts';
import { muteWatch, resumeWatch, stopWatch } from '../watches/watch-buttons.ts';
import { openWatchDialog, submitWatchDialog } from '../watches/watch-dialog.ts';
import { SEARCH_STEP, searchStep, TRENDING_STEP, trendingStep } from '../workflow/workflow-steps.ts';

type Listener<Args> = (deps: Deps) => (args: Args) => Promise<void>;

/** Slack reports the press of a link too, and wants it acknowledged; the browser does the rest. */
const acknowledge: Listener<ButtonArgs> =
  () =>
  ({ ack }) =>
    ack();

/** A message or dialog can be older than the app that reads its buttons. */
const rejectUnknownAction: Listener<{ ack: () => Promise<void> }> =
  () =>
  async ({ ack }) => {
    await ack();
    throw new ActionRejectedError('old-button');
  };

const BUTTONS: Record<ActionId, Listener<ButtonArgs>> = {
  [ACTION.details]: answerButton,
  [ACTION.previousPage]: answerButton,
  [ACTION.nextPage]: answerButton,
  [ACTION.backToList]: answerButton,
  [ACTION.backToSignal]: answerButton,
  [ACTION.chart]: answerButton,
  [ACTION.chartChange]: answerMenuChoice,
  [ACTION.listOrder]: answerMenuChoice,
  [ACTION.listArea]: answerMenuChoice,
  [ACTION.listType]: answerMenuChoice,
  [ACTION.openCompare]: openCompareDialog,
  [ACTION.more]: answerMenuChoice,
  [ACTION.shareHere]: shareButton,
  [ACTION.sendAsDm]: sendAsDm,
  [ACTION.evidence]: answerButton,
  [ACTION.readEvidenceItem]: answerButtonInDialog,
  [ACTION.previousEvidenceItem]: answerButton,
  [ACTION.nextEvidenceItem]: answerButton,
  [ACTION.hideEvidenceItem]: hideEvidenceItem,
  [ACTION.unhideEvidenceItem]: unhideEvidenceItem,
  [ACTION.brief]: answerButton,
  [ACTION.briefs]: answerButton,
  [ACTION.choose]: answerButton,
  [ACTION.refresh]: answerButton,
  [ACTION.retry]: answerButton,
  [ACTION.didYouMean]: answerButton,
  [ACTION.trending]: answerButton,
  [ACTION.emerging]: answerButton,
  [ACTION.top]: answerButton,
  [ACTION.searchInstead]: answerButton,
  [ACTION.askInstead]: answerButton,
  [ACTION.help]: answerButton,
  [ACTION.share]: shareButton,
  [ACTION.shareAgain]: shareButton,
  [ACTION.openPage]: acknowledge,
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
  [ACTION.digestPause]: pauseDigest,
  [ACTION.digestResume]: resumeDigest,
  [ACTION.digestSendNow]: sendDigestNow,
  [ACTION.digestSendAgain]: sendDigestAgain,
  [ACTION.digestHistory]: showDigestHistory,
  [ACTION.digestUseful]: voteOnDigest,
  [ACTION.digestNotForUs]: voteOnDigest,
  [ACTION.digestForgetVotes]: forgetDigestVotes,
  [ACTION.openConnect]: openConnectDialog,
  [ACTION.openSettings]: dialogButton(drawSettingsDialog),
  [ACTION.openChanges]: dialogButton(drawChangesDialog),
  [ACTION.openSearch]: dialogButton(drawSearchDialog),
  [ACTION.disconnect]: disconnect,
};

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

const DIALOGS: Record<string, Listener<SubmitArgs>> = {
  [SHARE_DIALOG]: submitShareDialog,
  [DIGEST_DIALOG]: previewDigest,
  [DIGEST_PREVIEW]: turnOnDigest,
  [CONNECT_DIALOG]: submitConnectDialog,
  [SETTINGS_DIALOG]: submitSettingsDialog,
  [SEARCH_DIALOG]: submitSearchDialog(answerQuery),
  [COMPARE_DIALOG]: submitCompareDialog(answerQuery),
  [WATCH_DIALOG]: submitWatchDialog,
};

type EventArgs<Type extends string> = SlackEventMiddlewareArgs<Type>;

/** Home and the conversation with the app are two tabs of one page. */
const homeOpened: Listener<EventArgs<'app_home_opened'>> = (deps) => (args) =>
  (args.event.tab === 'messages' ? suggestPrompts : openHome)(deps)(args);

/** What the app wants to be told of. */
export const eventListeners = (forget: OnUninstalled): EventListeners => ({
  app_mention: answerMessage,
  message: answerMessage,
  app_home_opened: homeOpened,
  link_shared: unfurl,
  app_uninstalled: () => uninstalled(forget),
  tokens_revoked: () => uninstalled(forget),
});

type EventListeners = { [Type in EventType]: Listener<EventArgs<Type>> };
type EventType = 'app_mention' | 'message' | 'app_home_opened' | 'link_shared' | 'app_uninstalled' | 'tokens_revoked';

/** Bolt tries each listener that it knows for every request, so there is one for all of a kind. */
const ANY = /^/;

export function registerHandlers(app: App, composeRequest: RequestComposer, forget: OnUninstalled): void {
  /** A listener that gets the Deps of the workspace that each request came from. */
  const within =
    <Args>(listener: Listener<Args>) =>
    (args: Args & Parameters<RequestComposer>[0]): Promise<void> =>
      listener(composeRequest(args))(args);

  const buttons = listenersBy(BUTTONS);
  const dialogs = listenersBy(DIALOGS);
  const events = listenersBy<never>(eventListeners(forget));

  app.command(COMMAND, within(painCommand));
  app.shortcut<MessageShortcut>({ type: 'message_action', callback_id: FIND_RELATED }, within(findRelated));
  app.action<BlockAction<ButtonAction>>(ANY, (args) =>
    within(buttons.get(args.action.action_id) ?? rejectUnknownAction)(args),
  );
  app.view<ViewSubmitAction>(ANY, (args) => within(dialogs.get(args.view.callback_id) ?? rejectUnknownAction)(args));
  app.event(ANY, async (args) => {
    const listener = events.get(args.event.type);
    // Which listener takes which arguments is what the table is about.
    if (listener !== undefined) await within(listener)(args as never);
  });
  app.function(TRENDING_STEP, within(trendingStep));
  app.function(SEARCH_STEP, within(searchStep));
}

/** Names come from outside: none of them must find what every object has. */
const listenersBy = <Args>(table: Readonly<Record<string, Listener<Args>>>): ReadonlyMap<string, Listener<Args>> =>
  new Map(Object.entries(table));
