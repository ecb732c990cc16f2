import { COMMAND, type Freshness } from '@pain-signals/domain';
import { type Card, card } from '../kit/card.ts';
import { actions, context, section } from '../kit/elements.ts';
import type { Locale } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import type { LinkTo } from '../kit/signal-text.ts';
import { mainListButtons } from '../signals/list-controls.ts';
import { describeNoMovers } from '../signals/list-texts.ts';
import { describeMovers, type Movers, moverRows } from './movers.ts';

interface HomeFacts {
  activeSignals: number | null;
  /** Null when the service did not answer. */
  movers: Movers | null;
  freshness: Freshness;
  linkTo: LinkTo;
  locale: Locale;
}

/** The answer to the bare command. */
export function homeCard({ activeSignals, movers, freshness, linkTo, locale }: HomeFacts): Card {
  const watched = activeSignals === null ? '' : ` ${locale.plural(activeSignals, 'active signal')}.`;
  const says = `What developers are struggling with, ranked and backed by evidence.${watched}`;
  const ways = `Or ask in your own words: \`${COMMAND} why do builds fail?\``;
  const moved =
    movers === null
      ? ''
      : ` ${movers.length === 0 ? describeNoMovers(freshness) : `This week: ${describeMovers(movers, locale)}.`}`;
  return card(
    `${says}${moved} Try ${COMMAND} trending, ${COMMAND} search or ${COMMAND} help.${describeFreshness(freshness)}`,
    [
      section(`*Pain Signals*\n${says}`),
      ...(movers === null ? [] : moverRows(movers, { linkTo, locale })),
      movers?.length === 0 ? section(describeNoMovers(freshness)) : null,
      actions(mainListButtons()),
      context([ways]),
      context(formatFreshness(freshness)),
    ],
  );
}
