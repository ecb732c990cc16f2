import { STEPS, type Step } from '../workspace/steps.ts';
import { attributes, type Html, html } from './html.ts';

/** Where a person runs one step of the app, as a workflow would. */
export function showSteps(): Html {
  return html`<dialog id="steps" class="steps" aria-labelledby="steps-title"><header><h2 id="steps-title">Run a workflow step</h2><form method="dialog"><button class="icon" aria-label="Close">✕</button></form></header><p>What a step hands on is posted in this channel.</p>${STEPS.map(showStep)}</dialog>`;
}

function showStep({ callbackId, title, description, inputs }: Step): Html {
  const fields = Object.entries(inputs).map(([name, { type, title: label, description: hint }]) => {
    const field = attributes({
      name,
      type: type === 'integer' ? 'number' : 'text',
      maxlength: 3_000,
      class: 'control',
    });
    return html`<label>${label}<input${field}>${hint && html`<small>${hint}</small>`}</label>`;
  });
  return html`<form class="step" data-step="${callbackId}" novalidate><h3>${title}</h3><p>${description}</p>${fields}<button type="submit" class="button">Run</button></form>`;
}
