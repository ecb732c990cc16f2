import { type Fields, isObject, objectsIn } from '../../limits/json.ts';
import { type Html, html } from './html.ts';
import { showLines, showLink } from './mrkdwn.ts';

/** A rich_text block, or one inside a table cell. */
export function showRichText(block: Fields): Html {
  return html`<div class="rich-text">${objectsIn(block.elements).map(showSection)}</div>`;
}

function showSection({ elements }: Fields): Html {
  return html`<p>${objectsIn(elements).map((element) => styled(showInline(element), element.style))}</p>`;
}

function showInline({ type, text, url }: Fields): Html {
  const words = typeof text === 'string' ? text : undefined;
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
