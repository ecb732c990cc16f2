import { isObject } from '../limits/walk.ts';
import type { Block } from '../workspace/message.ts';
import { showElement } from './elements.ts';
import { attributes, type Html, html } from './html.ts';
import { showImage } from './images.ts';
import type { Viewer } from './reader.ts';
import { showRichText } from './rich-text.ts';
import { showTable } from './table.ts';
import { plainTextOf, showText } from './text-object.ts';
import { showUnsupported } from './unknown.ts';

/** The blocks of a message, a modal or a Home. One that this page cannot draw is a red box. */
export function showBlocks(blocks: readonly Block[], reader: Viewer): Html[] {
  return blocks.map((block) => html`<div class="block ${block.type}">${showBlock(block, reader)}</div>`);
}

function showBlock(block: Block, reader: Viewer): Html {
  switch (block.type) {
    case 'section':
      return showSection(block, reader);
    case 'header':
      return html`<h3>${showText(block.text, reader)}</h3>`;
    case 'divider':
      return html`<hr>`;
    case 'context':
      return html`${elementsOf(block).map((element) =>
        element.type === 'image' ? showImage(element, 'small') : html`<span>${showText(element, reader)}</span>`,
      )}`;
    case 'actions':
    case 'context_actions':
      return html`${elementsOf(block).map((element) => showElement(element, block.block_id ?? '', reader))}`;
    case 'image':
      return showImage(block, 'large');
    case 'rich_text':
      return showRichText(block, reader);
    case 'table':
    case 'data_table':
      return showTable(block, reader);
    case 'input':
      return showInput(block, reader);
    case 'alert':
      return html`<div class="alert" data-level="${String(block.level ?? 'default')}">${showText(block.text, reader)}</div>`;
    default:
      return showUnsupported(block.type);
  }
}

function showSection(block: Block, reader: Viewer): Html {
  const text = isObject(block.text) && html`<div class="text">${showText(block.text, reader)}</div>`;
  const fields = Array.isArray(block.fields) ? block.fields : [];
  const columns =
    fields.length > 0 &&
    html`<div class="fields">${fields.map((field) => html`<div class="field">${showText(field, reader)}</div>`)}</div>`;
  const accessory =
    isObject(block.accessory) &&
    html`<div class="accessory">${showElement(block.accessory, block.block_id ?? '', reader)}</div>`;
  return html`<div class="words">${text}${columns}</div>${accessory}`;
}

function showInput(block: Block, reader: Viewer): Html {
  const element = isObject(block.element) ? block.element : {};
  const blockId = block.block_id ?? '';
  const hint = isObject(block.hint) && html`<small class="hint">${plainTextOf(block.hint)}</small>`;
  const label = html`<span class="label">${plainTextOf(block.label)}${block.optional === true && html` <small>(optional)</small>`}</span>`;
  const field = showElement(element, blockId, reader);
  const dispatch = attributes({ 'data-dispatch': block.dispatch_action === true });
  const isGroup = element.type === 'checkboxes' || element.type === 'radio_buttons';
  const body = isGroup
    ? html`<fieldset><legend>${label}</legend>${field}</fieldset>`
    : html`<label>${label}${field}</label>`;
  return html`<div class="field-of" data-input="${blockId}"${dispatch}>${body}${hint}<p class="error" role="alert" hidden></p></div>`;
}

function elementsOf(block: Block): Readonly<Record<string, unknown>>[] {
  return Array.isArray(block.elements) ? block.elements.filter(isObject) : [];
}
