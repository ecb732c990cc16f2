import { type Channels, findPerson, type Person } from '../../workspace/directory.ts';
import { type Html, html } from './html.ts';

/** Who reads the page: names, dates and "only visible to you" depend on it. */
export interface Viewer {
  readonly person: Person;
  readonly channels: Channels;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function nameOfPerson(id: string): string {
  return findPerson(id)?.realName ?? id;
}

export function nameOfChannel(id: string, { channels }: Viewer): string {
  return channels.find(id)?.name ?? id;
}

type Style = Intl.DateTimeFormatOptions;

const FORMATS: Readonly<Record<string, Style>> = {
  date: { month: 'long', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  date_long_full: { year: 'numeric', month: 'long', day: 'numeric' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_slash: { year: 'numeric', month: '2-digit', day: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
  time_secs: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
};

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A moment in the reader's own time zone, by a format such as `{date_short_pretty} {time}`; seconds since 1970. Slack writes "today" small in it. */
export function showDate(seconds: number, format: string, viewer: Viewer): string {
  const show = (name: string) =>
    showDatePart(seconds * 1_000, name, viewer)?.replace(/^(?=Yes|To)./, (first) => first.toLowerCase());
  return format.replace(/\{(\w+)\}/g, (token, name: string) => show(name) ?? token);
}

/** The time of day a message came, with the full date for machines and on hover. */
export function showTime(ts: string, viewer: Viewer): Html {
  const at = Math.floor(Number(ts) * 1_000);
  const full = showDate(at / 1_000, '{date_long} {time_secs}', viewer);
  return html`<time datetime="${new Date(at).toISOString()}" title="${full}">${formatDate(at, FORMATS.time, viewer)}</time>`;
}

/** The day a message came, as a heading: Today, Yesterday, or the date. */
export function showDay(ts: string, viewer: Viewer): string {
  return showDatePart(Math.floor(Number(ts) * 1_000), 'date_long_pretty', viewer) ?? '';
}

function showDatePart(at: number, name: string, viewer: Viewer): string | undefined {
  if (name === 'ago') return ago(at, viewer.now);
  if (name === 'date_num') return dayOf(at, viewer);
  const plain = name.replace(/_pretty$/, '');
  const style = FORMATS[plain];
  if (style === undefined) return undefined;
  return (name === plain ? undefined : nearDay(at, viewer)) ?? formatDate(at, style, viewer);
}

function nearDay(at: number, viewer: Viewer): string | undefined {
  const words = ['Yesterday', 'Today', 'Tomorrow'];
  const days = [-DAY_MS, 0, DAY_MS].map((distance) => dayOf(viewer.now + distance, viewer));
  return words[days.indexOf(dayOf(at, viewer))];
}

function ago(at: number, now: number): string {
  const minutes = Math.round((at - now) / MINUTE_MS);
  const words = new Intl.RelativeTimeFormat('en');
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 24 ? words.format(hours, 'hour') : words.format(Math.round(hours / 24), 'day');
}

function dayOf(at: number, { person }: Viewer): string {
  return new Intl.DateTimeFormat('sv', { timeZone: person.timeZone }).format(at);
}

function formatDate(at: number, style: Style | undefined, { person }: Viewer): string {
  return new Intl.DateTimeFormat('en', { ...style, timeZone: person.timeZone }).format(at);
}
