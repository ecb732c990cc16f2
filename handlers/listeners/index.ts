import { COMMAND } from '@pain-signals/domain';
import type {
  App,
  BlockAction,
  ButtonAction,
  MessageShortcut,
  SlackEventMiddlewareArgs,
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
import { answerButton, answerButtonInDialog, correctInterpretation } from '../actions/query-buttons.ts';
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
import type { ButtonArgs, RequestContext, SubmitArgs } from '../request-context.ts';
import { disconnect, openConnectDialog, submitConnectDialog } from '../settings/connect-dialog.ts';
import { drawChangesDialog, drawSettingsDialog, submitSettingsDialog } from '../settings/settings-dialog.ts';
import { type OnUninstalled, uninstalled } from '../settings/uninstalled.ts';
import { deleteShared, sendAsDm, shareButton } from '../sharing/share-buttons.ts';
import { openShareDialog, submitShareDialog } from '../sharing/share-dialog.ts';
import { drawSearchDialog, submitSearchDialog } from '../signals/search-dialog.ts';
import { muteWatch, resumeWatch, stopWatch } from '../watches/watch-buttons.ts';
import { openWatchDialog, submitWatchDialog } from '../watches/watch-dialog.ts';
import { SEARCH_STEP, searchStep, TRENDING_STEP, trendingStep } from '../workflow/workflow-steps.ts';

type Listener<Args> = (deps: Deps, context: RequestContext, args: Args) => Promise<void>;

/** Slack reports link buttons too and expects an acknowledgement; the browser opens the page. */
const acknowledge: Listener<ButtonArgs> = (_deps, _context, { ack }) => ack();

/** Buttons of an older app version can still be in old messages. */
const rejectUnknownAction: Listener<{ ack: () => Promise<void> }> = async (_deps, _context, { ack }) => {
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
  [ACTION.chartChange]: answerButton,
  [ACTION.listOrder]: answerButton,
  [ACTION.listArea]: answerButton,
  [ACTION.listType]: answerButton,
  [ACTION.openCompare]: openCompareDialog,
  [ACTION.more]: answerButton,
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

const DIALOGS: Record<string, Listener<SubmitArgs>> = {
  [SHARE_DIALOG]: submitShareDialog,
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

/** The events the app subscribes to. */
export const eventListeners = (forget: OnUninstalled): EventListeners => ({
  app_mention: answerMessage,
  message: answerMessage,
  app_home_opened: homeOpened,
  link_shared: unfurl,
  app_uninstalled: (_deps, _context, args) => uninstalled(forget, args),
  tokens_revoked: (_deps, _context, args) => uninstalled(forget, args),
});

type EventListeners = { [Type in EventType]: Listener<EventArgs<Type>> };
type EventType = 'app_mention' | 'message' | 'app_home_opened' | 'link_shared' | 'app_uninstalled' | 'tokens_revoked';

/** Bolt tries every registered listener for each request, so one listener takes all requests of a kind. */
const ANY = /^/;

export function registerHandlers(app: App, composeRequest: RequestComposer, forget: OnUninstalled): void {
  const withRequest =
    <Args>(listener: Listener<Args>) =>
    (args: Args & Parameters<RequestComposer>[0]): Promise<void> => {
      const { deps, context } = composeRequest(args);
      return listener(deps, context, args);
    };

  const buttons = listenersBy(BUTTONS);
  const dialogs = listenersBy(DIALOGS);
  const events = listenersBy<never>(eventListeners(forget));

  app.command(COMMAND, withRequest(painCommand));
  app.shortcut<MessageShortcut>({ type: 'message_action', callback_id: FIND_RELATED }, withRequest(findRelated));
  app.action<BlockAction<ButtonAction>>(ANY, (args) =>
    withRequest(buttons.get(args.action.action_id) ?? rejectUnknownAction)(args),
  );
  app.view<ViewSubmitAction>(ANY, (args) =>
    withRequest(dialogs.get(args.view.callback_id) ?? rejectUnknownAction)(args),
  );
  app.event(ANY, async (args) => {
    const listener = events.get(args.event.type);
    // The table pairs each event type with a listener for its arguments.
    if (listener !== undefined) await withRequest(listener)(args as never);
  });
  app.function(TRENDING_STEP, withRequest(trendingStep));
  app.function(SEARCH_STEP, withRequest(searchStep));
}

/** Names come from requests: a Map does not find inherited properties such as `constructor`. */
const listenersBy = <Args>(table: Readonly<Record<string, Listener<Args>>>): ReadonlyMap<string, Listener<Args>> =>
  new Map(Object.entries(table));
