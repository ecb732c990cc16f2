import { type Fields, isObject, objectsIn } from '../../limits/json.ts';
import { type Html, html } from './html.ts';
import { replaceEmoji, showLines, showLink, showMention, showPerson } from './mrkdwn.ts';
import { nameOfChannel, showDate, type Viewer } from './viewer.ts';

/** A rich_text block, or one inside a table cell. */
export function showRichText(block: Fields, viewer: Viewer): Html {
  return html`<div class="rich-text">${objectsIn(block.elements).map((element) => showPart(element, viewer))}</div>`;
}

function showPart(element: Fields, viewer: Viewer): Html {
  const inside = objectsIn(element.elements);
  switch (element.type) {
    case 'rich_text_quote':
      return html`<blockquote>${showInline(inside, viewer)}</blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre>${showInline(inside, viewer)}</pre>`;
    case 'rich_text_list': {
      const items = inside.map((item) => html`<li>${showInline(objectsIn(item.elements), viewer)}</li>`);
      return element.style === 'ordered' ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    default:
      return html`<p>${showInline(inside, viewer)}</p>`;
  }
}

function showInline(elements: readonly Fields[], viewer: Viewer): Html[] {
  return elements.map((element) => styled(showInlineElement(element, viewer), element.style));
}

function showInlineElement(element: Fields, viewer: Viewer): Html {
  const text = typeof element.text === 'string' ? element.text : undefined;
  switch (element.type) {
    case 'link':
      return showLink(String(element.url), text);
    case 'user':
      return showPerson(String(element.user_id), viewer);
    case 'channel':
      return showMention(`#${nameOfChannel(String(element.channel_id), viewer)}`, 'channel-name');
    case 'broadcast':
      return showMention(`@${element.range}`, String(element.range));
    case 'usergroup':
      return showMention('@group', 'group');
    case 'emoji':
      return html`${replaceEmoji(`:${element.name}:`)}`;
    case 'date':
      return html`${showDate(Number(element.timestamp), String(element.format), viewer)}`;
    case 'color':
      return html`<code>${String(element.value)}</code>`;
    default:
      return showLines(text ?? '');
  }
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
