const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' });
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** 1,234 and 1.2M: exact while that is read at a glance. */
export function formatCount(count: number): string {
  return (Math.abs(count) < 100_000 ? WHOLE : COMPACT).format(count);
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A number as somebody gave it, with its decimals: 40.5. */
export const formatDecimal = (value: number): string => DECIMAL.format(value);

/** 50 as `50%`. */
export const formatPercent = (percent: number): string => `${formatCount(Math.round(percent))}%`;

/** 0.5 as `50%`. The caller adds the sign, as a word or an arrow. */
export const formatRatio = (ratio: number): string => formatPercent(ratio * 100);

/** A score of 0-100 without decimals. */
export const formatScore = (score: number): string => String(Math.round(score));

/** `theirMinute`: beside a time in another zone. */
type DateForm = 'day' | 'minute' | 'theirMinute' | 'time';

const TOKENS: Record<DateForm, string> = {
  day: '{date_short_pretty}',
  minute: '{date_short_pretty} at {time}',
  theirMinute: '{date_short_pretty} at {time}, your time',
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
  return form === 'minute' || form === 'theirMinute' ? `${day} ${time.slice(0, 5)} UTC` : `${time.slice(0, 8)} UTC`;
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
