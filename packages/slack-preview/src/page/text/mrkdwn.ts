import { type Fields, isObject } from '../../limits/json.ts';
import { BOT } from '../../workspace/directory.ts';
import { unescapeSlack } from '../../workspace/escape-text.ts';
import { escapeHtml, Html, html } from './html.ts';
import { nameOfChannel, nameOfPerson, showDate, type Viewer } from './viewer.ts';

/** The content of angle brackets in mrkdwn: a person, channel, broadcast, date, or link with its label. */
function showMrkdwnToken(token: string, viewer: Viewer): Html {
  const [target = '', label] = splitToken(token);
  const kind = target.charAt(0);
  if (kind === '@') return showPerson(target.slice(1), viewer);
  if (kind === '#') return showMention(`#${nameOfChannel(target.slice(1), viewer)}`, 'channel-name');
  if (kind === '!') return showSpecial(target.slice(1), label, viewer);
  return showLink(unescapeSlack(target), label === undefined ? undefined : unescapeSlack(label));
}

function showPerson(id: string, viewer: Viewer): Html {
  return showMention(`@${nameOfPerson(id)}`, id === viewer.person.id ? 'you' : id === BOT.id ? 'app' : 'person');
}

/** A mention chip. Untrusted text must never become one. */
function showMention(text: string, kind: string): Html {
  return html`<span class="mention" data-mention="${kind}">${text}</span>`;
}

/** A link that opens elsewhere. Other schemes than http(s) and mailto show as plain text. */
export function showLink(address: string, label?: string): Html {
  const protocol = URL.parse(address)?.protocol ?? '';
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return html`${label ?? address}`;
  return html`<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${label ?? address}</a>`;
}

function showSpecial(target: string, label: string | undefined, viewer: Viewer): Html {
  const [name = '', ...parts] = target.split('^');
  if (name === 'date') return showDateToken(parts, label ?? '', viewer);
  if (name === 'subteam') return showMention(label ?? '@group', 'group');
  return ['here', 'channel', 'everyone'].includes(name)
    ? showMention(`@${name}`, name)
    : html`${label ?? `<!${target}>`}`;
}

function showDateToken([seconds, format = '', link]: string[], fallback: string, viewer: Viewer): Html {
  const at = Number(seconds);
  const isDate = Number.isSafeInteger(at) && Math.abs(at) < 8_640_000_000_000;
  if (!isDate) return html`${unescapeSlack(fallback)}`;
  const text = showDate(at, unescapeSlack(format), viewer);
  const iso = new Date(at * 1_000).toISOString();
  const time = html`<time datetime="${iso}" title="${unescapeSlack(fallback)}">${text}</time>`;
  return link === undefined ? time : showLink(unescapeSlack(link), text);
}

function splitToken(token: string): [string, string | undefined] {
  const bar = token.indexOf('|');
  return bar < 0 ? [token, undefined] : [token.slice(0, bar), token.slice(bar + 1)];
}

// The ones an app's messages use most; others show as their :name:, which says the same.
const EMOJI: ReadonlyMap<string, string> = new Map([
  ['arrow_down', '⬇️'],
  ['arrow_up', '⬆️'],
  ['bar_chart', '📊'],
  ['bell', '🔔'],
  ['bulb', '💡'],
  ['chart_with_downwards_trend', '📉'],
  ['chart_with_upwards_trend', '📈'],
  ['eyes', '👀'],
  ['fire', '🔥'],
  ['hourglass_flowing_sand', '⏳'],
  ['link', '🔗'],
  ['lock', '🔒'],
  ['mag', '🔍'],
  ['no_entry', '⛔'],
  ['robot_face', '🤖'],
  ['rocket', '🚀'],
  ['seedling', '🌱'],
  ['sparkles', '✨'],
  ['speech_balloon', '💬'],
  ['star', '⭐'],
  ['tada', '🎉'],
  ['thinking_face', '🤔'],
  ['thumbsup', '👍'],
  ['warning', '⚠️'],
  ['wave', '👋'],
  ['white_check_mark', '✅'],
  ['x', '❌'],
  ['zap', '⚡'],
]);

/** Replaces known :names: by their emoji. */
function replaceEmoji(text: string): string {
  return text.replace(/:([a-z0-9_+-]{1,100}):/g, (typed, name: string) => EMOJI.get(name) ?? typed);
}

// Finished markup is replaced by these two placeholder characters while the text around it is formatted.
const [OPEN, CLOSE] = ['\ue000', '\ue001'];

export interface MrkdwnOptions {
  /** Whether addresses in the text become links. */
  readonly links?: boolean;
  /** Whether @here, @channel, @everyone and #names do something without angle brackets. */
  readonly names?: boolean;
}

/** Slack's mrkdwn as markup. Any text can only produce the few elements made here. */
export function showMrkdwn(text: string, viewer: Viewer, { links = false, names = false }: MrkdwnOptions = {}): Html {
  const kept: Html[] = [];
  const keep = (markup: Html) => `${OPEN}${kept.push(markup) - 1}${CLOSE}`;
  let rest = text.replace(/[\ue000\ue001]/g, '');

  rest = rest.replace(/```\n?([\s\S]+?)```/g, (_all, code: string) => keep(html`<pre>${unescapeSlack(code)}</pre>`));
  rest = rest.replace(/`([^`\n]+)`/g, (_all, code: string) => keep(html`<code>${unescapeSlack(code)}</code>`));
  rest = rest.replace(/<([^<>\n\ue000\ue001]+)>/g, (_all, token: string) => keep(showMrkdwnToken(token, viewer)));
  if (links)
    rest = rest.replace(/\bhttps?:\/\/[^\s<>|\ue000\ue001]+[^\s<>|.,;:!?)\ue000\ue001]/g, (url) =>
      keep(showLink(unescapeSlack(url))),
    );
  if (names) rest = keepNames(rest, viewer, keep);

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

/** `*bold*`, `_italic_` and `~struck~`: only when the marks are at word edges, on one line. */
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

/** A text object, plain or formatted. */
export function showText(object: unknown, viewer: Viewer): Html {
  if (!isObject(object) || typeof object.text !== 'string') return html``;
  if (object.type !== 'mrkdwn') return showLines(withEmoji(object));
  // Unless `verbatim` is set, Slack detects links and names by itself.
  const isFree = object.verbatim !== true;
  return showMrkdwn(object.text, viewer, { links: isFree, names: isFree });
}

/** Plain text with its line breaks. */
export function showLines(text: string): Html {
  return html`${text.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}`;
}

/** The plain text of a text object, for attributes and menus. */
export function plainTextOf(object: unknown): string {
  return isObject(object) && typeof object.text === 'string' ? withEmoji(object) : '';
}

function withEmoji({ text, emoji }: Fields): string {
  return emoji === false ? String(text) : replaceEmoji(String(text));
}
