import type { View } from '../workspace/message.ts';
import { showBlocks } from './blocks.ts';
import { attributes, type Html, html } from './html.ts';
import type { Viewer } from './reader.ts';
import { plainTextOf } from './text-object.ts';

/** The modal on top of a person's stack. */
export function showModal(view: View, reader: Viewer): Html {
  const isRoot = view.previousViewId === null;
  const closing = plainTextOf(view.close) || (isRoot ? 'Close' : 'Back');
  const submit = view.submit && html`<button type="submit" class="button primary">${plainTextOf(view.submit)}</button>`;
  return html`<form class="view" data-view="${view.id}" novalidate><header><h2 id="modal-title">${plainTextOf(view.title)}</h2><button type="button" class="icon" data-close aria-label="${closing}">✕</button></header><div class="view-blocks">${showBlocks(view.blocks, reader)}</div><p class="error" role="alert" hidden></p><footer><button type="button" class="button" data-close>${closing}</button>${submit}</footer></form>`;
}

/** The app's Home of a person; before the app has published one, a word about that. */
export function showHome(view: View | null, reader: Viewer): Html {
  const place = attributes({ 'data-view': view?.id });
  return html`<div id="home" class="home"${place}>${
    view === null ? html`<p class="empty">The app has not put anything here yet.</p>` : showBlocks(view.blocks, reader)
  }</div>`;
}
