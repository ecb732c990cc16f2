import { isObject } from '../limits/walk.ts';
import { attributes, type Html, html } from './html.ts';
import { actionAttributes } from './place.ts';
import { plainTextOf } from './text-object.ts';

type ButtonElement = Readonly<Record<string, unknown>>;

export function showButton(element: ButtonElement, blockId: string): Html {
  const style = element.style === 'primary' || element.style === 'danger' ? ` ${element.style}` : '';
  const common = attributes({
    class: `button${style}`,
    'aria-label': textOf(element.accessibility_label),
    'data-value': textOf(element.value),
  });
  const action = actionAttributes(element, blockId);
  const label = plainTextOf(element.text);
  const { url } = element;
  // Slack opens the address and tells the app of the press all the same.
  return typeof url === 'string' && /^(https?|mailto):/i.test(url)
    ? html`<a${common}${action} href="${url}" target="_blank" rel="noopener noreferrer">${label}<span class="outside" aria-hidden="true">↗</span></a>`
    : html`<button type="button"${common}${action}>${label}</button>`;
}

export function showOverflow(element: ButtonElement, blockId: string): Html {
  const options = Array.isArray(element.options) ? element.options.filter(isObject) : [];
  const entries = options.map((option) => {
    const entry = attributes({ 'data-option': textOf(option.value), class: 'menu-entry' });
    return html`<button type="button"${entry}${actionAttributes(element, blockId)}>${plainTextOf(option.text)}</button>`;
  });
  return html`<details class="menu"><summary class="button" aria-label="More actions">⋯</summary><div class="menu-entries">${entries}</div></details>`;
}

export function showFeedback(element: ButtonElement, blockId: string): Html {
  const opinions = [element.positive_button, element.negative_button].filter(isObject);
  return html`${opinions.map((opinion) => showButton({ ...opinion, type: element.type, action_id: element.action_id }, blockId))}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
