import { CHART_DAYS, CHART_KINDS, type ChartQuery } from '@pain-signals/domain';
import { nearestWord, type Word } from './command-line.ts';
import { type ParseError, REMOVED_WORD } from './option-values.ts';
import { parseSignalName } from './signal-names.ts';

/** `/pain chart` takes a signal, then the kind of chart and the days: `3 history 90`, `oauth tokens 180 days`. */

type Chart = Partial<Pick<ChartQuery, 'kind' | 'days'>>;

type PlacedWord = Word & { at: number };

const SPANS = `${CHART_DAYS.slice(0, -1).join(', ')} or ${CHART_DAYS.at(-1)} days`;
const ALLOWED = `${CHART_KINDS.slice(0, -1).join(', ')} or ${CHART_KINDS.at(-1)}, and ${SPANS}`;

/** @param words without the subcommand. The name is empty when only options were typed. */
export function parseChartOptions(words: readonly Word[]): { name: string; chart: Chart } | { error: ParseError } {
  const chart: Chart = {};
  const rest = words.map((word, at): PlacedWord => ({ ...word, at }));
  const [first, second] = rest;
  // `history of 3`, but a topic may begin with the same word.
  const behind = rest.slice(second && isFiller(second) ? 2 : 1);
  if (first && isKind(first) && isShort(behind[0])) {
    chart.kind = first.text.toLowerCase() as ChartQuery['kind'];
    rest.splice(0, rest.length - behind.length);
  }
  let days: PlacedWord | undefined;
  for (let taken = takeOption(rest, chart); taken !== null; taken = takeOption(rest, chart)) days ??= taken.days;
  const error = strayWord(rest) ?? (chart.kind === 'sources' && days ? daysOfSources(days) : null);
  return error === null ? { name: rest.map(({ text }) => text).join(' '), chart } : { error };
}

/** What the menu of a chart calls its kinds. */
const CALLED: ReadonlyMap<string, ChartQuery['kind']> = new Map([
  ['score', 'history'],
  ['mentions', 'timeline'],
]);

/** Takes an option from the end, unless nothing would be left for the signal. */
function takeOption(rest: PlacedWord[], chart: Chart): { days?: PlacedWord } | null {
  const [before, last] = rest.slice(-2);
  if (rest.length < 2 || last === undefined || last.isQuoted) return null;
  const called = isShort(rest[0]) ? CALLED.get(last.text.toLowerCase()) : undefined;
  if (isKind(last) || called !== undefined) {
    chart.kind = called ?? (last.text.toLowerCase() as ChartQuery['kind']);
    rest.pop();
    return {};
  }
  const isUnit = /^days?$/i.test(last.text) && before?.isQuoted === false;
  const days = CHART_DAYS.find((each) => String(each) === (isUnit ? before?.text : last.text.replace(/d$/i, '')));
  // In `7 days` alone, 7 is the signal.
  if (days === undefined || (isUnit && rest.length < 3)) return null;
  chart.days = days;
  const [number] = rest.splice(isUnit ? -2 : -1);
  return number === undefined ? null : { days: number };
}

/** The first unknown word after the signal. */
function strayWord([signal, ...more]: readonly PlacedWord[]): ParseError | null {
  const isTopic = more.length > 1 && !more.some((word) => isKind(word) || isNumber(word));
  const [stray] = more.filter((word) => !isKind(word));
  if (stray === undefined || isTopic || stray.isQuoted || !isShort(signal)) return null;
  const { text: given, at } = stray;
  const number = Number(given.replace(/d$/i, ''));
  if (Number.isFinite(number)) {
    const nearest = CHART_DAYS.toSorted((one, other) => Math.abs(one - number) - Math.abs(other - number))[0];
    return { kind: 'bad-value', given, expected: SPANS, fix: { at, word: String(nearest) } };
  }
  const word = nearestWord(given, CHART_KINDS) ?? REMOVED_WORD;
  return { kind: 'unknown-option', given, expected: ALLOWED, fix: { at, word } };
}

const daysOfSources = ({ text: given, at }: PlacedWord): ParseError => ({
  kind: 'bad-value',
  given,
  expected: `The sources chart always covers all time, so leave out ${given}.`,
  fix: { at, word: REMOVED_WORD },
});

const isNumber = ({ text, isQuoted }: Word) => !isQuoted && /^\d+d?$/i.test(text);

const isKind = ({ text, isQuoted }: Word) => !isQuoted && CHART_KINDS.some((kind) => kind === text.toLowerCase());

const isFiller = ({ text }: Word) => /^(?:of|for)$/i.test(text);

/** An id, a link or a number. */
const isShort = (word: Word | undefined) => word !== undefined && parseSignalName(word.text).by !== 'words';
