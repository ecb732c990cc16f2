import { ARCHIVED_AFTER_DAYS, LISTED_STATES, QUALITY_GATE, type SignalState } from '../model/signal.ts';
import type { StateTally } from '../store/index.ts';

const { documents, authors, daysOrRepositories } = QUALITY_GATE;
const QUALITY_GATE_TEXT =
  `A signal is public once it has ${documents} posts by ${authors} authors, on ${daysOrRepositories} days or in ` +
  `${daysOrRepositories} repositories, and words that are true of most of them.`;

/** Where the stored posts stand: how many readers can see in signals, how many not, and why. */
export function describePublication(tallies: readonly StateTally[]): string[] {
  const listed = sumTallies(tallies, LISTED_STATES);
  const archived = sumTallies(tallies, ['archived']);
  const waiting = sumTallies(tallies, ['candidate']);
  const lines = [`Public now: ${pluralize(listed.signals, 'signal')} with ${pluralize(listed.posts, 'post')}.`];
  if (waiting.posts > 0)
    lines.push(
      `Not public yet: ${pluralize(waiting.posts, 'post')} in ${pluralize(waiting.signals, 'group')}. ${QUALITY_GATE_TEXT}`,
    );
  if (archived.posts > 0)
    lines.push(
      `In no list: ${pluralize(archived.posts, 'post')} in ${pluralize(archived.signals, 'signal')} that nobody wrote about for ` +
        `${ARCHIVED_AFTER_DAYS} days. To look at a past corpus as of its own time, set AS_OF.`,
    );
  return lines;
}

const pluralize = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

function sumTallies(tallies: readonly StateTally[], states: readonly SignalState[]): Omit<StateTally, 'state'> {
  const those = tallies.filter(({ state }) => states.includes(state));
  return {
    signals: those.reduce((all, { signals }) => all + signals, 0),
    posts: those.reduce((all, { posts }) => all + posts, 0),
  };
}
