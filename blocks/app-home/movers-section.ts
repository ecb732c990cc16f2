import { context, header, section } from '../elements.ts';
import type { FailureWords } from '../failure-words.ts';
import { type Freshness, showFreshness } from '../freshness.ts';
import { sayNoMovers } from '../list-words.ts';
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
    movers.length === 0 ? section(sayNoMovers(freshness)) : null,
    context(showFreshness(freshness)),
  ];
}

export const noMoversSection = ({ happened, because, next }: FailureWords): Section => [
  header(TITLE),
  section(`*${happened}*\n${because}\n${next}`),
  retryButton(),
];
