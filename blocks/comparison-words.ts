import type { PainSignalDetail } from '@pain-signals/contract';
import { directionOf, sayGrowth } from './growth.ts';
import { plural, showCount, showScore } from './numbers.ts';

type Side = 'A' | 'B';

interface Ranked {
  /** The one that has more, and the one that has less. */
  more: { side: Side; signal: PainSignalDetail };
  less: { side: Side; signal: PainSignalDetail };
}

/** A finding in mrkdwn; its verdict comes first. */
export type Finding = { verdict: string; because: string };

/** Which of two signals is worse, which grows faster, and which is broader. */
export function compareSignals(a: PainSignalDetail, b: PainSignalDetail): Finding[] {
  return [compareScores(a, b), compareGrowth(a, b), compareBreadth(a, b)];
}

function rank(a: PainSignalDetail, b: PainSignalDetail, measure: (signal: PainSignalDetail) => number): Ranked | null {
  if (measure(a) === measure(b)) return null;
  const [first, second] = [
    { side: 'A' as const, signal: a },
    { side: 'B' as const, signal: b },
  ];
  return measure(a) > measure(b) ? { more: first, less: second } : { more: second, less: first };
}

/** What is shown alike counts as alike. */
function compareScores(a: PainSignalDetail, b: PainSignalDetail): Finding {
  const ranked = rank(a, b, ({ score }) => Math.round(score));
  if (ranked === null) return { verdict: 'Equally bad', because: `both score ${showScore(a.score)} of 100` };
  const { more, less } = ranked;
  return {
    verdict: `${more.side} is worse`,
    because: `it scores ${showScore(more.signal.score)} of 100, ${less.side} ${showScore(less.signal.score)}`,
  };
}

const FASTER = { rising: 'grows faster', steady: 'holds its ground', falling: 'falls more slowly' };

function compareGrowth(a: PainSignalDetail, b: PainSignalDetail): Finding {
  const ranked = rank(a, b, ({ growth }) => Math.round(growth * 100));
  if (ranked === null) return { verdict: 'Equally fast', because: `both are ${sayGrowth(a)}` };
  const { more, less } = ranked;
  return {
    verdict: `${more.side} ${FASTER[directionOf(more.signal.growth)]}`,
    because: `it is ${sayGrowth(more.signal)}, ${less.side} ${sayGrowth(less.signal)}`,
  };
}

/** The score's own measure of it, null where the service does not say. */
export const sayBreadth = ({ scoreParts }: PainSignalDetail): string | null =>
  scoreParts ? showScore(scoreParts.breadth * 100) : null;

/** By those whose code hurts; where nobody owns the code, by the score's own measure of it. */
function compareBreadth(a: PainSignalDetail, b: PainSignalDetail): Finding {
  const owners = rank(a, b, ({ uniqueOwnerCount }) => uniqueOwnerCount);
  if (owners !== null) {
    const { more, less } = owners;
    const because = `it hits ${plural(more.signal.uniqueOwnerCount, 'owner')}, ${less.side} ${less.signal.uniqueOwnerCount === 0 ? 'none' : showCount(less.signal.uniqueOwnerCount)}`;
    return { verdict: `${more.side} is broader`, because };
  }
  const places = rank(a, b, ({ scoreParts }) => Math.round((scoreParts?.breadth ?? 0) * 10));
  if (places !== null && a.scoreParts && b.scoreParts) {
    const { more, less } = places;
    const because = `it comes from more places (breadth ${sayBreadth(more.signal)} of 100, ${less.side} ${sayBreadth(less.signal)})`;
    return { verdict: `${more.side} is broader`, because };
  }
  const because =
    a.uniqueOwnerCount > 0 ? `both hit ${plural(a.uniqueOwnerCount, 'owner')}` : 'neither hits owners of code';
  return { verdict: 'Equally broad', because };
}
