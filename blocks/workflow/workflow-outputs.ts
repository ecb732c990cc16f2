import type { PainSignalListItem } from '@pain-signals/contract';
import type { Freshness, SearchQuery, TrendingQuery } from '@pain-signals/domain';
import { errorMessage, type Failure } from '../errors/error-messages.ts';
import { describeFreshness } from '../kit/card-context.ts';
import { formatScore, plural } from '../kit/format.ts';
import { describeTrend, type LinkTo } from '../kit/signal-text.ts';
import { escapeForAnyFormat } from '../kit/text.ts';
import { listTexts, searchSubject } from '../signals/list-texts.ts';

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
  query: TrendingQuery | SearchQuery;
  rows: readonly PainSignalListItem[];
}

/** Plain text, for nobody knows whether a later step reads it as markup. */
export function workflowOutputs(
  { query, rows }: Found,
  { freshness, linkTo }: { freshness: Freshness; linkTo: LinkTo },
): WorkflowOutputs {
  const { empty } = listTexts(query);
  const [first] = rows;
  const trust = describeFreshness(freshness);
  const nothing = plainWords(empty);
  if (first === undefined) return { finding: `${nothing}${trust}`, list: nothing, count: 0 };
  const link = linkTo(first.id);
  return {
    finding: `${describeFound({ query, rows }, first)}.${trust}`,
    list: rows
      .map((row, at) => [`${at + 1}. ${describeRow(row)}`, linkTo(row.id)].filter(Boolean).join(' '))
      .join('\n'),
    count: rows.length,
    top_id: escapeForAnyFormat(first.id, 200),
    top_topic: describeTopic(first),
    ...(link === null ? {} : { top_link: link }),
  };
}

/** `5 signals rose significantly this week, led by “Slow builds” (score 60, new: 4 mentions this week)`, `2 bugs about “docker” were found, first “…”` */
function describeFound({ query, rows }: Found, first: PainSignalListItem): string {
  const one = describeRow(first, `“${describeTopic(first)}”`);
  if (query.show === 'search') {
    const { one: noun, where } = searchSubject(query);
    const about = where === '' ? '' : ` ${plainWords(where)}`;
    return rows.length === 1
      ? `One ${noun}${about} was found: ${one}`
      : `${plural(rows.length, noun)}${about} were found, first ${one}`;
  }
  // As many as were asked for: there may be more.
  if (rows.length === query.limit)
    return `At least ${plural(rows.length, 'signal')} rose significantly this week, led by ${one}`;
  return rows.length === 1
    ? `${one} rose significantly this week`
    : `${plural(rows.length, 'signal')} rose significantly this week, led by ${one}`;
}

/** Why a step failed, for the workflow's owner. */
export function workflowFailure(failure: Failure, reference: string): string {
  const { title, reason, nextStep } = errorMessage(failure);
  const todo = failure.code === 'rate-limited' ? 'Run the workflow again in a minute.' : nextStep;
  return `${plainWords(`${title} ${reason} ${todo}`)} Reference ${reference}`;
}

const TOPIC = 160;

const describeTopic = ({ topic }: PainSignalListItem): string => escapeForAnyFormat(topic, TOPIC) || 'Untitled signal';

const describeRow = (signal: PainSignalListItem, named = describeTopic(signal)): string =>
  `${named} (score ${formatScore(signal.score)}, ${describeTrend(signal)})`;

const ESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const WORDS = 2_000;

/** Our own mrkdwn as plain text. */
const plainWords = (mrkdwn: string): string =>
  escapeForAnyFormat(
    mrkdwn.replace(/[`*]/g, '').replace(/&(?:amp|lt|gt);/g, (escaped) => ESCAPED[escaped] ?? escaped),
    WORDS,
  );

/** A wrong input, quoted in its error message. */
export const quoteInput = (text: string): string => escapeForAnyFormat(text, 60);
