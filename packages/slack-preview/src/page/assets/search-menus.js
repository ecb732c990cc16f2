// Search menus: asks the app for options as somebody types.

import { send } from './sending.js';

const PAUSE_MS = 200;
const timers = new WeakMap();

export function searchIn(menu) {
  clearTimeout(timers.get(menu));
  timers.set(menu, setTimeout(fill, PAUSE_MS, menu));
}

async function fill(menu) {
  const value = menu.querySelector('[type=search]').value.trim();
  const list = menu.querySelector('select');
  if (value.length < Number(menu.dataset.suggest)) return;
  const { block: blockId, action: actionId } = list.dataset;
  const viewId = list.closest('[data-view]').dataset.view;
  const { options = [] } = await send('/suggest', { viewId, blockId, actionId, value });
  const chosen = list.value;
  list.replaceChildren(
    ...options.map((option) => new Option(option.text, option.value, false, option.value === chosen)),
  );
}
