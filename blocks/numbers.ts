const ENGLISH = 'en-US';

/** Whose numbers are shown: those of English, the language of our texts, unless one person alone reads them. */
let reader = ENGLISH;

/**
 * Draws something with the numbers of one person's locale; null for those of all. A card is drawn at one go, without waiting for
 * anything, so its lines need not hand on whose numbers they show.
 */
export function withNumbersOf<Drawn>(locale: string | null, draw: () => Drawn): Drawn {
  const others = reader;
  reader = locale ?? ENGLISH;
  try {
    return draw();
  } finally {
    reader = others;
  }
}

/** For dates, which have the names of months, and for what is kept of drawings. */
export const localeOfReader = (): string => (isLocale(reader) ? reader : ENGLISH);

interface Formats {
  exact: Intl.NumberFormat;
  decimal: Intl.NumberFormat;
  decimalSign: string;
}

/** Slack has some twenty. */
const MOST_KEPT = 100;
const kept = new Map<string, Formats>();

/** To make them takes longer than to draw a card. */
function formatsOf(locale: string): Formats {
  const known = kept.get(locale);
  if (known !== undefined) return known;
  const made = makeFormats(isLocale(locale) ? locale : ENGLISH);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(locale, made);
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

const short = new Intl.NumberFormat(ENGLISH, { notation: 'compact', maximumFractionDigits: 1 });

/** 1,234 and 1.2M: exact while that is still read at a glance. */
export function showCount(count: number): string {
  // Most are that small, and the formatter takes longer than all the rest of a row.
  if (Number.isInteger(count) && count > -1_000 && count < 1_000) return String(count);
  const { exact, decimalSign } = formatsOf(reader);
  if (Math.abs(count) < 100_000) return exact.format(count);
  const parts = short.formatToParts(count);
  return parts.map(({ type, value }) => (type === 'decimal' ? decimalSign : value)).join('');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${showCount(count)} ${count === 1 ? one : many}`;
}

/** What somebody has given, with its decimals: 40.5. */
export const showGiven = (value: number): string => formatsOf(reader).decimal.format(value);

/** A score of 0-100 without decimals. */
export function showScore(score: number): string {
  return showCount(Math.round(score));
}

/** 0.5 as `50%`; the sign is the caller's to say in words or by an arrow. */
export const showPercent = (ratio: number): string => showShare(ratio * 100);

/** The same of what is given in hundredths already. */
export const showShare = (percent: number): string => `${showCount(Math.round(percent))}%`;
