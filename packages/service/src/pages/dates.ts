import { type Html, html } from './html.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A UTC day or, with `exact`, a minute. */
export function formatTime(at: number | string, exact = false): Html {
  const date = new Date(at);
  const text = exact ? `${MINUTE.format(date)} UTC` : DAY.format(date);
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}
