import type {
  App,
  BlockAction,
  ButtonAction,
  MessageShortcut,
  SlackEventMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import { ACTION, type ActionId } from '#blocks/action-ids.ts';
import { COMMAND } from '#blocks/commands.ts';
import { COMPARE_DIALOG } from '#blocks/compare-dialog.ts';
import { CONNECT_DIALOG } from '#blocks/connect-dialog.ts';
import { DIGEST_DIALOG, DIGEST_PREVIEW } from '#blocks/digest-dialog.ts';
import { SEARCH_DIALOG } from '#blocks/search-dialog.ts';
import { SETTINGS_DIALOG } from '#blocks/settings-dialog.ts';
import { SHARE_DIALOG } from '#blocks/share-dialog.ts';
import { WATCH_DIALOG } from '#blocks/watch-dialog.ts';
import { agentPane } from './agent-pane.ts';
import { appHome, refreshHome } from './app-home/app-home.ts';
import { openCompareDialog, submitCompareDialog } from './compare-dialog.ts';
import { disconnect, openConnectDialog, submitConnectDialog } from './connect.ts';
import { conversation } from './conversation.ts';
import { correctButton } from './correct-button.ts';
import { deleteShared } from './delete-shared.ts';
import type { Deps, DepsOf } from './deps.ts';
import { dialogButton } from './dialog.ts';
import {
  forgetDigestVotes,
  pauseDigest,
  resumeDigest,
  sendDigestAgain,
  sendDigestNow,
  showDigestHistory,
} from './digest-buttons.ts';
import { openDigestDialog, previewDigest, switchDigestOn } from './digest-dialog.ts';
import { voteOnDigest } from './digest-vote.ts';
import { FIND_RELATED, findRelated } from './find-related.ts';
import { menuChoice } from './menu-choice.ts';
import { painCommand } from './pain-command.ts';
import { hideQuote, unhideQuote } from './quote.ts';
import { RefusedPress } from './refused-press.ts';
import { drawSearchDialog, submitSearchDialog } from './search-dialog.ts';
import { sendToMe } from './send-to-me.ts';
import { drawChangesDialog, drawSettingsDialog, submitSettingsDialog } from './settings.ts';
import { shareButton } from './share-button.ts';
import { openShareDialog, submitShareDialog } from './share-dialog.ts';
import { dialogShowButton, type PressArgs, showButton } from './show-button.ts';
import { unfurl } from './unfurl.ts';
import { type Forget, uninstalled } from './uninstalled.ts';
import { openWatchDialog, submitWatchDialog } from './watches/adjust-dialog.ts';
import { muteWatch, resumeWatch, stopWatch } from './watches/watch-buttons.ts';
import { SEARCH_STEP, searchStep, TRENDING_STEP, trendingStep } from './workflow-steps.ts';

type Listener<Args> = (deps: Deps) => (args: Args) => Promise<void>;

/** Slack reports the press of a link too, and wants it acknowledged; the browser does the rest. */
const acknowledge: Listener<PressArgs> =
  () =>
  ({ ack }) =>
    ack();

/** A message or dialog can be older than the app that reads its buttons. */
const refuse: Listener<{ ack: () => Promise<void> }> =
  () =>
  async ({ ack }) => {
    await ack();
    throw new RefusedPress('old-button');
  };

const BUTTONS: Record<ActionId, Listener<PressArgs>> = {
  [ACTION.details]: showButton,
  [ACTION.previousPage]: showButton,
  [ACTION.nextPage]: showButton,
  [ACTION.backToList]: showButton,
  [ACTION.backToSignal]: showButton,
  [ACTION.chart]: showButton,
  [ACTION.chartChange]: menuChoice,
  [ACTION.listOrder]: menuChoice,
  [ACTION.listArea]: menuChoice,
  [ACTION.listType]: menuChoice,
  [ACTION.openCompare]: openCompareDialog,
  [ACTION.more]: menuChoice,
  [ACTION.showHere]: shareButton,
  [ACTION.sendToMe]: sendToMe,
  [ACTION.evidence]: showButton,
  [ACTION.readQuote]: dialogShowButton,
  [ACTION.previousQuote]: showButton,
  [ACTION.nextQuote]: showButton,
  [ACTION.hideQuote]: hideQuote,
  [ACTION.unhideQuote]: unhideQuote,
  [ACTION.brief]: showButton,
  [ACTION.briefs]: showButton,
  [ACTION.choose]: showButton,
  [ACTION.refresh]: showButton,
  [ACTION.retry]: showButton,
  [ACTION.didYouMean]: showButton,
  [ACTION.trending]: showButton,
  [ACTION.emerging]: showButton,
  [ACTION.top]: showButton,
  [ACTION.searchInstead]: showButton,
  [ACTION.askInstead]: showButton,
  [ACTION.help]: showButton,
  [ACTION.share]: shareButton,
  [ACTION.shareAgain]: shareButton,
  [ACTION.openPage]: acknowledge,
  [ACTION.correct]: correctButton,
  [ACTION.shareTo]: openShareDialog,
  [ACTION.deleteShared]: deleteShared,
  [ACTION.watchMute]: muteWatch,
  [ACTION.watchAdjust]: openWatchDialog,
  [ACTION.watchStop]: stopWatch,
  [ACTION.watchResume]: resumeWatch,
  [ACTION.watches]: showButton,
  [ACTION.refreshHome]: refreshHome,
  [ACTION.digest]: showButton,
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
  [DIGEST_PREVIEW]: switchDigestOn,
  [CONNECT_DIALOG]: submitConnectDialog,
  [SETTINGS_DIALOG]: submitSettingsDialog,
  [SEARCH_DIALOG]: submitSearchDialog,
  [COMPARE_DIALOG]: submitCompareDialog,
  [WATCH_DIALOG]: submitWatchDialog,
};

type EventArgs<Type extends string> = SlackEventMiddlewareArgs<Type>;

/** Home and the conversation with the app are two tabs of one page. */
const opened: Listener<EventArgs<'app_home_opened'>> = (deps) => (args) =>
  (args.event.tab === 'messages' ? agentPane : appHome)(deps)(args);

/** What the app wants to be told of. */
export const eventListeners = (forget: Forget): EventListeners => ({
  app_mention: conversation,
  message: conversation,
  app_home_opened: opened,
  link_shared: unfurl,
  app_uninstalled: () => uninstalled(forget),
  tokens_revoked: () => uninstalled(forget),
});

type EventListeners = { [Type in EventType]: Listener<EventArgs<Type>> };
type EventType = 'app_mention' | 'message' | 'app_home_opened' | 'link_shared' | 'app_uninstalled' | 'tokens_revoked';

/** Bolt tries each listener that it knows for every request, so there is one for all of a kind. */
const ANY = /^/;

export function registerHandlers(app: App, depsOf: DepsOf, forget: Forget): void {
  /** A listener that gets the Deps of the workspace that each request came from. */
  const within =
    <Args>(listener: Listener<Args>) =>
    (args: Args & Parameters<DepsOf>[0]): Promise<void> =>
      listener(depsOf(args))(args);

  const buttons = listenersBy(BUTTONS);
  const dialogs = listenersBy(DIALOGS);
  const events = listenersBy<never>(eventListeners(forget));

  app.command(COMMAND, within(painCommand));
  app.shortcut<MessageShortcut>({ type: 'message_action', callback_id: FIND_RELATED }, within(findRelated));
  app.action<BlockAction<ButtonAction>>(ANY, (args) => within(buttons.get(args.action.action_id) ?? refuse)(args));
  app.view<ViewSubmitAction>(ANY, (args) => within(dialogs.get(args.view.callback_id) ?? refuse)(args));
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
