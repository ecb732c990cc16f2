const ENGLISH = 'en-US';

/** Whose numbers are shown: those of English, the language of our texts, unless one person alone reads them. */
let activeLocale = ENGLISH;

/**
 * Draws something with the numbers of one person's locale; null for those of all. A card is drawn at one go, without waiting for
 * anything, so its lines need not hand on whose numbers they show.
 */
export function withLocale<Drawn>(locale: string | null, draw: () => Drawn): Drawn {
  const others = activeLocale;
  activeLocale = locale ?? ENGLISH;
  try {
    return draw();
  } finally {
    activeLocale = others;
  }
}

/** For dates, which have the names of months, and for what is kept of drawings. */
export const currentLocale = (): string => (isLocale(activeLocale) ? activeLocale : ENGLISH);

interface Formats {
  exact: Intl.NumberFormat;
  decimal: Intl.NumberFormat;
  decimalSign: string;
}

/** Slack has some twenty. */
const MAX_CACHED_LOCALES = 100;
const cachedFormats = new Map<string, Formats>();

/** To make them takes longer than to draw a card. */
function formatsFor(locale: string): Formats {
  const known = cachedFormats.get(locale);
  if (known !== undefined) return known;
  const made = makeFormats(isLocale(locale) ? locale : ENGLISH);
  if (cachedFormats.size >= MAX_CACHED_LOCALES) cachedFormats.clear();
  cachedFormats.set(locale, made);
  return made;
}

/** Only the signs are the locale's: the digits are Latin and the M of a million English, as the text is. */
function makeFormats(locale: string): Formats {
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, numberingSystem: 'latn' });
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, numberingSystem: 'latn' });
  return { exact, decimal, decimalSign: parts.find(({ type }) => type === 'decimal')?.value ?? '.' };
}

function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

const compactFormat = new Intl.NumberFormat(ENGLISH, { notation: 'compact', maximumFractionDigits: 1 });

/** 1,234 and 1.2M: exact while that is still read at a glance. */
export function formatCount(count: number): string {
  // Most are that small, and the formatter takes longer than all the rest of a row.
  if (Number.isInteger(count) && count > -1_000 && count < 1_000) return String(count);
  const { exact, decimalSign } = formatsFor(activeLocale);
  if (Math.abs(count) < 100_000) return exact.format(count);
  const parts = compactFormat.formatToParts(count);
  return parts.map(({ type, value }) => (type === 'decimal' ? decimalSign : value)).join('');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** What somebody has given, with its decimals: 40.5. */
export const formatDecimal = (value: number): string => formatsFor(activeLocale).decimal.format(value);

/** A score of 0-100 without decimals. */
export function formatScore(score: number): string {
  return formatCount(Math.round(score));
}

/** 0.5 as `50%`; the sign is the caller's to say in words or by an arrow. */
export const formatRatioAsPercent = (ratio: number): string => formatPercent(ratio * 100);

/** The same of what is given in hundredths already. */
export const formatPercent = (percent: number): string => `${formatCount(Math.round(percent))}%`;

type DateForm = 'day' | 'minute' | 'time';

const TOKENS: Record<DateForm, string> = {
  day: '{date_short_pretty}',
  minute: '{date_short_pretty} {time}',
  time: '{time_secs}',
};

/**
 * A moment in the reader's own time zone; where Slack cannot show that, in UTC.
 * https://docs.slack.dev/messaging/formatting-message-text#date-formatting
 */
export function formatDate(instant: string | number, form: DateForm): string {
  const at = new Date(instant);
  return `<!date^${Math.floor(at.getTime() / 1000)}^${TOKENS[form]}|${inUtc(at, form)}>`;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** To make them takes longer than to use them. */
function dayFormat(locale: string): Intl.DateTimeFormat {
  const form =
    dayFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC', numberingSystem: 'latn' });
  dayFormats.set(locale, form);
  return form;
}

/** A day of the calendar, `2026-03-20`, which is the same one in every zone, as its reader writes it. */
export const formatDay = (date: string): string =>
  dayFormat(currentLocale()).format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`));

function inUtc(at: Date, form: DateForm): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  if (form === 'day') return day;
  return form === 'minute' ? `${day} ${time.slice(0, 5)} UTC` : `${time.slice(0, 8)} UTC`;
}

const SPARK_LEVELS = '▁▂▃▄▅▆▇█';
const BAR_CELLS = 5;

/** One character per value, oldest first; the tallest is the largest value, or `top` where several share a scale. Nothing at all stays flat. */
export function sparkline(values: readonly number[], top = Math.max(0, ...values)): string {
  if (top === 0) return SPARK_LEVELS.charAt(0).repeat(values.length);
  return values
    .map((value) => SPARK_LEVELS.charAt(value === 0 ? 0 : Math.ceil((value / top) * (SPARK_LEVELS.length - 1))))
    .join('');
}

/** A score of 0-100 as five cells. */
export function scoreBar(score: number): string {
  const full = Math.round((score / 100) * BAR_CELLS);
  return '▰'.repeat(full) + '▱'.repeat(BAR_CELLS - full);
}
