import { escapeMrkdwn } from './text.ts';

const MAX_FIELDS = 6;
const MAX_LINES = 5;
const NAME = 60;
const LINE = 300;

/** Whatever another service adds to a record, as titles and lines; what has no words of its own is left out. */
export function unknownBriefParts(record: object, known: ReadonlySet<string>): { title: string; lines: string[] }[] {
  return Object.entries(record)
    .filter(([name]) => !known.has(name) && !/(?:^id|Id|_id)$/.test(name))
    .map(([name, value]) => ({ title: nameField(name), lines: linesOf(value) }))
    .filter(({ title, lines }) => title !== '' && lines.length > 0)
    .slice(0, MAX_FIELDS);
}

/** `marketSize` and `market_size` as `Market size`. */
function nameField(name: string): string {
  const words = name
    .slice(0, NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return escapeMrkdwn(words.charAt(0).toUpperCase() + words.slice(1), NAME);
}

function linesOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value.slice(0, MAX_LINES) : [value];
  return values.map((each) => escapeMrkdwn(lineOf(each), LINE)).filter((line) => line !== '');
}

/** An object is told by its own plain fields, and no deeper. */
function lineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return plain(value);
  const parts = Object.entries(value).slice(0, MAX_LINES);
  return parts
    .filter(([, part]) => plain(part) !== '')
    .map(([name, part]) => `${name}: ${plain(part)}`)
    .join('; ');
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
