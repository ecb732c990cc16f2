// Reads what a person has filled in, and which message or view an element belongs to.

/** `{ block id: { action id: value, list of values or null } }` of a message or view. */
export function valuesIn(surface) {
  const values = {};
  for (const field of surface.querySelectorAll('[data-state]')) {
    const { block, action, type } = field.dataset;
    values[block] ??= {};
    const inBlock = values[block];
    if (type === 'checkboxes') {
      inBlock[action] ??= [];
      if (field.checked) inBlock[action].push(field.value);
    } else if (type === 'radio_buttons') {
      inBlock[action] ??= null;
      if (field.checked) inBlock[action] = field.value;
    } else {
      inBlock[action] = field.multiple ? [...field.selectedOptions].map(({ value }) => value) : field.value || null;
    }
  }
  return values;
}

export function placeOf(element) {
  const { channel } = document.body.dataset;
  const view = element.closest('[data-view]');
  if (view !== null) return { surface: view, where: { channel, viewId: view.dataset.view } };
  const message = element.closest('[data-ts]');
  return { surface: message, where: { channel: message.dataset.channel, ts: message.dataset.ts } };
}

const isChoice = (field) => field.matches('select, [type=radio]');

/** What a press of a field says: the value chosen or typed. */
export function chosenIn(field) {
  const { block, action } = field.dataset;
  const value = valuesIn(placeOf(field).surface)[block][action];
  if (Array.isArray(value)) return { selectedOptions: value };
  return isChoice(field) ? { selectedOption: value ?? '' } : { value: value ?? '' };
}

/** An input tells the app of a change only where it was made so; what stands outside an input always does. */
export const tellsOfChange = (field) =>
  field.closest('[data-input]') === null || field.closest('[data-dispatch]') !== null;
