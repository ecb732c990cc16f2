import type { SlackPort } from '#handlers/deps.ts';
import type { SlackPace } from './slack-pace.ts';

/** About one message a second in a channel: https://docs.slack.dev/apis/web-api/rate-limits */
const MESSAGE_INTERVAL_MS = 1_000;

/**
 * Waits for Slack where there is time to wait. What opens a dialog goes at once, since Slack takes it for three seconds only, and
 * what nobody would miss is left out instead.
 */
export function pacedSlackPort(port: SlackPort, pace: SlackPace, workspace: string): SlackPort {
  const ofMethod = (method: string) => `${workspace} ${method}`;
  const ofChannel = (channelId: string) => `${workspace} chat.postMessage ${channelId}`;
  return {
    ...port,
    respond: (url, ...given) => pace.take(url, 0, () => port.respond(url, ...given)),
    postByUrl: (url, message) => pace.take(url, 0, () => port.postByUrl(url, message)),
    postMessage: (to, message) =>
      pace.take(ofChannel(to.channelId), MESSAGE_INTERVAL_MS, () => port.postMessage(to, message)),
    postEphemeral: (...given) => pace.take(ofMethod('chat.postEphemeral'), 0, () => port.postEphemeral(...given)),
    deleteMessage: (message) => pace.take(ofMethod('chat.delete'), 0, () => port.deleteMessage(message)),
    updateModal: (...given) => pace.take(ofMethod('views.update'), 0, () => port.updateModal(...given)),
    publishHome: (...given) => pace.take(ofMethod('views.publish'), 0, () => port.publishHome(...given)),
    completeStep: (...given) => pace.take(ofMethod('functions.complete'), 0, () => port.completeStep(...given)),
    openDirect: (userId) => pace.take(ofMethod('conversations.open'), 0, () => port.openDirect(userId)),
    unfurl: (...given) => pace.take(ofMethod('chat.unfurl'), 0, () => port.unfurl(...given)),
  };
}
