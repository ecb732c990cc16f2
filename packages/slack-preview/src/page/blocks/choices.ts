import { type Fields, isObject, objectsIn } from '../../limits/json.ts';
import { PEOPLE } from '../../workspace/directory.ts';
import { attributes, type Html, html } from '../text/html.ts';
import { plainTextOf, showText } from '../text/mrkdwn.ts';
import type { Viewer } from '../text/viewer.ts';
import { actionAttributes } from './controls.ts';

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
  }${groupsOf(element, viewer).map(({ label, choices }) =>
    label === null ? choices.map(show) : html`<optgroup label="${label}">${choices.map(show)}</optgroup>`,
  )}</select>`;
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

function groupsOf(element: Fields, viewer: Viewer): { label: string | null; choices: Choice[] }[] {
  const type = String(element.type);
  if (type.includes('users')) {
    return [{ label: null, choices: PEOPLE.map(({ id, realName }) => ({ value: id, label: realName })) }];
  }
  if (type.includes('conversations') || type.includes('channels'))
    return [{ label: null, choices: channelChoices(viewer) }];
  const groups = objectsIn(element.option_groups);
  if (groups.length === 0) return [{ label: null, choices: choicesOf(element.options) }];
  return groups.map((group) => ({ label: plainTextOf(group.label), choices: choicesOf(group.options) }));
}

function channelChoices({ channels, person }: Viewer): Choice[] {
  return channels.all
    .filter(({ kind, isArchived, memberIds }) => kind !== 'direct' && !isArchived && memberIds.includes(person.id))
    .map(({ id, name }) => ({ value: id, label: `#${name}` }));
}

function choicesOf(options: unknown): Choice[] {
  return objectsIn(options).map((option) => ({ value: String(option.value ?? ''), label: plainTextOf(option.text) }));
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
