import { type Fields, isObject, objectsIn } from '../../limits/json.ts';
import { unescapeSlack } from '../../workspace/escape-text.ts';
import type { Block } from '../../workspace/message.ts';
import { attributes, type Html, html } from '../text/html.ts';
import { plainTextOf, showLines, showLink, showText } from '../text/mrkdwn.ts';
import { showDate, type Viewer } from '../text/viewer.ts';
import { showChart } from './charts.ts';
import {
  showButton,
  showCheckboxes,
  showFeedback,
  showField,
  showOverflow,
  showSearchMenu,
  showSelect,
} from './controls.ts';

/** The blocks of a message, a modal or a Home. One that this page cannot draw is a red box. */
export function showBlocks(blocks: readonly Block[], viewer: Viewer): Html[] {
  return blocks.map((block) => html`<div class="block ${block.type}">${showBlock(block, viewer)}</div>`);
}

function showBlock(block: Block, viewer: Viewer): Html {
  switch (block.type) {
    case 'section':
      return showSection(block, viewer);
    case 'header':
      return html`<h3>${showText(block.text, viewer)}</h3>`;
    case 'divider':
      return html`<hr>`;
    case 'context':
      return html`${objectsIn(block.elements).map((element) =>
        element.type === 'image' ? showImage(element, 'small') : html`<span>${showText(element, viewer)}</span>`,
      )}`;
    case 'actions':
    case 'context_actions':
      return html`${objectsIn(block.elements).map((element) => showElement(element, block.block_id ?? '', viewer))}`;
    case 'image':
      return showImage(block, 'large');
    case 'rich_text':
      return showRichText(block, viewer);
    case 'table':
    case 'data_table':
      return showTable(block, viewer);
    case 'data_visualization':
      return showChart(block);
    case 'container':
      return showContainer(block, viewer);
    case 'task_card':
      return showTask(block, viewer);
    case 'markdown':
      return html`${String(block.text)
        .replace(/\\([\\`*_{}[\]()#+\-.!|~>])/g, '$1')
        .split(/\n+/)
        .map((paragraph) => html`<p>${unescapeSlack(paragraph)}</p>`)}`;
    case 'input':
      return showInput(block, viewer);
    default:
      return showUnsupported(block.type);
  }
}

const TASK_MARKS: Readonly<Record<string, string>> = { pending: '○', in_progress: '◔', complete: '✓', error: '✕' };

/** What the app is doing; what came of it opens with a press. */
function showTask({ title, status, details, output }: Block, viewer: Viewer): Html {
  const told = [details, output].filter(isObject).map((text) => showRichText(text, viewer));
  const line = html`<span class="mark" role="img" aria-label="${String(status).replace('_', ' ')}">${TASK_MARKS[String(status)]}</span> ${String(title)}`;
  return told.length === 0 ? html`<p>${line}</p>` : html`<details><summary>${line}</summary>${told}</details>`;
}

/** Blocks under a heading that may open and close them. */
function showContainer(block: Block, viewer: Viewer): Html {
  const title = html`${isObject(block.rich_text_title) ? showRichText(block.rich_text_title, viewer) : plainTextOf(block.title)}`;
  const children = html`<div class="children">${showBlocks(objectsIn(block.child_blocks) as unknown as Block[], viewer)}</div>`;
  if (block.is_collapsible !== true) return html`<div class="container-title">${title}</div>${children}`;
  const open = attributes({ open: block.default_collapsed !== true });
  return html`<details class="fold"${open}><summary>${title}</summary>${children}</details>`;
}

function showSection(block: Block, viewer: Viewer): Html {
  const text = isObject(block.text) && html`<div class="text">${showText(block.text, viewer)}</div>`;
  const fields = Array.isArray(block.fields) ? block.fields : [];
  const columns =
    fields.length > 0 &&
    html`<div class="fields">${fields.map((field) => html`<div class="field">${showText(field, viewer)}</div>`)}</div>`;
  const accessory =
    isObject(block.accessory) &&
    html`<div class="accessory">${showElement(block.accessory, block.block_id ?? '', viewer)}</div>`;
  return html`<div class="words">${text}${columns}</div>${accessory}`;
}

function showInput(block: Block, viewer: Viewer): Html {
  const element = isObject(block.element) ? block.element : {};
  const blockId = block.block_id ?? '';
  const hint = isObject(block.hint) && html`<small class="hint">${plainTextOf(block.hint)}</small>`;
  const label = html`<span class="label">${plainTextOf(block.label)}${block.optional === true && html` <small>(optional)</small>`}</span>`;
  const field = showElement(element, blockId, viewer);
  const dispatch = attributes({ 'data-dispatch': block.dispatch_action === true });
  const isGroup = element.type === 'checkboxes' || element.type === 'radio_buttons';
  const body = isGroup
    ? html`<fieldset><legend>${label}</legend>${field}</fieldset>`
    : html`<label>${label}${field}</label>`;
  return html`<div class="field-of" data-input="${blockId}"${dispatch}>${body}${hint}<p class="error" role="alert" hidden></p></div>`;
}

/** A table block; the first row is its heading. */
function showTable(block: Fields, viewer: Viewer): Html {
  const rows = Array.isArray(block.rows) ? block.rows.filter(Array.isArray) : [];
  const settings = Array.isArray(block.column_settings) ? block.column_settings : [];
  const alignOf = (column: number) => {
    const align = isObject(settings[column]) ? settings[column].align : undefined;
    return align === 'right' || align === 'center' ? align : 'left';
  };
  const [head = [], ...body] = rows;
  const caption = typeof block.caption === 'string' && html`<caption>${block.caption}</caption>`;
  const cells = (row: readonly unknown[]) =>
    row.map((cell, column) => html`<td class="${alignOf(column)}">${showCell(cell, viewer)}</td>`);
  return html`<div class="table" tabindex="0"><table>${caption}<thead><tr>${head.map(
    (cell, column) => html`<th scope="col" class="${alignOf(column)}">${showCell(cell, viewer)}</th>`,
  )}</tr></thead><tbody>${body.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`;
}

function showCell(cell: unknown, viewer: Viewer): Html {
  if (!isObject(cell)) return html``;
  return cell.type === 'rich_text' ? showRichText(cell, viewer) : html`${String(cell.text ?? '')}`;
}

/** An element of a block: what can be pressed, chosen or typed into, or a small picture. */
function showElement(element: Fields, blockId: string, viewer: Viewer): Html {
  const type = String(element.type);
  if (type === 'image') return showImage(element, 'small');
  if (type === 'button') return showButton(element, blockId);
  if (type === 'overflow') return showOverflow(element, blockId);
  if (type === 'feedback_buttons') return showFeedback(element, blockId);
  if (type === 'checkboxes' || type === 'radio_buttons') return showCheckboxes(element, blockId, viewer);
  if (type === 'external_select') return showSearchMenu(element, blockId);
  if (type.endsWith('_select')) return showSelect(element, blockId, viewer);
  if (type === 'plain_text_input' || type === 'timepicker') return showField(element, blockId);
  return showUnsupported(type);
}

/**
 * A picture. One that the app uploaded is shown; this page loads nothing from elsewhere, so a picture of the web shows as its
 * description and its address.
 */
function showImage(image: Fields, size: 'small' | 'large'): Html {
  const title = plainTextOf(image.title);
  return html`<figure class="picture ${size}">${title && html`<figcaption>${title}</figcaption>`}${showPicture(image)}</figure>`;
}

function showPicture({ alt_text, slack_file, image_url }: Fields): Html {
  const alt = String(alt_text ?? '');
  if (isObject(slack_file)) {
    return html`<img src="/files/${encodeURIComponent(String(slack_file.id))}" alt="${alt}">`;
  }
  const host = typeof image_url === 'string' ? URL.parse(image_url)?.host : undefined;
  return html`<div role="img" aria-label="${alt}">${alt}${host && html`<small>picture at ${host}</small>`}</div>`;
}

/** Placeholder for something this page cannot draw. */
function showUnsupported(type: string): Html {
  return html`<div class="unknown-block" role="note">This page cannot draw “${type}”; Slack can.</div>`;
}

/** A rich_text block, or one inside a table cell. */
function showRichText(block: Fields, viewer: Viewer): Html {
  return html`<div class="rich-text">${objectsIn(block.elements).map((line) => showLine(line, viewer))}</div>`;
}

function showLine({ elements }: Fields, viewer: Viewer): Html {
  return html`<p>${objectsIn(elements).map((element) => styled(showInline(element, viewer), element.style))}</p>`;
}

function showInline({ type, text, url, timestamp, format }: Fields, viewer: Viewer): Html {
  const words = typeof text === 'string' ? text : undefined;
  if (type === 'date') return html`${showDate(Number(timestamp), String(format), viewer)}`;
  return type === 'link' ? showLink(String(url), words) : showLines(words ?? '');
}

function styled(content: Html, style: unknown): Html {
  if (!isObject(style)) return content;
  let result = content;
  if (style.bold) result = html`<b>${result}</b>`;
  if (style.italic) result = html`<i>${result}</i>`;
  if (style.strike) result = html`<s>${result}</s>`;
  if (style.underline) result = html`<u>${result}</u>`;
  return style.code ? html`<code>${result}</code>` : result;
}
