import { CHART_DAYS, CHART_KINDS, type ChartQuestion } from '#blocks/question.ts';
import type { Word } from './command-line.ts';
import { nearestWord } from './nearest.ts';
import type { ParseFault } from './options.ts';
import { readSignalName } from './signal-names.ts';

/** A chart is a signal with what to draw behind its name: `3 history 90`, `oauth tokens 180 days`. */

type Chart = Partial<Pick<ChartQuestion, 'kind' | 'days'>>;

/** `words` without the subcommand; the name is empty when nothing but options was typed. */
export function readChartOptions(words: readonly Word[]): { name: string; chart: Chart } | { fault: ParseFault } {
  const chart: Chart = {};
  const rest = [...words];
  const [first, second] = rest;
  // `history of 3`, but a topic may begin with the same word.
  const behind = rest.slice(second && isFiller(second) ? 2 : 1);
  if (first && isKind(first) && isShort(behind[0])) {
    chart.kind = first.text.toLowerCase() as ChartQuestion['kind'];
    rest.splice(0, rest.length - behind.length);
  }
  while (rest.length > 1 && takeOption(rest, chart));
  const fault = rest.length === 2 ? faultOf(rest, words.length - rest.length) : null;
  return fault === null ? { name: rest.map(({ text }) => text).join(' '), chart } : { fault };
}

/** Takes the last word, or number and unit, where it is an option. */
function takeOption(rest: Word[], chart: Chart): boolean {
  const [before, last] = rest.slice(-2);
  if (last === undefined || last.isQuoted) return false;
  if (isKind(last)) {
    chart.kind = last.text.toLowerCase() as ChartQuestion['kind'];
    rest.pop();
    return true;
  }
  const isUnit = /^days?$/i.test(last.text) && before?.isQuoted === false;
  const days = CHART_DAYS.find((each) => String(each) === (isUnit ? before?.text : last.text.replace(/d$/i, '')));
  // In `7 days` alone the seven would be the signal.
  if (days === undefined || (isUnit && rest.length < 3)) return false;
  chart.days = days;
  rest.splice(isUnit ? -2 : -1);
  return true;
}

/** One word too many behind a signal that needs no more. */
function faultOf([signal, extra]: readonly Word[], at: number): ParseFault | null {
  if (extra === undefined || extra.isQuoted || !isShort(signal)) return null;
  const { text: given } = extra;
  const number = Number(given.replace(/d$/i, ''));
  if (Number.isFinite(number)) {
    const nearest = [...CHART_DAYS].sort((one, other) => Math.abs(one - number) - Math.abs(other - number))[0];
    const fix = nearest === undefined ? null : { at: at + 1, word: String(nearest) };
    return { kind: 'bad-value', given, expected: `${CHART_DAYS.slice(0, -1).join(', ')} or 365 days`, fix };
  }
  const near = nearestWord(given, CHART_KINDS);
  return near === null ? null : { kind: 'unknown-option', given, expected: '', fix: { at: at + 1, word: near } };
}

const isKind = ({ text, isQuoted }: Word) => !isQuoted && CHART_KINDS.some((kind) => kind === text.toLowerCase());

const isFiller = ({ text }: Word) => /^(?:of|for)$/i.test(text);

/** Named by one word: an id, a link or a number. */
const isShort = (word: Word | undefined) => word !== undefined && readSignalName(word.text).by !== 'words';
