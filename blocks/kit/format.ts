/**
 * How one reader of English writes numbers: 1,234,567 or 12,34,567. The text is English, and other languages' numbers misread in it.
 * Days are Slack's date tokens, and English where Slack shows none. Formatters are made when a card needs them, at about 10 µs each.
 */
export class Locale {
  /** BCP 47, such as `en-IN`. */
  readonly tag: string;
  #whole: Intl.NumberFormat | undefined;

  /** @param tag en-US is used when it is null, unknown or not English */
  constructor(tag: string | null) {
    this.tag = tag !== null && ENGLISH_TAG.test(tag) && isKnownLocale(tag) ? tag : 'en-US';
  }

  /** 1,234 and 1.2M: exact while that is read at a glance. */
  count(count: number): string {
    // Most counts are this small and need no formatter.
    if (Number.isInteger(count) && count > -1_000 && count < 1_000) return String(count);
    if (Math.abs(count) >= 100_000) return this.#compact(count);
    this.#whole ??= this.#numbers({ maximumFractionDigits: 0 });
    return this.#whole.format(count);
  }

  plural(count: number, one: string, many = `${one}s`): string {
    return `${this.count(count)} ${count === 1 ? one : many}`;
  }

  /** A number as somebody gave it, with its decimals: 40.5. */
  decimal(value: number): string {
    return this.#numbers({ maximumFractionDigits: 2 }).format(value);
  }

  /** 50 as `50%`. */
  percent(percent: number): string {
    return `${this.count(Math.round(percent))}%`;
  }

  /** 0.5 as `50%`. The caller adds the sign, as a word or an arrow. */
  ratio(ratio: number): string {
    return this.percent(ratio * 100);
  }

  /** The M of a million is English, as the text is; the decimal sign is the reader's. */
  #compact(count: number): string {
    return COMPACT.formatToParts(count)
      .map(({ type, value }) => (type === 'decimal' ? this.decimal(1.5).replaceAll(/\d/g, '') : value))
      .join('');
  }

  #numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return new Intl.NumberFormat(this.tag, { ...options, numberingSystem: 'latn' });
  }
}

const ENGLISH_TAG = /^en(?:-|$)/i;

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** For what a channel reads, and for charts: everybody sees the same numbers. */
export const ENGLISH = new Locale('en-US');

function isKnownLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** A score of 0-100 without decimals. */
export const formatScore = (score: number): string => String(Math.round(score));

type DateForm = 'day' | 'minute' | 'time';

const TOKENS: Record<DateForm, string> = {
  day: '{date_short_pretty}',
  minute: '{date_short_pretty} at {time}',
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

function inUtc(at: Date, form: DateForm): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  if (form === 'day') return day;
  return form === 'minute' ? `${day} ${time.slice(0, 5)} UTC` : `${time.slice(0, 8)} UTC`;
}

/** A calendar day, `2026-03-20`. Noon in UTC is the same day nearly everywhere. */
export const formatDay = (date: string): string => formatDate(`${date.slice(0, 10)}T12:00:00Z`, 'day');

const ENGLISH_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `Mar 20, 2026`, for pictures and their alternative text, where Slack shows no date tokens. */
export const describeDay = (date: string): string => ENGLISH_DAY.format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`));

const SPARK_LEVELS = '▁▂▃▄▅▆▇█';
const BAR_CELLS = 5;

/** One character per value, oldest first. @param top the largest value of several lines on one scale */
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
