import type { SlackPort } from '#handlers/deps.ts';
import type { SlackPace } from './slack-pace.ts';

/** About one message a second in a channel: https://docs.slack.dev/apis/web-api/rate-limits */
const MESSAGE_INTERVAL_MS = 1_000;

/**
 * Waits for Slack where there is time to wait. What opens a dialog goes at once, since Slack takes it for three seconds only, and
 * what nobody would miss is left out instead.
 */
export function pacedSlackPort(port: SlackPort, pace: SlackPace, workspace: string): SlackPort {
  const ofMethod = (method: string) => ({ key: `${workspace} ${method}`, intervalMs: 0 });
  const ofUrl = (key: string) => ({ key, intervalMs: 0 });
  /** Slack asks for a pause of a method in the whole workspace; one post a second in a channel is kept to before it asks. */
  const ofChannel = (channelId: string) => ({
    key: `${workspace} chat.postMessage ${channelId}`,
    intervalMs: MESSAGE_INTERVAL_MS,
    pausedWith: `${workspace} chat.postMessage`,
  });
  return {
    ...port,
    respond: (url, ...given) => pace.take(ofUrl(url), () => port.respond(url, ...given)),
    postByUrl: (url, message) => pace.take(ofUrl(url), () => port.postByUrl(url, message)),
    postMessage: (to, message) => pace.take(ofChannel(to.channelId), () => port.postMessage(to, message)),
    postEphemeral: (...given) => pace.take(ofMethod('chat.postEphemeral'), () => port.postEphemeral(...given)),
    deleteMessage: (message) => pace.take(ofMethod('chat.delete'), () => port.deleteMessage(message)),
    updateModal: (...given) => pace.take(ofMethod('views.update'), () => port.updateModal(...given)),
    publishHome: (...given) => pace.take(ofMethod('views.publish'), () => port.publishHome(...given)),
    completeStep: (...given) => pace.take(ofMethod('functions.complete'), () => port.completeStep(...given)),
    openDirect: (userId) => pace.take(ofMethod('conversations.open'), () => port.openDirect(userId)),
    unfurl: (...given) => pace.take(ofMethod('chat.unfurl'), () => port.unfurl(...given)),
  };
}
