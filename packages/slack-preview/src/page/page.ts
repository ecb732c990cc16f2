import { APP } from '../workspace/directory.ts';
import type { State } from '../workspace/state.ts';
import { STYLES } from './assets.ts';
import { showComposer } from './composer.ts';
import { attributes, type Html, html } from './html.ts';
import { isVisible, showMessages } from './message.ts';
import { addressOf, type PageContext } from './place-of-page.ts';
import { showSidebar } from './sidebar.ts';
import { showSteps } from './steps.ts';
import { countReplies, showThread } from './thread.ts';
import { showHome, showModal } from './view.ts';

/** The whole page: sidebar, channel or Home, thread, and the modal a person has open. */
export function showPage(place: PageContext, state: State): Html {
  const { viewer: reader, channel, threadTs } = place;
  const here = attributes({
    'data-as': reader.person.id,
    'data-channel': channel.id,
    'data-thread': threadTs,
    'data-tab': place.tab,
    'data-direct': channel.kind === 'direct',
    'data-since': state.changes.last(),
  });
  const modal = state.views.stack(reader.person.id).at(-1);
  const title = `${nameOf(place)} · Slack preview`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>${STYLES.map((name) => html`<link rel="stylesheet" href="/assets/${name}.css">`)}<link rel="icon" href="/assets/icon.svg"><script src="/assets/page.js" type="module"></script></head>
<body${here}><a class="skip" href="#channel">Skip to messages</a>${showSidebar(place, state)}
<main id="channel" class="channel">${showHeader(place)}${showMiddle(place, state)}</main><div id="announcement" class="unseen" role="status"></div>${showThread(place, state)}
<dialog id="modal" aria-labelledby="modal-title">${modal && showModal(modal, reader)}</dialog>
<dialog id="confirm" class="confirm" aria-labelledby="confirm-title"><h2 id="confirm-title"></h2><p></p><form method="dialog"><button class="button" value="no"></button><button class="button primary" value="yes"></button></form></dialog>${showSteps()}</body></html>`;
}

function showMiddle(place: PageContext, state: State): Html {
  const { channel, viewer: reader } = place;
  if (channel.kind === 'direct' && place.tab === 'home') return showHome(state.views.home(reader.person.id), reader);
  return html`<div class="messages" id="messages" role="log" aria-live="off" aria-label="Messages">${showChannel(place, state)}</div><div id="status" class="status" role="status"></div>${showComposer(place, 'channel', state.conversations.prompts(channel.id))}`;
}

function showChannel({ channel, viewer: reader }: PageContext, state: State): Html {
  const visible = state.messages.of(channel.id).filter((message) => isVisible(message, reader));
  const top = visible.filter(({ threadTs }) => threadTs === undefined);
  return html`<div class="beginning"><h2>${channel.kind === 'direct' ? APP.name : `#${channel.name}`}</h2><p>This is a stand-in for Slack on this machine: nothing leaves it. Type <code>/pain</code> to ask what developers struggle with.</p></div>${showMessages(top, reader, countReplies(visible))}`;
}

function showHeader(place: PageContext): Html {
  const { channel } = place;
  const isDirect = channel.kind === 'direct';
  const topic = [channel.topic, channel.isShared && 'shared with another company'].filter(Boolean).join(' · ');
  return html`<header class="top"><button type="button" class="icon menu-button" id="menu" aria-label="Channels" aria-expanded="false" aria-controls="sidebar">☰</button><h1>${nameOf(place)}</h1>${
    isDirect ? showTabs(place) : html`<p>${topic}</p>`
  }<span id="offline" class="offline" role="status" hidden>Not connected: trying again…</span></header>`;
}

function showTabs(place: PageContext): Html {
  const tab = (name: 'home' | 'messages', label: string) =>
    html`<a${attributes({ href: addressOf(place, { tab: name }), 'aria-current': place.tab === name ? 'page' : undefined })}>${label}</a>`;
  return html`<nav class="tabs" aria-label="App">${tab('home', 'Home')}${tab('messages', 'Messages')}</nav>`;
}

function nameOf({ channel }: PageContext): string {
  return channel.kind === 'direct' ? APP.name : `#${channel.name}`;
}
