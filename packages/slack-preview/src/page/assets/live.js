// Keeps the page as the workspace is: the server sends what changed, drawn.

import { showModal } from './modal.js';
import { isAwaited, say } from './sending.js';

const { as, channel, thread, tab, since, direct } = document.body.dataset;
const lists = [...document.querySelectorAll('.messages')];
// A screen reader speaks a message's text, not its blocks, as in Slack.
const announcement = document.querySelector('#announcement');
const offline = document.querySelector('#offline');

const CLOSE_TO_END_PX = 160;

function putMessage({ ts, thread: threadTs, html, spoken, isFromApp }) {
  for (const list of lists) {
    const isThread = list.id === 'thread-messages';
    const belongs = isThread ? threadTs === thread || ts === thread : threadTs === null || direct !== undefined;
    const shown = list.querySelector(`[data-ts="${ts}"]`);
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < CLOSE_TO_END_PX;
    // A person who just pressed or wrote something waits for the result.
    const follows = isAtEnd || (shown === null ? belongs && isAwaited() : isFollowed(list));
    if (shown !== null) replaceKeepingFocus(shown, html);
    else if (belongs) list.insertAdjacentHTML('beforeend', html);
    if (follows) scrollToEnd(list);
  }
  if (isFromApp) say('');
  announcement.innerHTML = spoken;
}

/** Where each list was scrolled to for its last message. */
const followedTo = new Map();

/** A tall answer is read from its beginning: its top stays in sight. */
function scrollToEnd(list) {
  const last = list.lastElementChild;
  if (last === null) return;
  const isTall = last.offsetHeight > list.clientHeight;
  last.scrollIntoView({ block: isTall ? 'start' : 'end' });
  followedTo.set(list, list.scrollTop);
}

/** Whether nobody has scrolled since. */
const isFollowed = (list) => list.scrollTop === followedTo.get(list);

function replaceKeepingFocus(shown, html) {
  const focused = shown.contains(document.activeElement) ? { ...document.activeElement.dataset } : {};
  const parsed = document.createElement('template');
  parsed.innerHTML = html;
  const fresh = parsed.content.firstElementChild;
  // At once: beside each other for a moment, the two would move what is scrolled to.
  shown.replaceWith(fresh);
  if (focused.action === undefined) return;
  const same = [...fresh.querySelectorAll('[data-action]')].filter(({ dataset }) => dataset.action === focused.action);
  (same.find(({ dataset }) => dataset.value === focused.value) ?? same[0])?.focus();
}

function removeMessage({ ts }) {
  for (const shown of document.querySelectorAll(`[data-ts="${ts}"]`)) shown.remove();
  say('');
}

export function followWorkspace() {
  const source = new EventSource(
    `/live?${new URLSearchParams({ as, channel, tab, since, ...(thread && { thread }) })}`,
  );
  const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
  on('message', putMessage);
  on('removed', removeMessage);
  on('elsewhere', ({ channel: other }) =>
    document.querySelector(`[data-channel-link="${other}"]`)?.classList.add('unread'),
  );
  on('modal', ({ html }) => showModal(html));
  on('details', ({ html }) => {
    const pane = document.querySelector('#details');
    pane.innerHTML = html;
    pane.hidden = false;
    say('');
  });
  on('home', ({ html }) => {
    const home = document.querySelector('#home');
    if (home !== null) home.outerHTML = html;
  });

  on('status', ({ text }) => say(text, text === '' ? '' : 'working'));
  on('prompts', ({ html }) => {
    const suggestions = document.querySelector('.channel .suggestions');
    if (suggestions !== null) suggestions.innerHTML = html;
  });

  on('stale', () => location.reload());
  source.addEventListener('error', () => {
    offline.hidden = false;
  });
  source.addEventListener('open', () => {
    offline.hidden = true;
  });
  for (const list of lists) {
    // A picture has its height once it is loaded, below what was in sight.
    list.addEventListener('load', () => isFollowed(list) && scrollToEnd(list), true);
    scrollToEnd(list);
  }
}
