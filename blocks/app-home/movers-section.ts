import type { PainSignalListItem } from '@pain-signals/contract';
import { context, header, section } from '../elements.ts';
import type { FailureWords } from '../failure-words.ts';
import { type Freshness, showFreshness } from '../freshness.ts';
import type { TrendingQuestion } from '../question.ts';
import { signalRow } from '../signal-row.ts';
import { retryButton, type Section } from './home-view.ts';

const TITLE = 'What moved';

interface Movers {
  question: TrendingQuestion;
  rows: readonly PainSignalListItem[];
  freshness: Freshness;
  linkTo: (signalId: string) => string | null;
}

/** What grows fastest, each row one press away from the rest. */
export function moversSection({ question, rows, freshness, linkTo }: Movers): Section {
  return [
    header(TITLE),
    ...rows.map((row, at) => signalRow(row, { rank: at + 1, list: question, linkTo })),
    rows.length === 0 ? section('Nothing rises beyond chance this week.') : null,
    context(showFreshness(freshness)),
  ];
}

export const noMoversSection = ({ happened, because, next }: FailureWords): Section => [
  header(TITLE),
  section(`*${happened}*\n${because}\n${next}`),
  retryButton(),
];
