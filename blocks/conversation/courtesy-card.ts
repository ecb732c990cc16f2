import { EmergingQuery, type Query, TopQuery, TrendingQuery } from '@pain-signals/domain';
import { ACTION } from '../kit/action-ids.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, textCard } from '../kit/card.ts';
import { button } from '../kit/elements.ts';

/** The answer to thanks or a greeting. */
export function courtesyCard(of: Extract<Query, { show: 'courtesy' }>['of']): Card {
  if (of === 'thanks') return textCard("You're welcome.");
  return textCard(
    "*Hi!* Ask me what developers are struggling with, in your own words. Here's where most people start:",
    [
      button(ACTION.trending, {
        text: "What's rising",
        value: encodeQuery(TrendingQuery.parse({ show: 'trending' })),
        style: 'primary',
      }),
      button(ACTION.emerging, { text: "What's new", value: encodeQuery(EmergingQuery.parse({ show: 'emerging' })) }),
      button(ACTION.top, { text: 'Top pains', value: encodeQuery(TopQuery.parse({ show: 'top' })) }),
      button(ACTION.help, { text: 'Help', value: encodeQuery({ show: 'help' }) }),
    ],
  );
}
