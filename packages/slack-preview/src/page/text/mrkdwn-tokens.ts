import { BOT } from '../../workspace/directory.ts';
import { unescapeSlack } from '../../workspace/escape-text.ts';
import { type Html, html } from './html.ts';
import { nameOfChannel, nameOfPerson, showDate, type Viewer } from './viewer.ts';

/** The content of angle brackets in mrkdwn: a person, channel, broadcast, date, or link with its label. */
export function showMrkdwnToken(token: string, viewer: Viewer): Html {
  const [target = '', label] = splitToken(token);
  const kind = target.charAt(0);
  if (kind === '@') return showPerson(target.slice(1), viewer);
  if (kind === '#') return showMention(`#${nameOfChannel(target.slice(1), viewer)}`, 'channel-name');
  if (kind === '!') return showSpecial(target.slice(1), label, viewer);
  return showLink(unescapeSlack(target), label === undefined ? undefined : unescapeSlack(label));
}

export function showPerson(id: string, viewer: Viewer): Html {
  return showMention(`@${nameOfPerson(id)}`, id === viewer.person.id ? 'you' : id === BOT.id ? 'app' : 'person');
}

/** A mention chip. Untrusted text must never become one. */
export function showMention(text: string, kind: string): Html {
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
