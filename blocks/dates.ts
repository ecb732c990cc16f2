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
export function showDate(instant: string | number, form: DateForm): string {
  const at = new Date(instant);
  return `<!date^${Math.floor(at.getTime() / 1000)}^${TOKENS[form]}|${inUtc(at, form)}>`;
}

function inUtc(at: Date, form: DateForm): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  if (form === 'day') return day;
  return form === 'minute' ? `${day} ${time.slice(0, 5)} UTC` : `${time.slice(0, 8)} UTC`;
}
