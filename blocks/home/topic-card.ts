import { EMERGING_MIN_GROWTH } from '@pain-signals/contract';
import { type Freshness, type HelpTopic, SMALL_VOLUME, TopQuery } from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { formatFreshness } from '../kit/card-context.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { formatCount, formatRatio, plural } from '../kit/format.ts';
import { helpButton, mainListButtons } from '../signals/list-controls.ts';
import { describeAge } from './status-card.ts';

export interface HelpFacts {
  /** All signals that are shown, and the active ones; null when unknown. */
  signals: number | null;
  active: number | null;
  hidden: number;
  freshness: Freshness;
  /** Epoch ms. */
  now: number;
}

/** What is asked about the app, with where to look. */
export function helpTopicCard(about: HelpTopic, facts: HelpFacts): Card {
  const [says, ...more] = TEXTS[about](facts);
  return card([says, ...more].join(' ').replaceAll('*', ''), [
    section([`*${says}*`, ...more].join('\n')),
    about === 'signals' ? context(formatFreshness(facts.freshness)) : null,
    actions([...BUTTONS[about], helpButton()]),
  ]);
}

const TEXTS: Record<HelpTopic, (facts: HelpFacts) => string[]> = {
  score: () => [
    'A score, from 0 to 100, says how much a signal matters right now.',
    'It combines how many people report it, how fast it’s growing, how widespread and how severe it is, and how recent its posts are. Reports from only a few people or one organization lower it.',
    'Each signal’s card names the main reasons for its score.',
  ],
  signals: ({ signals, active, hidden }) => [
    signals === null
      ? 'The number of signals isn’t known right now.'
      : `There ${signals === 1 ? 'is' : 'are'} ${plural(signals, 'signal')}.`,
    ...(active === null
      ? []
      : [`${formatCount(active)} of them ${active === 1 ? 'was' : 'were'} mentioned in the last 30 days.`]),
    ...(hidden === 0
      ? []
      : [`${plural(hidden, 'signal')} hidden in this workspace ${hidden === 1 ? 'isn’t' : 'aren’t'} counted.`]),
  ],
  data: ({ freshness: { isSample, isMixed } }) => [
    isSample && !isMixed
      ? 'This is sample data: made-up posts to try the app with.'
      : 'The data comes from posts that developers write on issue trackers, forums and Q&A sites.',
    ...(isSample ? ['Real signals come from posts on issue trackers, forums and Q&A sites.'] : []),
    'Posts about the same problem are grouped into a signal. Each signal’s card names its sources, and *Evidence* shows its posts.',
  ],
  terms: () => [
    'A signal is one problem that several people posted about.',
    '*Trending*: mentions rose significantly this week.',
    `*Emerging*: the same, by ${formatRatio(EMERGING_MIN_GROWTH)} or more, with up to ${SMALL_VOLUME} mentions in total.`,
    '*Cooling off*: mentions are down 50% or more this week.',
    '*Top*: the highest scores. A score, from 0 to 100, says how much a signal matters right now.',
    '*Brief*: the problem, its cost, what people do today and whom to ask.',
  ],
  updates: ({ freshness: { snapshotAt }, now }) => [
    'Scores are updated every night, and when new posts come in.',
    ...(snapshotAt === undefined ? [] : [`${describeAge(snapshotAt, now).replaceAll('*', '')}.`]),
  ],
};

const topButton = button(ACTION.top, { text: 'Top by score', value: encodeQuery(TopQuery.parse({ show: 'top' })) });
const statusButton = button(ACTION.refresh, { text: 'Status', value: encodeQuery({ show: 'status' }) });

const BUTTONS: Record<HelpTopic, (Button | null)[]> = {
  score: [topButton],
  terms: [...mainListButtons().slice(0, 3)],
  signals: [topButton],
  data: [topButton, statusButton],
  updates: [statusButton],
};
