import { showButton, showFeedback, showOverflow } from './buttons.ts';
import { showCheckboxes, showSelect } from './choices.ts';
import { type Html, html } from './html.ts';
import { showImage } from './images.ts';
import { isField, showField } from './inputs.ts';
import type { Viewer } from './reader.ts';
import { showUnsupported } from './unknown.ts';

type Element = Readonly<Record<string, unknown>>;

/** An element of a block: what can be pressed, chosen or typed into, or a small picture. */
export function showElement(element: Element, blockId: string, reader: Viewer): Html {
  const type = String(element.type);
  if (type === 'image') return showImage(element, 'small');
  if (type === 'button' || type === 'workflow_button' || type === 'icon_button') return showButton(element, blockId);
  if (type === 'overflow') return showOverflow(element, blockId);
  if (type === 'feedback_buttons') return showFeedback(element, blockId);
  if (type === 'checkboxes' || type === 'radio_buttons') return showCheckboxes(element, blockId, reader);
  // What an external menu offers only the app knows, and this workspace does not ask it.
  if (type.endsWith('_select') && !type.includes('external')) return showSelect(element, blockId, reader);
  return isField(type) ? showField(element, blockId) : html`${showUnsupported(type)}`;
}
