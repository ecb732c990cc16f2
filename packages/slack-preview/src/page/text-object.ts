import { isObject } from '../limits/walk.ts';
import { replaceEmoji } from './emoji.ts';
import { type Html, html } from './html.ts';
import { showMrkdwn } from './mrkdwn.ts';
import type { Viewer } from './reader.ts';

/** A text object, plain or formatted. */
export function showText(object: unknown, reader: Viewer): Html {
  if (!isObject(object) || typeof object.text !== 'string') return html``;
  if (object.type !== 'mrkdwn') return showLines(withEmoji(object));
  // Unless told to take the text verbatim, Slack finds addresses and names in it by itself.
  const isFree = object.verbatim !== true;
  return showMrkdwn(object.text, reader, { links: isFree, names: isFree });
}

function showLines(text: string): Html {
  return html`${text.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}`;
}

/** A text object's words alone, for attributes and menus. */
export function plainTextOf(object: unknown): string {
  return isObject(object) && typeof object.text === 'string' ? withEmoji(object) : '';
}

function withEmoji({ text, emoji }: Readonly<Record<string, unknown>>): string {
  return emoji === false ? String(text) : replaceEmoji(String(text));
}
