import type { Message } from '../workspace/message.ts';
import type { State } from '../workspace/state.ts';
import { showComposer } from './composer.ts';
import { type Html, html } from './html.ts';
import { isVisible, showMessages } from './message.ts';
import { addressOf, type PageContext } from './place-of-page.ts';

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** How many answers stand under each message of a channel that the reader sees. */
export function countReplies(messages: readonly Message[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { threadTs } of messages) {
    if (threadTs !== undefined) counts.set(threadTs, (counts.get(threadTs) ?? 0) + 1);
  }
  return counts;
}

/** A thread beside its channel: the message at its top and the answers. */
export function showThread(place: PageContext, state: State): Html | null {
  const { threadTs, channel, viewer: reader } = place;
  if (threadTs === undefined) return null;
  const messages = state.messages
    .of(channel.id)
    .filter((message) => (message.ts === threadTs || message.threadTs === threadTs) && isVisible(message, reader));
  const back = addressOf({ ...place, threadTs: undefined });
  return html`<aside class="thread" aria-label="Thread"><header class="thread-title"><h2>Thread</h2><a class="icon" href="${back}" aria-label="Close thread">✕</a></header><div class="messages" id="thread-messages" role="log" aria-live="off">${showMessages(messages, reader, NO_COUNTS)}</div>${showComposer(place, 'thread')}</aside>`;
}
