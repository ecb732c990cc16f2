import { type Fields, isObject, objectsIn } from '../../limits/json.ts';
import { PEOPLE } from '../../workspace/directory.ts';
import { attributes, type Html, html } from '../text/html.ts';
import { plainTextOf, showText } from '../text/mrkdwn.ts';
import type { Viewer } from '../text/viewer.ts';

/** What the page's script sends when an element is used, and whether it asks for confirmation first. */
function actionAttributes(element: Fields, blockId: string): Html {
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
  return showPressable(html`${common}${actionAttributes(element, blockId)}`, element);
}

/** Slack opens the link of a button or an overflow option that has one, and still notifies the app. */
function showPressable(given: Html, { text, url }: Fields): Html {
  const label = plainTextOf(text);
  return typeof url === 'string' && /^(https?|mailto):/i.test(url)
    ? html`<a${given} href="${url}" target="_blank" rel="noopener noreferrer">${label}<span class="outside" aria-hidden="true">↗</span></a>`
    : html`<button type="button"${given}>${label}</button>`;
}

export function showOverflow(element: Fields, blockId: string): Html {
  const entries = objectsIn(element.options).map((option) => {
    const entry = attributes({ 'data-option': textOf(option.value), class: 'menu-entry' });
    return showPressable(html`${entry}${actionAttributes(element, blockId)}`, option);
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

/** A field to type into or to pick a time in. */
export function showField(element: Fields, blockId: string): Html {
  const value = element.initial_value ?? element.initial_time;
  const common = attributes({
    class: 'control',
    placeholder: plainTextOf(element.placeholder),
    autofocus: element.focus_on_load === true,
    minlength: limitOf(element.min_length),
    maxlength: limitOf(element.max_length),
    'data-state': true,
  });
  const action = actionAttributes(element, blockId);
  if (element.multiline === true) return html`<textarea rows="4"${common}${action}>${String(value ?? '')}</textarea>`;
  const type = element.type === 'timepicker' ? 'time' : 'text';
  const zone = typeof element.timezone === 'string' && html`<small>${element.timezone}</small>`;
  return html`<input type="${type}"${attributes({ value: value === undefined ? undefined : String(value) })}${common}${action}>${zone}`;
}

function limitOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : undefined;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A menu of options, people or conversations, for one choice or several. */
export function showSelect(element: Fields, blockId: string, viewer: Viewer): Html {
  const type = String(element.type);
  const isMulti = type.startsWith('multi_');
  const initial = initialValues(element);
  const show = ({ value, label }: Choice) =>
    html`<option${attributes({ value, selected: initial.has(value) })}>${label}</option>`;
  const placeholder = plainTextOf(element.placeholder) || 'Choose…';
  const common = attributes({ class: 'control', multiple: isMulti, 'data-state': true, 'aria-label': placeholder });
  return html`<select${common}${actionAttributes(element, blockId)}>${
    isMulti ? null : html`<option value="">${placeholder}</option>`
  }${choicesOf(element, viewer).map(show)}</select>`;
}

/** Boxes to tick or radio buttons. */
export function showCheckboxes(element: Fields, blockId: string, viewer: Viewer): Html {
  const initial = initialValues(element);
  const type = element.type === 'radio_buttons' ? 'radio' : 'checkbox';
  const options = objectsIn(element.options).map((option) => {
    const value = String(option.value ?? '');
    const box = attributes({
      type,
      value,
      name: `${blockId}/${element.action_id}`,
      checked: initial.has(value),
      'data-state': true,
    });
    const description = isObject(option.description) && html`<small>${showText(option.description, viewer)}</small>`;
    return html`<label class="tick"><input${box}${actionAttributes(element, blockId)}><span>${showText(option.text, viewer)}${description}</span></label>`;
  });
  return html`<div class="ticks" role="group">${options}</div>`;
}

function choicesOf(element: Fields, viewer: Viewer): Choice[] {
  if (element.type === 'multi_users_select') return PEOPLE.map(({ id, realName }) => ({ value: id, label: realName }));
  if (element.type === 'conversations_select') return channelChoices(viewer);
  return objectsIn(element.options).map((option) => ({
    value: String(option.value ?? ''),
    label: plainTextOf(option.text),
  }));
}

function channelChoices({ channels, person }: Viewer): Choice[] {
  return channels.all
    .filter(({ kind, isArchived, memberIds }) => kind !== 'direct' && !isArchived && memberIds.includes(person.id))
    .map(({ id, name }) => ({ value: id, label: `#${name}` }));
}

/** Ids or option values that are chosen at first, whatever the field is called. */
function initialValues(element: Fields): ReadonlySet<string> {
  const initial = Object.entries(element)
    .filter(([name]) => name.startsWith('initial_'))
    .flatMap(([, value]) => value);
  return new Set(initial.map((each) => String(isObject(each) ? each.value : each)));
}

/** A menu that asks the app for its options as somebody types; the page's script fills it. */
export function showSearchMenu(element: Fields, blockId: string): Html {
  const label = plainTextOf(element.placeholder) || 'Search…';
  const search = attributes({ type: 'search', class: 'control', placeholder: label, 'aria-label': label });
  const common = attributes({ class: 'control', 'data-state': true, 'aria-label': 'Results', size: '6' });
  return html`<div class="search-menu" data-suggest="${String(element.min_query_length ?? 3)}"><input${search}><select${common}${actionAttributes(element, blockId)}></select></div>`;
}
