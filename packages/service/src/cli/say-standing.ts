import { ARCHIVED_AFTER_DAYS, LISTED_STATES, QUALITY_GATE, type SignalState } from '../model/signal.ts';
import type { StateTally } from '../store/index.ts';

const { documents, authors, daysOrRepositories } = QUALITY_GATE;
const GATE =
  `A signal is public once it has ${documents} posts by ${authors} authors, on ${daysOrRepositories} days or in ` +
  `${daysOrRepositories} repositories, and words that are true of most of them.`;

/** Where the stored posts stand: how many readers can see in signals, how many not, and why. */
export function sayStanding(tallies: readonly StateTally[]): string[] {
  const listed = sum(tallies, LISTED_STATES);
  const archived = sum(tallies, ['archived']);
  const waiting = sum(tallies, ['candidate']);
  const lines = [`Public now: ${count(listed.signals, 'signal')} with ${count(listed.posts, 'post')}.`];
  if (waiting.posts > 0)
    lines.push(`Not public yet: ${count(waiting.posts, 'post')} in ${count(waiting.signals, 'group')}. ${GATE}`);
  if (archived.posts > 0)
    lines.push(
      `In no list: ${count(archived.posts, 'post')} in ${count(archived.signals, 'signal')} that nobody wrote about for ` +
        `${ARCHIVED_AFTER_DAYS} days. To look at a past corpus as of its own time, set AS_OF.`,
    );
  return lines;
}

const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

function sum(tallies: readonly StateTally[], states: readonly SignalState[]): Omit<StateTally, 'state'> {
  const those = tallies.filter(({ state }) => states.includes(state));
  return {
    signals: those.reduce((all, { signals }) => all + signals, 0),
    posts: those.reduce((all, { posts }) => all + posts, 0),
  };
}
