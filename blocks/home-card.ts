import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, button, context, section } from './elements.ts';
import { describeFreshness, type Freshness, formatFreshness } from './freshness.ts';
import { describeNoMovers } from './list-words.ts';
import { describeMovers, type Movers, moverRows } from './mover-rows.ts';
import { plural } from './numbers.ts';
import { EmergingQuery, encodeQuery, TopQuery, TrendingQuery } from './question.ts';

interface HomeFacts {
  activeSignals: number | null;
  /** null when the service did not tell what moved. */
  movers: Movers | null;
  freshness: Freshness;
  linkTo: (signalId: string) => string | null;
}

/** What a bare command answers: one line of what this is, what moved, and the next step as a button. */
export function homeCard({ activeSignals, movers, freshness, linkTo }: HomeFacts): Card {
  const watched = activeSignals === null ? '' : ` ${plural(activeSignals, 'pain signal')} active now.`;
  const says = `What developers everywhere struggle with, ranked, with proof.${watched}`;
  const ways = `Or type \`${COMMAND} search oauth\`, or \`${COMMAND} ask why do builds fail?\``;
  const moved =
    movers === null
      ? ''
      : ` ${movers.length === 0 ? describeNoMovers(freshness) : `What moved: ${describeMovers(movers)}.`}`;
  return card(
    `${says}${moved} Try ${COMMAND} trending, ${COMMAND} search or ${COMMAND} help.${describeFreshness(freshness)}`,
    [
      section(`*Pain Signals*\n${says}`),
      ...(movers === null ? [] : moverRows(movers, linkTo)),
      movers?.length === 0 ? section(describeNoMovers(freshness)) : null,
      actions(mainListButtons()),
      context([ways]),
      context(formatFreshness(freshness)),
    ],
  );
}

/** The doors that stand open from everywhere. */
export function mainListButtons(): (Button | null)[] {
  const trending = encodeQuery(TrendingQuery.parse({ show: 'trending' }));
  return [
    button(ACTION.trending, { text: 'Trending', value: trending, style: 'primary' }),
    button(ACTION.emerging, { text: 'Emerging', value: encodeQuery(EmergingQuery.parse({ show: 'emerging' })) }),
    button(ACTION.top, { text: 'Top', value: encodeQuery(TopQuery.parse({ show: 'top' })) }),
    button(ACTION.openSearch, { text: 'Search', value: 'search', label: 'Search with filters' }),
    button(ACTION.help, { text: 'Help', value: encodeQuery({ show: 'help' }) }),
  ];
}
