import { isObject } from '../../limits/json.ts';
import { type Html, html } from '../text/html.ts';
import { plainTextOf } from '../text/mrkdwn.ts';
import type { Viewer } from '../text/viewer.ts';
import { showCheckboxes, showSelect } from './choices.ts';
import { isField, showButton, showFeedback, showField, showOverflow } from './controls.ts';

type Element = Readonly<Record<string, unknown>>;

/** An element of a block: what can be pressed, chosen or typed into, or a small picture. */
export function showElement(element: Element, blockId: string, viewer: Viewer): Html {
  const type = String(element.type);
  if (type === 'image') return showImage(element, 'small');
  if (type === 'button' || type === 'workflow_button' || type === 'icon_button') return showButton(element, blockId);
  if (type === 'overflow') return showOverflow(element, blockId);
  if (type === 'feedback_buttons') return showFeedback(element, blockId);
  if (type === 'checkboxes' || type === 'radio_buttons') return showCheckboxes(element, blockId, viewer);
  // Options of an external menu come from the app, which this page does not ask.
  if (type.endsWith('_select') && !type.includes('external')) return showSelect(element, blockId, viewer);
  return isField(type) ? showField(element, blockId) : html`${showUnsupported(type)}`;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A picture. One that the app uploaded is shown; this page loads nothing from elsewhere, so a picture of the web shows as its
 * description and its address.
 */
export function showImage(image: Fields, size: 'small' | 'large'): Html {
  const title = plainTextOf(image.title);
  return html`<figure class="picture ${size}">${title && html`<figcaption>${title}</figcaption>`}${showPicture(image)}</figure>`;
}

function showPicture({ alt_text, slack_file, image_url }: Fields): Html {
  const alt = String(alt_text ?? '');
  if (isObject(slack_file)) {
    return html`<img src="/files/${encodeURIComponent(String(slack_file.id))}" alt="${alt}">`;
  }
  const host = typeof image_url === 'string' ? URL.parse(image_url)?.host : undefined;
  return html`<div role="img" aria-label="${alt}">${alt}${host && html`<small>picture at ${host}</small>`}</div>`;
}

/** Placeholder for something this page cannot draw. */
export function showUnsupported(type: string): Html {
  return html`<div class="unknown-block" role="note">This page cannot draw “${type}”; Slack can.</div>`;
}
