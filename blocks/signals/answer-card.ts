import type { FoundSignal } from '@pain-signals/contract';
import type { AskQuery } from '@pain-signals/domain';
import type { Locale } from '../kit/format.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn, formatLink } from '../kit/text.ts';

const MAX_SENTENCES = 3;
const QUOTED = 300;

/** Questions that are answered by yes before anything else. */
const YES_OR_NO = /^(?:(?:hey|hi|so|ok)[, ]+)?(?:do|does|did|is|are|has|have|any(?:one|body)?)\b/i;

/**
 * Up to three sentences that answer a question, each with its source: [1] is the post quoted in the first row. Null where no post
 * is known.
 */
export function answerSentences(query: AskQuery, rows: readonly FoundSignal[], locale: Locale): string | null {
  const sourced = rows
    .map((row, at) => ({ row, number: query.page === 0 ? at + 1 : 0 }))
    .filter(({ row, number }) => number > 0 && hasSource(row))
    .slice(0, MAX_SENTENCES);
  if (sourced.length === 0) return null;
  const [first = 'Mostly', ...others] = YES_OR_NO.test(query.question)
    ? ['Yes:', 'People also report', 'And']
    : ['Mostly', 'People also report', 'And'];
  return sourced
    .map(
      ({ row, number }, at) =>
        `${[first, ...others][at]} “${formatTopic(row)}” (${describeVolume(row, locale)}) [${number}].`,
    )
    .join(' ');
}

function describeVolume({ volume, mentionsLastWindow: last, confirmed = true }: FoundSignal, locale: Locale): string {
  const week = last === null ? '' : last === 0 ? ', none this week' : `, ${locale.count(last)} this week`;
  return `${locale.plural(volume, 'mention')}${week}${confirmed ? '' : ', not yet confirmed'}`;
}

const hasSource = ({ match }: FoundSignal): boolean => (match?.sentence ?? null) !== null;

/** The sentence that matched, with its post; null where none is known. */
export function matchLine({ match }: FoundSignal, rank: number): string | null {
  if (match === undefined || match.sentence === null) return null;
  const sentence = escapeMrkdwn(match.sentence, QUOTED);
  if (sentence === '') return null;
  const author = escapeMrkdwn(match.author ?? '', 60);
  const source = [match.url === null ? null : formatLink(match.url), author === '' ? null : `by ${author}`];
  return `> “${sentence}” [${rank}] ${source.filter((part) => part !== null).join(', ')}`.trim();
}
