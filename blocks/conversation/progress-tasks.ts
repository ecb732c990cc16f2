import type { Query } from '@pain-signals/domain';
import type { Card } from '../kit/card.ts';
import { escapeForAnyFormat, unescapeMrkdwn } from '../kit/text.ts';

/** A step of the work on an answer, shown while it lasts. */
export interface ProgressTask {
  id: string;
  title: string;
  /** The title once it is done. */
  done: string;
}

/** While it lasts, and once it is done. */
const TITLES: Partial<Record<Query['show'], readonly [title: string, done: string]>> = {
  trending: ['Checking what’s rising', 'Checked what’s rising'],
  emerging: ['Finding small signals that are growing', 'Looked for small signals that are growing'],
  top: ['Ranking the signals', 'Ranked the signals'],
  search: ['Searching the signals', 'Searched the signals'],
  refine: ['Searching the signals', 'Searched the signals'],
  ask: ['Searching the posts', 'Searched the posts'],
  signal: ['Opening the signal', 'Opened the signal'],
  why: ['Reading this week’s posts', 'Read this week’s posts'],
  evidence: ['Reading the posts', 'Read the posts'],
  chart: ['Counting the mentions', 'Counted the mentions'],
  brief: ['Opening the brief', 'Opened the brief'],
  briefs: ['Listing the briefs', 'Listed the briefs'],
  compare: ['Comparing the signals', 'Compared the signals'],
};

/** Null for what is answered without looking anything up. */
export function lookUpTask(query: Query | undefined): ProgressTask | null {
  if (query === undefined || query.show === 'courtesy' || query.show === 'help') return null;
  const { want, otherwise } = query.show === 'find' ? query : { want: query.show };
  // "So what's new?" is about the signal in mind or all of them, which is known once it's answered.
  const titles = otherwise === undefined || otherwise.show === want ? TITLES[want] : undefined;
  const [title, done] = titles ?? ['Looking it up', 'Looked it up'];
  return { id: INTERRUPTED.id, title, done };
}

/** Replaces the task of an answer that was not ended. */
export const INTERRUPTED: Omit<ProgressTask, 'done'> & { status: 'error' } = {
  id: 'look-up',
  title: 'Looking it up was interrupted',
  status: 'error',
};

/** Instead of `Opened the brief`, when the answer asks of which signal. */
export const ASKING_TITLE = 'Looked up the signal';

/** Where the picture was refused. */
export const NO_CHART: Pick<ProgressTask, 'title'> & { status: 'error' } = {
  title: 'The chart couldn’t be drawn',
  status: 'error',
};

export const preparingTask = (isSample: boolean): ProgressTask => ({
  id: 'prepare',
  title: isSample ? 'Preparing the sample data' : 'Preparing the first signals',
  done: isSample ? 'Prepared the sample data' : 'Prepared the first signals',
});

export const chartTask: ProgressTask = { id: 'chart', title: 'Drawing the chart', done: 'Drew the chart' };

/** Slack takes 256. */
const FINDING = 240;

/** `[1]` alone is no link in Markdown. */
const CITATION_OR_MARK = /\[\d{1,2}\](?![(:[])|[*_~`|\\[\]]/g;

/** Slack names channels and people in mrkdwn alone. */
const withoutMentions = (text: string): string => text.replace(/<#\w+>/g, 'the channel').replace(/<@\w+>/g, 'someone');

/** What was found, for the finished task. Slack may read it as Markdown, so nothing in it can become a link. */
export const describeFound = ({ text }: Card): string =>
  escapeForAnyFormat(
    unescapeMrkdwn(withoutMentions(text)).replace(CITATION_OR_MARK, (found) => (found.length > 1 ? found : ' ')),
    FINDING,
  );
