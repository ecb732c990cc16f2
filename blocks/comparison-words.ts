import type { PainSignalDetail } from '@pain-signals/contract';
import { describeGrowth, growthDirection } from './growth.ts';
import { formatCount, formatScore, plural } from './numbers.ts';

type Side = 'A' | 'B';

interface Ranked {
  /** The one that has more, and the one that has less. */
  more: { side: Side; signal: PainSignalDetail };
  less: { side: Side; signal: PainSignalDetail };
}

/** A finding in mrkdwn; its verdict comes first. */
export type ComparisonFinding = { conclusion: string; because: string };

/** Which of two signals is worse, which grows faster, and which is broader. */
export function compareSignals(a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding[] {
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
function compareScores(a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding {
  const ranked = rank(a, b, ({ score }) => Math.round(score));
  if (ranked === null) return { conclusion: 'Equally bad', because: `both score ${formatScore(a.score)} of 100` };
  const { more, less } = ranked;
  return {
    conclusion: `${more.side} is worse`,
    because: `it scores ${formatScore(more.signal.score)} of 100, ${less.side} ${formatScore(less.signal.score)}`,
  };
}

const FASTER = { rising: 'grows faster', steady: 'holds its ground', falling: 'falls more slowly' };

function compareGrowth(a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding {
  const ranked = rank(a, b, ({ growth }) => Math.round(growth * 100));
  if (ranked === null) return { conclusion: 'Equally fast', because: `both are ${describeGrowth(a)}` };
  const { more, less } = ranked;
  return {
    conclusion: `${more.side} ${FASTER[growthDirection(more.signal.growth)]}`,
    because: `it is ${describeGrowth(more.signal)}, ${less.side} ${describeGrowth(less.signal)}`,
  };
}

/** The score's own measure of it counts platforms, repositories and owners together; owners alone where the service does not say it of both. */
export const breadthMeasure = (a: PainSignalDetail, b: PainSignalDetail): 'score' | 'owners' =>
  a.scoreParts && b.scoreParts ? 'score' : 'owners';

/** Of 100. */
export const breadthOf = ({ scoreParts }: PainSignalDetail): number => (scoreParts?.breadth ?? 0) * 100;

const compareBreadth = (a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding =>
  breadthMeasure(a, b) === 'score' ? compareByScore(a, b) : compareOwners(a, b);

function compareByScore(a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding {
  const ranked = rank(a, b, (signal) => Math.round(breadthOf(signal)));
  if (ranked === null)
    return { conclusion: 'Equally broad', because: `both have a breadth of ${formatScore(breadthOf(a))} of 100` };
  const { more, less } = ranked;
  return {
    conclusion: `${more.side} is broader`,
    because: `its breadth is ${formatScore(breadthOf(more.signal))} of 100, ${less.side}’s ${formatScore(breadthOf(less.signal))}`,
  };
}

function compareOwners(a: PainSignalDetail, b: PainSignalDetail): ComparisonFinding {
  const ranked = rank(a, b, ({ uniqueOwnerCount }) => uniqueOwnerCount);
  if (ranked !== null) {
    const { more, less } = ranked;
    const because = `it hits ${plural(more.signal.uniqueOwnerCount, 'owner')}, ${less.side} ${less.signal.uniqueOwnerCount === 0 ? 'none' : formatCount(less.signal.uniqueOwnerCount)}`;
    return { conclusion: `${more.side} is broader`, because };
  }
  const because =
    a.uniqueOwnerCount > 0 ? `both hit ${plural(a.uniqueOwnerCount, 'owner')}` : 'neither hits owners of code';
  return { conclusion: 'Equally broad', because };
}
