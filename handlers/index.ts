import type { App, BlockAction, ButtonAction, MessageShortcut, ViewSubmitAction } from '@slack/bolt';
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

type Listener = (deps: Deps) => (args: PressArgs) => Promise<void>;

/** Slack reports the press of a link too, and wants it acknowledged; the browser does the rest. */
const acknowledge: Listener =
  () =>
  ({ ack }) =>
    ack();

/** A message can be older than the app that reads its buttons. */
const refuse: Listener =
  () =>
  async ({ ack }) => {
    await ack();
    throw new RefusedPress('old-button');
  };

const LISTENERS: Record<ActionId, Listener> = {
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

const listeners: ReadonlyMap<string, Listener> = new Map(Object.entries(LISTENERS));

/** One listener for all of them: Bolt tries each that it knows for every request. */
const ANY = /^/;

const pressed: Listener = (deps) => (args) => (listeners.get(args.action.action_id) ?? refuse)(deps)(args);

export function registerHandlers(app: App, depsOf: DepsOf, forget: Forget): void {
  /** A listener that gets the Deps of the workspace that each request came from. */
  const within =
    <Args>(listener: (deps: Deps) => (args: Args) => Promise<void>) =>
    (args: Args & Parameters<DepsOf>[0]): Promise<void> =>
      listener(depsOf(args))(args);

  app.command(COMMAND, within(painCommand));
  app.shortcut<MessageShortcut>({ type: 'message_action', callback_id: FIND_RELATED }, within(findRelated));
  app.view<ViewSubmitAction>(SHARE_DIALOG, within(submitShareDialog));
  app.view<ViewSubmitAction>(DIGEST_DIALOG, within(previewDigest));
  app.view<ViewSubmitAction>(DIGEST_PREVIEW, within(switchDigestOn));
  app.view<ViewSubmitAction>(CONNECT_DIALOG, within(submitConnectDialog));
  app.view<ViewSubmitAction>(SETTINGS_DIALOG, within(submitSettingsDialog));
  app.view<ViewSubmitAction>(SEARCH_DIALOG, within(submitSearchDialog));
  app.view<ViewSubmitAction>(COMPARE_DIALOG, within(submitCompareDialog));
  app.view<ViewSubmitAction>(WATCH_DIALOG, within(submitWatchDialog));
  app.event('app_mention', within(conversation));
  app.event('message', within(conversation));
  app.event('app_home_opened', within(agentPane));
  app.event('app_home_opened', within(appHome));
  app.event('link_shared', within(unfurl));
  app.function(TRENDING_STEP, within(trendingStep));
  app.function(SEARCH_STEP, within(searchStep));
  app.action<BlockAction<ButtonAction>>(ANY, within(pressed));
  app.event('app_uninstalled', uninstalled(forget));
  app.event('tokens_revoked', uninstalled(forget));
}
