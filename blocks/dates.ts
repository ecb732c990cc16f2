import { currentLocale } from './numbers.ts';

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
