import { readdirSync, readFileSync } from 'node:fs';
import { APP, type Channel, PEOPLE, TEAM } from '../workspace/directory.ts';
import type { View } from '../workspace/message.ts';
import type { State } from '../workspace/state.ts';
import { STEPS, type Step } from '../workspace/workflow-steps.ts';
import { showBlocks } from './blocks/blocks.ts';
import { showComposer } from './composer.ts';
import { countReplies, isVisible, showMessages, showThread } from './messages.ts';
import { addressOf, channelsOf, type PageContext } from './page-context.ts';
import { attributes, type Html, html } from './text/html.ts';
import { plainTextOf } from './text/mrkdwn.ts';
import type { Viewer } from './text/viewer.ts';

export interface Asset {
  readonly type: string;
  readonly content: string;
}

const FOLDER = new URL('./assets/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The page's scripts, styles and icon by file name, read once, so a request cannot name another file. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map(
  readdirSync(FOLDER).map((name) => {
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    return [name, { type, content: readFileSync(new URL(name, FOLDER), 'utf8') }];
  }),
);

// The order matters: later rules are for narrower cases.
const STYLES = ['theme', 'sidebar', 'channel', 'message', 'text', 'blocks', 'controls', 'composer', 'modals', 'narrow'];

/** The whole page: sidebar, channel or Home, thread, and the modal a person has open. */
export function showPage(page: PageContext, state: State): Html {
  const { viewer, channel, threadTs } = page;
  const here = attributes({
    'data-as': viewer.person.id,
    'data-channel': channel.id,
    'data-thread': threadTs,
    'data-tab': page.tab,
    'data-direct': channel.kind === 'direct',
    'data-since': state.changes.last(),
  });
  const modal = state.views.stack(viewer.person.id).at(-1);
  const title = `${nameOf(page)} · Slack preview`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>${STYLES.map((name) => html`<link rel="stylesheet" href="/assets/${name}.css">`)}<link rel="icon" href="/assets/icon.svg"><script src="/assets/page.js" type="module"></script></head>
<body${here}><a class="skip" href="#channel">Skip to messages</a>${showSidebar(page, state)}
<main id="channel" class="channel">${showHeader(page)}${showMiddle(page, state)}</main><div id="announcement" class="unseen" role="status"></div>${showThread(page, state)}<aside id="details" class="details-pane" aria-label="Details" hidden></aside>
<dialog id="modal" aria-labelledby="modal-title">${modal && showModal(modal, viewer)}</dialog>
<dialog id="confirm" class="confirm" aria-labelledby="confirm-title"><h2 id="confirm-title"></h2><p></p><form method="dialog"><button class="button" value="no"></button><button class="button primary" value="yes"></button></form></dialog>${showSteps()}</body></html>`;
}

function showMiddle(page: PageContext, state: State): Html {
  const { channel, viewer } = page;
  if (channel.kind === 'direct' && page.tab === 'home') return showHome(state.views.home(viewer.person.id), viewer);
  return html`<div class="messages" id="messages" role="log" aria-live="off" aria-label="Messages">${showChannel(page, state)}</div><div id="status" class="status" role="status"></div>${showComposer(page, 'channel', state.conversations.prompts(channel.id))}`;
}

function showChannel({ channel, viewer }: PageContext, state: State): Html {
  const visible = state.messages.of(channel.id).filter((message) => isVisible(message, viewer));
  // Beside the app, a question's thread is the conversation.
  const top = visible.filter(({ threadTs }) => threadTs === undefined || channel.kind === 'direct');
  return html`<div class="beginning"><h2>${channel.kind === 'direct' ? APP.name : `#${channel.name}`}</h2><p>This is a preview of Slack on your machine: nothing leaves it. Type <code>/pain</code> to ask what developers struggle with. Messages are kept until you stop the preview.</p></div>${showMessages(top, viewer, countReplies(visible))}`;
}

function showHeader(page: PageContext): Html {
  const { channel } = page;
  const isDirect = channel.kind === 'direct';
  const topic = [channel.topic, channel.isShared && 'shared with another company'].filter(Boolean).join(' · ');
  return html`<header class="top"><button type="button" class="icon menu-button" id="menu" aria-label="Channels" aria-expanded="false" aria-controls="sidebar">☰</button><h1>${nameOf(page)}</h1>${
    isDirect ? showTabs(page) : html`<p>${topic}</p>`
  }<span id="offline" class="offline" role="status" hidden>Not connected: trying again…</span></header>`;
}

function showTabs(page: PageContext): Html {
  const tab = (name: 'home' | 'messages', label: string) =>
    html`<a${attributes({ href: addressOf(page, { tab: name }), 'aria-current': page.tab === name ? 'page' : undefined })}>${label}</a>`;
  return html`<nav class="tabs" aria-label="App">${tab('home', 'Home')}${tab('messages', 'Messages')}</nav>`;
}

function nameOf({ channel }: PageContext): string {
  return channel.kind === 'direct' ? APP.name : `#${channel.name}`;
}

function showSidebar(page: PageContext, state: State): Html {
  const mine = channelsOf(page.viewer.person.id, state);
  const channels = mine.filter(({ kind }) => kind !== 'direct');
  const direct = mine.filter(({ kind }) => kind === 'direct');
  return html`<nav id="sidebar" class="sidebar" aria-label="Channels"><div class="team">${TEAM.name}</div><h2>Channels</h2><ul>${channels.map(
    (channel) => showChannelLink(channel, page, `# ${channel.name}`),
  )}</ul><h2>Apps</h2><ul>${direct.map((channel) => showChannelLink(channel, page, `◆ ${APP.name}`))}</ul><h2>Workflows</h2><ul><li><button type="button" id="open-steps">⚡ Run a workflow step</button></li></ul>${showPeople(page)}</nav>`;
}

function showChannelLink(channel: Channel, page: PageContext, label: string): Html {
  const isHere = channel.id === page.channel.id;
  const link = attributes({
    href: addressOf({ ...page, channel, threadTs: undefined }, channel.kind === 'direct' ? { tab: 'home' } : {}),
    'data-channel-link': channel.id,
    'aria-current': isHere ? 'page' : undefined,
  });
  const notes = { archived: channel.isArchived, shared: channel.isShared, private: channel.kind === 'private' };
  const note = Object.entries(notes).find(([, applies]) => applies)?.[0];
  return html`<li><a${link}>${label}${note && html`<small>${note}</small>`}</a></li>`;
}

function showPeople({ viewer, channel }: PageContext): Html {
  const options = PEOPLE.map(({ id, realName, role }) => {
    const label = role === 'member' ? realName : `${realName} (${role})`;
    return html`<option${attributes({ value: id, selected: id === viewer.person.id })}>${label}</option>`;
  });
  return html`<form class="people" method="get" action="/"><label for="as">You are</label><select id="as" name="as">${options}</select><input type="hidden" name="channel" value="${channel.id}"><button class="button switch" type="submit">Switch</button><small>${viewer.person.timeZone}</small></form>`;
}

/** The modal on top of a person's stack. */
export function showModal(view: View, viewer: Viewer): Html {
  const isRoot = view.previousViewId === null;
  const closing = plainTextOf(view.close) || (isRoot ? 'Close' : 'Back');
  const submit = view.submit && html`<button type="submit" class="button primary">${plainTextOf(view.submit)}</button>`;
  return html`<form class="view" data-view="${view.id}" novalidate><header><h2 id="modal-title">${plainTextOf(view.title)}</h2><button type="button" class="icon" data-close aria-label="${closing}">✕</button></header><div class="view-blocks">${showBlocks(view.blocks, viewer)}</div><p class="error" role="alert" hidden></p><footer><button type="button" class="button" data-close>${closing}</button>${submit}</footer></form>`;
}

/** The app's Home of a person; or a notice before the app has published one. */
export function showHome(view: View | null, viewer: Viewer): Html {
  const place = attributes({ 'data-view': view?.id });
  return html`<div id="home" class="home"${place}>${
    view === null ? html`<p class="empty">The app hasn’t put anything here yet.</p>` : showBlocks(view.blocks, viewer)
  }</div>`;
}

/** Where a person runs one step of the app, as a workflow would. */
function showSteps(): Html {
  return html`<dialog id="steps" class="steps" aria-labelledby="steps-title"><header><h2 id="steps-title">Run a workflow step</h2><form method="dialog"><button class="icon" aria-label="Close">✕</button></form></header><p>The step’s output is posted in this channel.</p>${STEPS.map(showStep)}</dialog>`;
}

function showStep({ callbackId, title, description, inputs }: Step): Html {
  const fields = Object.entries(inputs).map(([name, { type, title: label, description: hint }]) => {
    const field = attributes({
      name,
      type: type === 'integer' ? 'number' : 'text',
      maxlength: 3_000,
      class: 'control',
    });
    return html`<label>${label}<input${field}>${hint && html`<small>${hint}</small>`}</label>`;
  });
  return html`<form class="step" data-step="${callbackId}" novalidate><h3>${title}</h3><p>${description}</p>${fields}<button type="submit" class="button">Run</button></form>`;
}
