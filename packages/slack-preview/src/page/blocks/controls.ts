import { type Fields, isObject, objectsIn } from '../../limits/json.ts';
import { attributes, type Html, html } from '../text/html.ts';
import { plainTextOf } from '../text/mrkdwn.ts';

/** What the page's script sends when an element is used, and whether it asks for confirmation first. */
export function actionAttributes(element: Fields, blockId: string): Html {
  const words = isObject(element.confirm) ? element.confirm : undefined;
  return attributes({
    'data-action': String(element.action_id),
    'data-block': blockId,
    'data-type': String(element.type),
    'data-confirm-title': words && plainTextOf(words.title),
    'data-confirm-text': words && plainTextOf(words.text),
    'data-confirm-yes': words && plainTextOf(words.confirm),
    'data-confirm-no': words && plainTextOf(words.deny),
  });
}

export function showButton(element: Fields, blockId: string): Html {
  const style = element.style === 'primary' || element.style === 'danger' ? ` ${element.style}` : '';
  const common = attributes({
    class: `button${style}`,
    'aria-label': textOf(element.accessibility_label),
    'data-value': textOf(element.value),
  });
  const action = actionAttributes(element, blockId);
  const label = plainTextOf(element.text);
  const { url } = element;
  // Slack opens the link and still notifies the app.
  return typeof url === 'string' && /^(https?|mailto):/i.test(url)
    ? html`<a${common}${action} href="${url}" target="_blank" rel="noopener noreferrer">${label}<span class="outside" aria-hidden="true">↗</span></a>`
    : html`<button type="button"${common}${action}>${label}</button>`;
}

export function showOverflow(element: Fields, blockId: string): Html {
  const entries = objectsIn(element.options).map((option) => {
    const entry = attributes({ 'data-option': textOf(option.value), class: 'menu-entry' });
    return html`<button type="button"${entry}${actionAttributes(element, blockId)}>${plainTextOf(option.text)}</button>`;
  });
  return html`<details class="menu"><summary class="button" aria-label="More actions">⋯</summary><div class="menu-entries">${entries}</div></details>`;
}

export function showFeedback(element: Fields, blockId: string): Html {
  const opinions = [element.positive_button, element.negative_button].filter(isObject);
  return html`${opinions.map((opinion) => showButton({ ...opinion, type: element.type, action_id: element.action_id }, blockId))}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const FIELD_TYPES: Readonly<Record<string, string>> = {
  plain_text_input: 'text',
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
  datepicker: 'date',
  timepicker: 'time',
};

export function isField(type: unknown): boolean {
  return typeof type === 'string' && Object.hasOwn(FIELD_TYPES, type);
}

/** A field to type into or to pick a day or time in. */
export function showField(element: Fields, blockId: string): Html {
  const value = element.initial_value ?? element.initial_date ?? element.initial_time;
  const common = attributes({
    class: 'control',
    placeholder: plainTextOf(element.placeholder),
    autofocus: element.focus_on_load === true,
    minlength: limitOf(element.min_length),
    maxlength: limitOf(element.max_length),
    min: limitOf(element.min_value),
    max: limitOf(element.max_value),
    step: element.type === 'number_input' && element.is_decimal_allowed === true ? 'any' : undefined,
    'data-state': true,
  });
  const action = actionAttributes(element, blockId);
  if (element.multiline === true) return html`<textarea rows="4"${common}${action}>${String(value ?? '')}</textarea>`;
  const type = FIELD_TYPES[String(element.type)] ?? 'text';
  const zone = typeof element.timezone === 'string' && html`<small>${element.timezone}</small>`;
  return html`<input type="${type}"${attributes({ value: value === undefined ? undefined : String(value) })}${common}${action}>${zone}`;
}

function limitOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}
