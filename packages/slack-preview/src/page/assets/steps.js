// Runs a step of the app, as a workflow would.

import { tell } from './sending.js';

const { channel } = document.body.dataset;
const steps = document.querySelector('#steps');

export const openSteps = () => steps.showModal();

export function runStep(form) {
  const inputs = Object.fromEntries(new FormData(form));
  steps.close();
  tell('/step', { channel, callbackId: form.dataset.step, inputs });
}
