import { APP, findPerson } from '../workspace/directory.ts';
import { isStreaming, type Message } from '../workspace/message.ts';
import type { State } from '../workspace/state.ts';
import { showBlocks } from './blocks/blocks.ts';
import { showWorkObject } from './blocks/work-objects.ts';
import { showComposer } from './composer.ts';
import { addressOf, type PageContext } from './page-context.ts';
import { type Html, html } from './text/html.ts';
import { showMrkdwn } from './text/mrkdwn.ts';
import { showDay, showTime, type Viewer } from './text/viewer.ts';

/** Whether a person gets to see a message: one for somebody else does not exist for them. */
export function isVisible(message: Message, { person }: Viewer): boolean {
  return message.ephemeralFor === undefined || message.ephemeralFor === person.id;
}

/** The messages of a channel or thread, oldest first, under the days they came on. */
export function showMessages(
  messages: readonly Message[],
  viewer: Viewer,
  replies: ReadonlyMap<string, number>,
): Html[] {
  let day = '';
  return messages.map((message) => {
    const before = day;
    day = showDay(message.ts, viewer);
    const heading = day !== before && html`<h2 class="day">${day}</h2>`;
    return html`${heading}${showMessage(message, viewer, replies.get(message.ts) ?? 0)}`;
  });
}

export function showMessage(message: Message, viewer: Viewer, replies: number): Html {
  const author = findPerson(message.user);
  const name = author?.realName ?? message.user;
  return html`<article class="message${message.ephemeralFor !== undefined && ' ephemeral'}" data-ts="${message.ts}" data-channel="${message.channelId}">${showAvatar(message.user)}<div class="body">
<div class="by"><b>${name}</b>${author?.role === 'bot' && html`<span class="badge">APP</span>`}${showTime(message.ts, viewer)}${showShortcuts(message)}</div>
${message.ephemeralFor !== undefined && html`<p class="only-you">Only visible to you</p>`}
${message.blocks.length > 0 ? showBlocks(message.blocks, viewer) : html`<div class="text">${showMrkdwn(message.text, viewer, { links: true })}</div>`}
${isStreaming(message, viewer.now) && html`<button type="button" class="button" data-stop>Stop</button>`}${showUnfurls(message, viewer)}${message.isEdited && html`<small class="edited">(edited)</small>`}${showReplies(message, replies)}</div></article>`;
}

/** Slack keeps no copy of what only one person sees, so nothing can be chosen there. */
function showShortcuts({ ephemeralFor }: Message): Html | false {
  if (ephemeralFor !== undefined) return false;
  const entries = APP.shortcuts.map(
    ({ callbackId, name }) =>
      html`<button type="button" class="menu-entry" data-shortcut="${callbackId}">${name}</button>`,
  );
  return html`<details class="menu shortcuts"><summary class="icon" aria-label="Shortcuts for this message">⋮</summary><div class="menu-entries">${entries}</div></details>`;
}

/** A Work Object takes the place of the blocks for the same link. */
function showUnfurls({ unfurls = {}, entities = {} }: Message, viewer: Viewer): Html {
  const shown = Object.entries({ ...unfurls, ...entities }).map(([url, content]) =>
    'entity_payload' in content ? showWorkObject(content, url, viewer) : showBlocks(content, viewer),
  );
  return html`${shown.map((content) => html`<div class="unfurl">${content}</div>`)}`;
}

function showReplies({ ts, threadTs, ephemeralFor }: Message, count: number): Html | false {
  if (threadTs !== undefined || ephemeralFor !== undefined) return false;
  const words = count === 0 ? 'Reply in thread' : `${count} ${count === 1 ? 'reply' : 'replies'}`;
  return html`<a class="replies${count === 0 && ' quiet'}" href="#" data-thread="${ts}">${words}</a>`;
}

function showAvatar(userId: string): Html {
  const name = findPerson(userId)?.realName ?? APP.name;
  const initials = name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2);
  return html`<span class="avatar" data-of="${userId}" aria-hidden="true">${initials}</span>`;
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** The number of replies to each message that the reader sees. */
export function countReplies(messages: readonly Message[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { threadTs } of messages) {
    if (threadTs !== undefined) counts.set(threadTs, (counts.get(threadTs) ?? 0) + 1);
  }
  return counts;
}

/** A thread beside its channel: the message at its top and the answers. */
export function showThread(page: PageContext, state: State): Html | null {
  const { threadTs, channel, viewer } = page;
  if (threadTs === undefined) return null;
  const messages = state.messages
    .of(channel.id)
    .filter((message) => (message.ts === threadTs || message.threadTs === threadTs) && isVisible(message, viewer));
  const back = addressOf({ ...page, threadTs: undefined });
  return html`<aside class="thread" aria-label="Thread"><header class="thread-title"><h2>Thread</h2><a class="icon" href="${back}" aria-label="Close thread">✕</a></header><div class="messages" id="thread-messages" role="log" aria-live="off">${showMessages(messages, viewer, NO_COUNTS)}</div>${showComposer(page, 'thread')}</aside>`;
}
