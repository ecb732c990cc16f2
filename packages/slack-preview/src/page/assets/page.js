// What a person does on the page: press, choose, write, open and close.

import { chosenIn, placeOf, tellsOfChange, valuesIn } from './fields.js';
import { followWorkspace } from './live.js';
import { closeModal, openModal, submitModal } from './modal.js';
import { searchIn } from './search-menus.js';
import { send, tell } from './sending.js';
import { openSteps, runStep } from './steps.js';

const { as, channel, tab } = document.body.dataset;
const confirmation = document.querySelector('#confirm');

async function press(element, chosen) {
  if (!(await isConfirmed(element.dataset))) return;
  const { surface, where } = placeOf(element);
  const { block: blockId, action: actionId } = element.dataset;
  const entity = element.closest('[data-entity]')?.dataset.entity;
  const inEntity = entity && { entity, isInDetails: element.closest('#details') !== null };
  await tell('/press', { ...where, ...inEntity, blockId, actionId, ...chosen, values: valuesIn(surface) }, element);
}

/** Asks first where the app wants that. */
function isConfirmed({ confirmTitle, confirmText, confirmYes, confirmNo }) {
  if (confirmTitle === undefined) return Promise.resolve(true);
  confirmation.querySelector('h2').textContent = confirmTitle;
  confirmation.querySelector('p').textContent = confirmText;
  confirmation.querySelector('[value=yes]').textContent = confirmYes;
  confirmation.querySelector('[value=no]').textContent = confirmNo;
  confirmation.returnValue = 'no';
  confirmation.showModal();
  return new Promise((resolve) => {
    confirmation.addEventListener('close', () => resolve(confirmation.returnValue === 'yes'), { once: true });
  });
}

function chooseShortcut(entry) {
  const { ts, channel: there } = entry.closest('[data-ts]').dataset;
  tell('/shortcut', { channel: there, ts, callbackId: entry.dataset.shortcut });
}

async function write(form) {
  const field = form.querySelector('textarea');
  const text = field.value.trim();
  if (text === '') return;
  field.value = '';
  const outcome = await tell('/compose', { channel, text, thread: form.dataset.thread });
  // What could not be sent is not lost.
  if (outcome.failure && field.value === '') field.value = text;
}

function suggest({ dataset }, form) {
  const field = form.querySelector('textarea');
  field.value = dataset.suggestion;
  field.focus();
}

function openThread({ dataset }) {
  location.search = new URLSearchParams({ as, channel, tab: 'messages', thread: dataset.thread });
}

function toggleSidebar(isOpen = !document.body.classList.contains('menu-open')) {
  document.body.classList.toggle('menu-open', isOpen);
  document.querySelector('#menu').setAttribute('aria-expanded', String(isOpen));
}

function closeMenus(except) {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(except)) menu.removeAttribute('open');
  }
}

document.addEventListener('click', (event) => {
  const at = (selector) => event.target.closest(selector);
  const pressed = at('button[data-action], a[data-action]');
  if (at('[data-shortcut]') !== null) {
    chooseShortcut(at('[data-shortcut]'));
  } else if (pressed !== null) {
    const { option, value } = pressed.dataset;
    press(pressed, option === undefined ? { value } : { selectedOption: option });
  } else if (at('a.replies') !== null) {
    event.preventDefault();
    openThread(at('a.replies'));
  } else if (at('[data-suggestion]') !== null) {
    suggest(at('[data-suggestion]'), at('form'));
  } else if (at('[data-close]') !== null) {
    closeModal();
  } else if (at('[data-details]') !== null) {
    const { ts, channel: there } = at('[data-ts]').dataset;
    tell('/details', { channel: there, ts, url: at('[data-entity]').dataset.entity });
  } else if (at('#details [data-hide]') !== null) {
    document.querySelector('#details').hidden = true;
  } else if (at('[data-stop]') !== null) {
    const { ts, channel: there } = at('[data-ts]').dataset;
    tell('/stop', { channel: there, ts });
  } else if (at('#open-steps') !== null) {
    openSteps();
  }
  if (at('#menu') !== null) toggleSidebar();
  else if (at('#sidebar') === null) toggleSidebar(false);
  closeMenus(at('.menu-entry') === null ? event.target : null);
});

// An opened menu at the end of the messages would hang below what is in sight; the event does not bubble.
document.addEventListener(
  'toggle',
  ({ target }) => target.open && target.querySelector('.menu-entries')?.scrollIntoView({ block: 'nearest' }),
  true,
);

document.addEventListener('change', ({ target }) => {
  if (target.id === 'as') target.form.submit();
  else if (target.dataset.action !== undefined && tellsOfChange(target)) press(target, chosenIn(target));
});

const searchMenuOf = ({ target }) => target.closest?.('[data-suggest]');
document.addEventListener('input', (event) => event.target.type === 'search' && searchIn(searchMenuOf(event)));
document.addEventListener('focusin', (event) => {
  const menu = event.target.type === 'search' ? searchMenuOf(event) : null;
  if (menu?.querySelector('select').options.length === 0) searchIn(menu);
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    closeMenus(null);
    toggleSidebar(false);
  }
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !event.target.matches('.composer textarea'))
    return;
  event.preventDefault();
  event.target.form.requestSubmit();
});

document.addEventListener('submit', (event) => {
  const { target } = event;
  if (!target.matches('.composer, .view, .step')) return;
  event.preventDefault();
  if (target.matches('.view')) submitModal(target);
  else if (target.matches('.step')) runStep(target);
  else write(target);
});

followWorkspace();
openModal();
if (document.body.dataset.direct !== undefined) send('/home', { tab });
document.body.dataset.ready = '';
