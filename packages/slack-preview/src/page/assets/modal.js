// The modal a person has open: shown, filled in, submitted, closed.

import { valuesIn } from './fields.js';
import { say, send } from './sending.js';

const modal = document.querySelector('#modal');
const viewOf = () => modal.querySelector('[data-view]');

/** Puts the modal on top in place; no markup closes it. */
export function showModal(markup) {
  const before = viewOf()?.dataset.view;
  const typed = new Map(typedFields().map((field) => [keyOf(field), filledIn(field)]));
  modal.innerHTML = markup;
  if (markup === '') {
    modal.close();
    return;
  }
  // Slack keeps what was typed when a view is updated and the ids stay.
  if (viewOf().dataset.view === before) {
    for (const field of typedFields()) fillIn(field, typed.get(keyOf(field)));
  }
  openModal();
  say('');
}

/** Opens what the page came with. */
export function openModal() {
  if (viewOf() === null) return;
  if (!modal.open) modal.showModal();
  (modal.querySelector('[autofocus]') ?? modal.querySelector('.view-blocks :is(input, select, textarea)'))?.focus();
}

export function closeModal() {
  const view = viewOf();
  if (view !== null) send('/close', { viewId: view.dataset.view });
}

export async function submitModal(form) {
  for (const error of form.querySelectorAll('.error')) error.hidden = true;
  const button = form.querySelector('[type=submit]');
  button.setAttribute('aria-busy', 'true');
  const { errors = {}, failure } = await send('/submit', { viewId: form.dataset.view, values: valuesIn(form) });
  button.removeAttribute('aria-busy');
  const inputs = Object.entries(errors).map(([block, text]) => {
    const input = form.querySelector(`[data-input="${CSS.escape(block)}"]`);
    showError((input ?? form).querySelector(input === null ? ':scope > .error' : '.error'), text);
    return input;
  });
  inputs
    .find((input) => input !== null)
    ?.querySelector('input, select, textarea')
    ?.focus();
  if (failure)
    showError(form.querySelector(':scope > .error'), `We had some trouble connecting. Try again? (${failure})`);
}

function showError(place, text) {
  place.textContent = text;
  place.hidden = false;
}

const typedFields = () => [...modal.querySelectorAll('[data-state]:not([type=checkbox], [type=radio])')];
const keyOf = ({ dataset }) => `${dataset.block} ${dataset.action}`;
const filledIn = (field) => (field.multiple ? [...field.selectedOptions].map(({ value }) => value) : field.value);

function fillIn(field, before) {
  if (before === undefined) return;
  if (!field.multiple) field.value = before;
  else for (const option of field.options) option.selected = before.includes(option.value);
}

modal.addEventListener('cancel', (event) => {
  event.preventDefault();
  closeModal();
});
