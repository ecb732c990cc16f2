import { unescapeSlack } from '../workspace/entities.ts';
import { replaceEmoji } from './emoji.ts';
import { escapeHtml, Html, html } from './html.ts';
import type { Viewer } from './reader.ts';
import { showLink, showMention, showMrkdwnToken } from './tokens.ts';

// Finished markup waits behind these two signs, which no text may hold, while the text around it is formatted.
const [OPEN, CLOSE] = ['\ue000', '\ue001'];

export interface MrkdwnOptions {
  /** Whether addresses in the text become links. */
  readonly links?: boolean;
  /** Whether @here, @channel, @everyone and #names do something without angle brackets. */
  readonly names?: boolean;
}

/** Slack's mrkdwn as markup. Whatever the text holds, it can only become the few elements made here. */
export function showMrkdwn(text: string, reader: Viewer, { links = false, names = false }: MrkdwnOptions = {}): Html {
  const kept: Html[] = [];
  const keep = (markup: Html) => `${OPEN}${kept.push(markup) - 1}${CLOSE}`;
  let rest = text.replace(/[\ue000\ue001]/g, '');

  rest = rest.replace(/```\n?([\s\S]+?)```/g, (_all, code: string) => keep(html`<pre>${unescapeSlack(code)}</pre>`));
  rest = rest.replace(/`([^`\n]+)`/g, (_all, code: string) => keep(html`<code>${unescapeSlack(code)}</code>`));
  rest = rest.replace(/<([^<>\n\ue000\ue001]+)>/g, (_all, token: string) => keep(showMrkdwnToken(token, reader)));
  if (links)
    rest = rest.replace(/\bhttps?:\/\/[^\s<>|\ue000\ue001]+[^\s<>|.,;:!?)\ue000\ue001]/g, (url) =>
      keep(showLink(unescapeSlack(url))),
    );
  if (names) rest = keepNames(rest, reader, keep);

  const formatted = showQuotes(showStyles(replaceEmoji(escapeHtml(unescapeSlack(rest)))));
  return new Html(restore(formatted, kept));
}

function keepNames(text: string, { channels }: Viewer, keep: (markup: Html) => string): string {
  return text
    .replace(/(?<![\w@])@(here|channel|everyone)\b/g, (_all, range: string) => keep(showMention(`@${range}`, range)))
    .replace(/(?<![\w#&])#([a-z0-9_-]+)/g, (typed, name: string) =>
      channels.find(`#${name}`) === undefined ? typed : keep(showMention(`#${name}`, 'channel-name')),
    );
}

/** `*bold*`, `_italic_` and `~struck~`: only where the marks stand at the edges of words, on one line. */
function showStyles(text: string): string {
  const styles = [
    ['\\*', 'b'],
    ['_', 'i'],
    ['~', 's'],
  ] as const;
  return styles.reduce((styled, [mark, tag]) => {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}${mark}])${mark}(?=[^\\s${mark}])([^\\n${mark}]*[^\\s${mark}])${mark}(?![\\p{L}\\p{N}${mark}])`,
      'gu',
    );
    return styled.replace(pattern, `<${tag}>$1</${tag}>`);
  }, text);
}

function showQuotes(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const quoted = /^(?:&gt;)+ ?(.*)$/.exec(line)?.[1];
    const last = lines.at(-1);
    if (quoted !== undefined && last?.endsWith('</blockquote>')) {
      lines[lines.length - 1] = last.replace(/<\/blockquote>$/, `<br>${quoted}</blockquote>`);
    } else {
      lines.push(quoted === undefined ? line : `<blockquote>${quoted}</blockquote>`);
    }
  }
  return lines
    .join('<br>')
    .replaceAll('</blockquote><br>', '</blockquote>')
    .replaceAll('<br><blockquote>', '<blockquote>');
}

function restore(text: string, kept: readonly Html[]): string {
  return text.replace(/\ue000(\d+)\ue001/g, (_all, index: string) => kept[Number(index)]?.markup ?? '');
}
