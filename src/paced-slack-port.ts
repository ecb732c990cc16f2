import type { SlackPort } from '#handlers/deps.ts';
import type { SlackPacer } from './slack-pace.ts';

/** About one message a second in a channel: https://docs.slack.dev/apis/web-api/rate-limits */
const MESSAGE_INTERVAL_MS = 1_000;

/**
 * Waits for Slack where there is time to wait. What opens a dialog goes at once, since Slack takes it for three seconds only, and
 * what nobody would miss is left out instead.
 */
export function pacedSlackPort(port: SlackPort, pace: SlackPacer, workspace: string): SlackPort {
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
    respond: (url, ...given) => pace.schedule(ofUrl(url), () => port.respond(url, ...given)),
    postToUrl: (url, message) => pace.schedule(ofUrl(url), () => port.postToUrl(url, message)),
    postMessage: (to, message) => pace.schedule(ofChannel(to.channelId), () => port.postMessage(to, message)),
    postEphemeral: (...given) => pace.schedule(ofMethod('chat.postEphemeral'), () => port.postEphemeral(...given)),
    deleteMessage: (message) => pace.schedule(ofMethod('chat.delete'), () => port.deleteMessage(message)),
    updateModal: (...given) => pace.schedule(ofMethod('views.update'), () => port.updateModal(...given)),
    publishHome: (...given) => pace.schedule(ofMethod('views.publish'), () => port.publishHome(...given)),
    completeStep: (...given) => pace.schedule(ofMethod('functions.complete'), () => port.completeStep(...given)),
    openDm: (userId) => pace.schedule(ofMethod('conversations.open'), () => port.openDm(userId)),
    unfurl: (...given) => pace.schedule(ofMethod('chat.unfurl'), () => port.unfurl(...given)),
  };
}
