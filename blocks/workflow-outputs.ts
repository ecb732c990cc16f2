import type { PainSignalListItem } from '@pain-signals/contract';
import type { Failure } from './error-card.ts';
import { wordsOfFailure } from './failure-words.ts';
import { type Freshness, sayFreshness } from './freshness.ts';
import { sayGrowth } from './growth.ts';
import { wordsOfList } from './list-words.ts';
import { plural, showScore } from './numbers.ts';
import type { SearchQuestion, TrendingQuestion } from './question.ts';
import { plainData } from './text.ts';

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

/** Plain text, for nobody knows whether a later step reads it as markup: no sign in it means anything to Slack. */
export function workflowOutputs(
  { question, rows }: Found,
  { freshness, linkTo }: { freshness: Freshness; linkTo: (signalId: string) => string | null },
): WorkflowOutputs {
  const { title, empty } = wordsOfList(question);
  const [first] = rows;
  const trust = sayFreshness(freshness);
  if (first === undefined) return { finding: `${withoutMarks(empty)}${trust}`, list: withoutMarks(empty), count: 0 };
  const others = rows.length === 1 ? '' : `, and ${plural(rows.length - 1, 'other')}`;
  const link = linkTo(first.id);
  return {
    finding: `${title}: ${sayRow(first)}${others}.${trust}`,
    list: rows.map((row, at) => [`${at + 1}. ${sayRow(row)}`, linkTo(row.id)].filter(Boolean).join(' ')).join('\n'),
    count: rows.length,
    top_id: first.id,
    top_topic: sayTopic(first),
    ...(link === null ? {} : { top_link: link }),
  };
}

/** Why a step failed: whoever keeps the workflow reads it. */
export function workflowFailure(failure: Failure, reference: string): string {
  const { happened, because, next } = wordsOfFailure(failure);
  const todo = failure.kind === 'rate-limited' ? 'Run the workflow again in a minute.' : next;
  return withoutMarks(`${happened} ${because} ${todo} Reference ${reference}`);
}

const TOPIC = 160;

const sayTopic = ({ topic }: PainSignalListItem): string => plainData(topic, TOPIC) || 'Untitled signal';

const sayRow = (signal: PainSignalListItem): string =>
  `${sayTopic(signal)} (score ${showScore(signal.score)}, ${sayGrowth(signal)}, ${plural(signal.volume, 'mention')})`;

const withoutMarks = (text: string): string => text.replaceAll('`', '').replaceAll('*', '');
