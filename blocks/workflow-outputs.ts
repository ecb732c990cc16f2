import type { PainSignalListItem } from '@pain-signals/contract';
import type { Failure } from './error-card.ts';
import { wordsOfFailure } from './failure-words.ts';
import { type Freshness, sayFreshness } from './freshness.ts';
import { sayGrowth } from './growth.ts';
import { wordsOfList } from './list-words.ts';
import { plural, showScore } from './numbers.ts';
import type { SearchQuestion, TrendingQuestion } from './question.ts';
import { inertData } from './text.ts';

/** What a workflow's step hands on, as manifest.workflow.yml describes it; without a signal there is no first one. */
export interface WorkflowOutputs {
  finding: string;
  list: string;
  count: number;
  top_id?: string;
  top_topic?: string;
  top_link?: string;
}

interface Found {
  question: TrendingQuestion | SearchQuestion;
  rows: readonly PainSignalListItem[];
}

/** Plain text, for nobody knows whether a later step reads it as markup. */
export function workflowOutputs(
  { question, rows }: Found,
  { freshness, linkTo }: { freshness: Freshness; linkTo: (signalId: string) => string | null },
): WorkflowOutputs {
  const { title, empty } = wordsOfList(question);
  const [first] = rows;
  const trust = sayFreshness(freshness);
  const nothing = inWords(empty);
  if (first === undefined) return { finding: `${nothing}${trust}`, list: nothing, count: 0 };
  const others = rows.length === 1 ? '' : `, and ${plural(rows.length - 1, 'other')}`;
  const link = linkTo(first.id);
  return {
    finding: `${inWords(title)}: ${sayRow(first)}${others}.${trust}`,
    list: rows.map((row, at) => [`${at + 1}. ${sayRow(row)}`, linkTo(row.id)].filter(Boolean).join(' ')).join('\n'),
    count: rows.length,
    top_id: inertData(first.id, 200),
    top_topic: sayTopic(first),
    ...(link === null ? {} : { top_link: link }),
  };
}

/** Why a step failed: whoever keeps the workflow reads it. */
export function workflowFailure(failure: Failure, reference: string): string {
  const { happened, because, next } = wordsOfFailure(failure);
  const todo = failure.kind === 'rate-limited' ? 'Run the workflow again in a minute.' : next;
  return `${inWords(`${happened} ${because} ${todo}`)} Reference ${reference}`;
}

const TOPIC = 160;

const sayTopic = ({ topic }: PainSignalListItem): string => inertData(topic, TOPIC) || 'Untitled signal';

const sayRow = (signal: PainSignalListItem): string =>
  `${sayTopic(signal)} (score ${showScore(signal.score)}, ${sayGrowth(signal)}, ${plural(signal.volume, 'mention')})`;

const ESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const WORDS = 2_000;

/** What we say in mrkdwn, as words alone. */
const inWords = (mrkdwn: string): string =>
  inertData(
    mrkdwn.replace(/[`*]/g, '').replace(/&(?:amp|lt|gt);/g, (escaped) => ESCAPED[escaped] ?? escaped),
    WORDS,
  );

/** What somebody filled in, within the words that refuse it. */
export const givenInputs = (text: string): string => inertData(text, 60);
