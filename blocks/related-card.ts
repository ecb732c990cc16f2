import type { PainSignalListItem } from '@pain-signals/contract';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { encodeQuestion, encodeShare, type RelatedQuestion } from './question.ts';
import type { Setting } from './setting.ts';
import { sharedLine } from './shared-line.ts';
import { sayRow, showRow } from './signal-row.ts';
import { plainData, quoteData } from './text.ts';

/** The words that made a signal one: those of the message itself, and others that mean much the same. */
interface Matched {
  said: readonly string[];
  meant: readonly string[];
}

export interface Related {
  question: RelatedQuestion;
  rows: readonly (PainSignalListItem & { matched: Matched })[];
  /** The message it is about, under which it can be shared. */
  thread?: string;
}

const QUOTED = 120;
const MOST_WORDS = 6;

/** What others struggle with that is like a message: few signals, each with the words that made it one. */
export function relatedCard({ question, rows, thread }: Related, setting: Setting): Card {
  const { freshness, linkTo, audience } = setting;
  const found = rows.map((row, at) => `${sayRow(row, at + 1)}${sayMatched(row.matched, '; ')}`).join('; ');
  const share = encodeShare({ subject: question, attempt: 1, ...(thread ? { thread } : {}) });
  return card(`Related pain: ${found}.${sayFreshness(freshness)}`, [
    header('Related pain'),
    context([`Closest to “${quoteData(question.text, QUOTED)}”`]),
    ...rows.map((row, at) =>
      section(
        `${showRow(row, { rank: at + 1, linkTo })}${sayMatched(row.matched, '\n')}`,
        button(ACTION.details, {
          text: 'Details',
          label: `Details of ${plainData(row.topic, 60)}`,
          value: encodeQuestion({ show: 'signal', id: row.id }),
        }),
      ),
    ),
    context(showFreshness(freshness)),
    audience.kind === 'person' && thread && !audience.isShared
      ? actions([button(ACTION.share, { text: 'Share to thread', value: share, style: 'primary' })])
      : null,
    audience.kind === 'channel' ? sharedLine(audience, question) : null,
  ]);
}

/** Nothing is as good an answer as something: better than a guess that wastes a thread's time. */
export function nothingRelatedCard({ question }: Pick<Related, 'question'>, { freshness }: Setting): Card {
  const says = `Nothing close to “${quoteData(question.text, QUOTED)}” is known.`;
  const hint = 'Signals are only shown when they are clearly about the same thing.';
  return card(`${says} ${hint}${sayFreshness(freshness)}`, [
    section(`*${says}*\n${hint}`),
    context(showFreshness(freshness)),
    actions([
      button(ACTION.askInstead, {
        text: 'Show the closest anyway',
        value: encodeQuestion({ show: 'ask', question: question.text, page: 0 }),
      }),
    ]),
  ]);
}

/** A picture or a bare greeting has nothing to search for. */
export function nothingToSearchCard(): Card {
  const says = 'This message has too little text to find something related.';
  return card(`${says} Use it on a message that describes a problem.`, [
    section(`*${says}*\nUse it on a message that describes a problem.`),
  ]);
}

function sayMatched({ said, meant }: Matched, before: string): string {
  const parts = [listWords('Matched: ', said), listWords('Near in meaning: ', meant)].filter((part) => part !== '');
  return parts.length === 0 ? '' : before + parts.join('; ');
}

const listWords = (before: string, words: readonly string[]): string =>
  words.length === 0
    ? ''
    : before +
      words
        .slice(0, MOST_WORDS)
        .map((word) => `“${quoteData(word, 40)}”`)
        .join(', ');
