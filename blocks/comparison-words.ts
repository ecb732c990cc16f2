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

/** The score's own measure of it counts platforms, repositories and owners together; owners alone where the service does not say it of both. */
export const breadthMeasure = (a: PainSignalDetail, b: PainSignalDetail): 'score' | 'owners' =>
  a.scoreParts && b.scoreParts ? 'score' : 'owners';

/** Of 100. */
export const breadthOf = ({ scoreParts }: PainSignalDetail): number => (scoreParts?.breadth ?? 0) * 100;

const compareBreadth = (a: PainSignalDetail, b: PainSignalDetail): Finding =>
  breadthMeasure(a, b) === 'score' ? compareByScore(a, b) : compareOwners(a, b);

function compareByScore(a: PainSignalDetail, b: PainSignalDetail): Finding {
  const ranked = rank(a, b, (signal) => Math.round(breadthOf(signal)));
  if (ranked === null)
    return { verdict: 'Equally broad', because: `both have a breadth of ${showScore(breadthOf(a))} of 100` };
  const { more, less } = ranked;
  return {
    verdict: `${more.side} is broader`,
    because: `its breadth is ${showScore(breadthOf(more.signal))} of 100, ${less.side}’s ${showScore(breadthOf(less.signal))}`,
  };
}

function compareOwners(a: PainSignalDetail, b: PainSignalDetail): Finding {
  const ranked = rank(a, b, ({ uniqueOwnerCount }) => uniqueOwnerCount);
  if (ranked !== null) {
    const { more, less } = ranked;
    const because = `it hits ${plural(more.signal.uniqueOwnerCount, 'owner')}, ${less.side} ${less.signal.uniqueOwnerCount === 0 ? 'none' : showCount(less.signal.uniqueOwnerCount)}`;
    return { verdict: `${more.side} is broader`, because };
  }
  const because =
    a.uniqueOwnerCount > 0 ? `both hit ${plural(a.uniqueOwnerCount, 'owner')}` : 'neither hits owners of code';
  return { verdict: 'Equally broad', because };
}
