import { isObject } from '../limits/walk.ts';
import { type Html, html } from './html.ts';
import type { Viewer } from './reader.ts';
import { showRichText } from './rich-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A table block; the first row is its heading. */
export function showTable(block: Fields, reader: Viewer): Html {
  const rows = Array.isArray(block.rows) ? block.rows.filter(Array.isArray) : [];
  const settings = Array.isArray(block.column_settings) ? block.column_settings : [];
  const alignOf = (column: number) => {
    const align = isObject(settings[column]) ? settings[column].align : undefined;
    return align === 'right' || align === 'center' ? align : 'left';
  };
  const [head = [], ...body] = rows;
  const caption = typeof block.caption === 'string' && html`<caption>${block.caption}</caption>`;
  const cells = (row: readonly unknown[]) =>
    row.map((cell, column) => html`<td class="${alignOf(column)}">${showCell(cell, reader)}</td>`);
  return html`<div class="table" tabindex="0"><table>${caption}<thead><tr>${head.map(
    (cell, column) => html`<th scope="col" class="${alignOf(column)}">${showCell(cell, reader)}</th>`,
  )}</tr></thead><tbody>${body.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`;
}

function showCell(cell: unknown, reader: Viewer): Html {
  if (!isObject(cell)) return html``;
  return cell.type === 'rich_text' ? showRichText(cell, reader) : html`${String(cell.text ?? '')}`;
}
