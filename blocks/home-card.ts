import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, button, context, section } from './elements.ts';
import { type Freshness, sayFreshness, showFreshness } from './freshness.ts';
import { sayNoMovers } from './list-words.ts';
import { type Movers, moverRows, sayMovers } from './mover-rows.ts';
import { plural } from './numbers.ts';
import { EmergingQuestion, encodeQuestion, TopQuestion, TrendingQuestion } from './question.ts';

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
    movers === null ? '' : ` ${movers.length === 0 ? sayNoMovers(freshness) : `What moved: ${sayMovers(movers)}.`}`;
  return card(
    `${says}${moved} Try ${COMMAND} trending, ${COMMAND} search or ${COMMAND} help.${sayFreshness(freshness)}`,
    [
      section(`*Pain Signals*\n${says}`),
      ...(movers === null ? [] : moverRows(movers, linkTo)),
      movers?.length === 0 ? section(sayNoMovers(freshness)) : null,
      actions(listButtons()),
      context([ways]),
      context(showFreshness(freshness)),
    ],
  );
}

/** The doors that stand open from everywhere. */
export function listButtons(): (Button | null)[] {
  const trending = encodeQuestion(TrendingQuestion.parse({ show: 'trending' }));
  return [
    button(ACTION.trending, { text: 'Trending', value: trending, style: 'primary' }),
    button(ACTION.emerging, { text: 'Emerging', value: encodeQuestion(EmergingQuestion.parse({ show: 'emerging' })) }),
    button(ACTION.top, { text: 'Top', value: encodeQuestion(TopQuestion.parse({ show: 'top' })) }),
    button(ACTION.openSearch, { text: 'Search', value: 'search', label: 'Search with filters' }),
    button(ACTION.help, { text: 'Help', value: encodeQuestion({ show: 'help' }) }),
  ];
}
