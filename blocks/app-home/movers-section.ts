import { context, header, section } from '../elements.ts';
import type { ErrorMessage } from '../failure-words.ts';
import { type Freshness, formatFreshness } from '../freshness.ts';
import { describeNoMovers } from '../list-words.ts';
import { type Movers, moverRows } from '../mover-rows.ts';
import { retryButton, type Section } from './home-view.ts';

const TITLE = 'What moved';

interface Shown {
  movers: Movers;
  freshness: Freshness;
  linkTo: (signalId: string) => string | null;
}

/** What rises, is new, is back and fades, each row one press away from the rest. */
export function moversSection({ movers, freshness, linkTo }: Shown): Section {
  return [
    header(TITLE),
    ...moverRows(movers, linkTo),
    movers.length === 0 ? section(describeNoMovers(freshness)) : null,
    context(formatFreshness(freshness)),
  ];
}

export const moversErrorSection = ({ happened, because, next }: ErrorMessage): Section => [
  header(TITLE),
  section(`*${happened}*\n${because}\n${next}`),
  retryButton(),
];
