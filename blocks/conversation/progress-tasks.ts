import type { Query } from '@pain-signals/domain';
import type { Card } from '../kit/card.ts';
import { escapeForAnyFormat, unescapeMrkdwn } from '../kit/text.ts';

/** A step of the work on an answer, shown while it lasts. */
export interface ProgressTask {
  id: string;
  title: string;
}

const TITLES: Partial<Record<Query['show'], string>> = {
  trending: 'Checking what’s rising',
  emerging: 'Finding small signals that are growing',
  top: 'Ranking the signals',
  search: 'Searching the signals',
  ask: 'Searching the posts',
  signal: 'Opening the signal',
  why: 'Reading this week’s posts',
  evidence: 'Reading the posts',
  chart: 'Counting the mentions',
  brief: 'Opening the brief',
  briefs: 'Ranking the briefs',
  compare: 'Comparing the signals',
};

/** Null for what is answered without looking anything up. */
export function lookUpTask(query: Query | undefined): ProgressTask | null {
  if (query === undefined || query.show === 'courtesy' || query.show === 'help') return null;
  const subject = query.show === 'find' ? query.want : query.show;
  return { id: INTERRUPTED.id, title: TITLES[subject] ?? 'Looking it up' };
}

/** Replaces the task of a process that died. */
export const INTERRUPTED: ProgressTask & { status: 'error' } = {
  id: 'look-up',
  title: 'Looking it up was interrupted',
  status: 'error',
};

/** Instead of `Opening the brief`, when the answer asks of which signal. */
export const ASKING_TITLE = 'Looking up the signal';

/** Where the picture was refused. */
export const NO_CHART: Omit<ProgressTask, 'id'> & { status: 'error' } = {
  title: 'The chart couldn’t be drawn',
  status: 'error',
};

export const preparingTask = (isSample: boolean): ProgressTask => ({
  id: 'prepare',
  title: isSample ? 'Preparing the sample data' : 'Preparing the first signals',
});

export const chartTask: ProgressTask = { id: 'chart', title: 'Drawing the chart' };

/** Slack takes 256. */
const FINDING = 240;

/** `[1]` alone is no link in Markdown. */
const CITATION_OR_MARK = /\[\d{1,2}\](?![(:[])|[*_~`|\\[\]]/g;

/** What was found, for the finished task. Slack may read it as Markdown, so nothing in it can become a link. */
export const describeFound = ({ text }: Card): string =>
  escapeForAnyFormat(
    unescapeMrkdwn(text).replace(CITATION_OR_MARK, (found) => (found.length > 1 ? found : ' ')),
    FINDING,
  );
