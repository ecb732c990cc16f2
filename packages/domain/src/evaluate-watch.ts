import { isNewThisWeek, LONGEST_PAGE, type PainSignalListItem } from '@pain-signals/contract';
import { DAY_MS, HOUR_MS } from './time.ts';
import type { QuietHours, Watch, WatchRule } from './watch.ts';

export type AlertFigures = Pick<PainSignalListItem, 'score' | 'growth'>;

/** `above`: rose above the level. `further`: rose much further since. `under`: fell back. `new`: was not there before. */
export interface WatchFinding {
  kind: 'above' | 'further' | 'under' | 'new';
  signal: PainSignalListItem;
  /** Figures at the last alert, or when last seen on the other side of the level; null if not seen before. */
  before: AlertFigures | null;
}

export interface RememberedSignal extends AlertFigures {
  /** Above the level, as of the last alert. */
  isAbove: boolean;
  /** Epoch ms of the last alert; null if there was none. */
  toldAt: number | null;
  /** The alert that started the signal's thread. */
  alertId: string | null;
  /** Epoch ms since when it is missing in lists that it would be in if it were above the level. */
  missingSince?: number | undefined;
}

export interface WatchMemory {
  /** By id; the least recently seen is dropped first. */
  signals: Record<string, RememberedSignal>;
  /** Alerts of the last day, epoch ms. */
  toldAt: number[];
}

export interface EvaluationInput {
  rule: WatchRule;
  mostADay: number;
  /** False when there are more signals than those given, which are the first by the rule's measure. */
  isComplete: boolean;
  /** Signals that no list has, whatever their figures are. */
  hidden: ReadonlySet<string>;
  isQuiet: boolean;
  now: number;
  /** Id for a new alert. */
  alertId: string;
}

export interface WatchEvaluation {
  memory: WatchMemory;
  /** One message. `inThread`: the alert whose thread it goes in. */
  alert: { findings: WatchFinding[]; inThread: string | null } | null;
  /** A finding was held back: evaluate again even if nothing changes. */
  isHeld: boolean;
}

/** At most one alert about a signal in this time. */
export const COOL_DOWN_MS = DAY_MS;
/** Processes' clocks differ by less. An alert that is yet to come is one of a clock that ran ahead. */
const CLOCK_SKEW_MS = HOUR_MS;
/** What is missing for as long has fallen. A snapshot may lack a signal, and the next one has it again. */
const FALLEN_AFTER_MS = DAY_MS;
/** Later alerts start a new thread. */
const THREAD_MS = 30 * DAY_MS;
/** Those beyond would be news again at the next check. */
export const MOST_REMEMBERED = 300;

/**
 * What a watch reports about the current signals, and what it remembers. Pure. The first evaluation reports nothing: it is the
 * baseline. A finding that is held back (quiet hours, daily limit, cool-down) keeps its old memory, so it is reported later with
 * the same figures before it, or not at all once it has passed.
 */
export function evaluateWatch(
  memory: WatchMemory | null,
  current: readonly PainSignalListItem[],
  given: EvaluationInput,
): WatchEvaluation {
  const { rule, now } = given;
  if (memory === null) return { memory: initialMemory(rule, current), alert: null, isHeld: false };
  const toldAt = memory.toldAt.filter((at) => isWithin(DAY_MS, at, now));
  const changes = findChanges(memory, current, given);
  const isSilent = given.isQuiet || toldAt.length >= given.mostADay;
  const ripe = isSilent ? [] : changes.filter(({ signal }) => !isCooling(memory.signals[signal.id], now));
  const { findings, inThread } = chooseThread(memory, ripe, now);
  const said = new Set(findings.map(({ signal }) => signal.id));
  const held = new Set(changes.map(({ signal }) => signal.id).filter((id) => !said.has(id)));
  const after = remember(memory, current, { ...given, said, held, inThread });
  return {
    memory: { signals: after, toldAt: findings.length > 0 ? [...toldAt, now] : toldAt },
    alert: findings.length > 0 ? { findings, inThread } : null,
    isHeld: held.size > 0,
  };
}

/** The baseline: no alert. */
export function initialMemory(rule: WatchRule, current: readonly PainSignalListItem[]): WatchMemory {
  const seen = current.map((signal) => [signal.id, rememberSignal(signal, isOver(rule, signal))] as const);
  return { signals: Object.fromEntries(seen.slice(0, MOST_REMEMBERED)), toldAt: [] };
}

/** Carries a merged signal's memory over to the survivor. */
export function followMerge(memory: WatchMemory, from: string, into: string): WatchMemory {
  const { [from]: before, ...others } = memory.signals;
  if (from === into || before === undefined) return memory;
  return { ...memory, signals: { [into]: before, ...others } };
}

/**
 * Judges what is remembered by another level, so that an alert that is held back still comes. Null where other signals rank first, or
 * where ones that were never looked at may be above a lower level.
 */
export function rejudge(memory: WatchMemory, from: WatchRule, { subject, rule }: Pick<Watch, 'subject' | 'rule'>) {
  const isLower = from.when !== 'new' && rule.when !== 'new' && rule.above < from.above;
  const mayBeMore = isLower && Object.keys(memory.signals).length >= LONGEST_PAGE;
  if (subject.of === 'search' && (from.when !== rule.when || mayBeMore)) return null;
  const signals = Object.entries(memory.signals).map(([id, each]) => [id, { ...each, isAbove: isOver(rule, each) }]);
  return { ...memory, signals: Object.fromEntries(signals) } satisfies WatchMemory;
}

export const countAbove = ({ signals }: WatchMemory): number =>
  Object.values(signals).filter(({ isAbove }) => isAbove).length;

const rememberSignal = ({ score, growth }: AlertFigures, isAbove: boolean): RememberedSignal => ({
  ...{ score, growth, isAbove },
  toldAt: null,
  alertId: null,
});

/** What a rule is about ranks first in its list. */
export const isAbout = (rule: WatchRule, signal: PainSignalListItem): boolean =>
  rule.when === 'new' ? isNewThisWeek(signal) : isOver(rule, signal);

const isOver = (rule: WatchRule, figures: AlertFigures): boolean =>
  rule.when !== 'new' && figureOf(rule.when, figures) > rule.above;

/** The score as people see it: without decimals. */
const figureOf = (when: 'growth' | 'score', { growth, score }: AlertFigures): number =>
  when === 'score' ? Math.round(score) : growth;

/** Hysteresis: a signal that swings around the level doesn't alert each time. */
function isWellUnder(rule: WatchRule, figures: AlertFigures): boolean {
  if (rule.when === 'new') return false;
  const margin = rule.when === 'score' ? 5 : Math.max(0.1, rule.above * 0.2);
  return figureOf(rule.when, figures) <= rule.above - margin;
}

/** Far enough above the last alert for another one. */
function isMuchFurther(rule: WatchRule, before: AlertFigures, now: AlertFigures): boolean {
  if (rule.when === 'new') return false;
  return rule.when === 'score' ? now.score >= before.score + 10 : now.growth >= before.growth * 1.5 + 0.5;
}

function findChanges(
  { signals }: WatchMemory,
  current: readonly PainSignalListItem[],
  { rule }: EvaluationInput,
): WatchFinding[] {
  return current.flatMap((signal): WatchFinding[] => {
    const before = signals[signal.id] ?? null;
    const kind = kindOf(rule, before, signal);
    return kind === null ? [] : [{ kind, signal, before }];
  });
}

function kindOf(
  rule: WatchRule,
  before: RememberedSignal | null,
  signal: PainSignalListItem,
): WatchFinding['kind'] | null {
  if (rule.when === 'new') return before === null && isNewThisWeek(signal) ? 'new' : null;
  if (before?.isAbove !== true) return isOver(rule, signal) ? 'above' : null;
  if (before.toldAt === null) return null;
  if (isWellUnder(rule, signal)) return 'under';
  return isMuchFurther(rule, before, signal) ? 'further' : null;
}

const isCooling = (before: RememberedSignal | undefined, now: number): boolean =>
  before !== undefined && before.toldAt !== null && isWithin(COOL_DOWN_MS, before.toldAt, now);

const isWithin = (periodMs: number, at: number, now: number): boolean =>
  at - now < CLOCK_SKEW_MS && now - at < periodMs;

/** One message at a time: first alerts, else those of one thread. The rest waits. */
function chooseThread({ signals }: WatchMemory, ripe: readonly WatchFinding[], now: number) {
  const threadOf = ({ signal }: WatchFinding): string | null => {
    const before = signals[signal.id];
    return before?.toldAt == null || now - before.toldAt >= THREAD_MS ? null : before.alertId;
  };
  const threads = ripe.map(threadOf);
  const inThread = threads.includes(null) ? null : (threads[0] ?? null);
  return { findings: ripe.filter((_, at) => threads[at] === inThread), inThread };
}

interface EvaluationOutcome extends EvaluationInput {
  said: ReadonlySet<string>;
  held: ReadonlySet<string>;
  inThread: string | null;
}

function remember(
  { signals }: WatchMemory,
  current: readonly PainSignalListItem[],
  outcome: EvaluationOutcome,
): WatchMemory['signals'] {
  const { rule, said, held, hidden, inThread, now, alertId } = outcome;
  const seen = current.flatMap((signal): [string, RememberedSignal][] => {
    const known = signals[signal.id];
    const before = known && { ...known, missingSince: undefined };
    if (held.has(signal.id)) return before ? [[signal.id, before]] : [];
    const { score, growth } = signal;
    if (said.has(signal.id)) {
      const isAbove = isOver(rule, signal);
      return [[signal.id, { score, growth, isAbove, toldAt: now, alertId: inThread ?? alertId }]];
    }
    if (before?.isAbove !== true)
      return [[signal.id, { ...rememberSignal(signal, false), ...lastAlertOf(before), score, growth }]];
    // Above since before it was watched: nothing was told, so nothing is taken back.
    return [[signal.id, before.toldAt === null && isWellUnder(rule, signal) ? rememberSignal(signal, false) : before]];
  });
  const last = current.at(-1);
  // Signals missing from the list rank below its last one.
  const isAllBelow = outcome.isComplete || (last !== undefined && isWellUnder(rule, last));
  const ids = new Set(seen.map(([id]) => id));
  const unseen = Object.entries(signals)
    .filter(([id]) => !ids.has(id))
    .map(([id, each]): [string, RememberedSignal] => [id, isAllBelow && !hidden.has(id) ? miss(each, now) : each]);
  return Object.fromEntries([...seen, ...unseen].slice(0, MOST_REMEMBERED));
}

function miss(each: RememberedSignal, now: number): RememberedSignal {
  const missingSince = Math.min(each.missingSince ?? now, now);
  return { ...each, missingSince, isAbove: each.isAbove && now - missingSince < FALLEN_AFTER_MS };
}

const lastAlertOf = (before: RememberedSignal | undefined) =>
  before ? { toldAt: before.toldAt, alertId: before.alertId } : { toldAt: null, alertId: null };

/** @param timeZone UTC when null */
export function isQuietAt(quiet: QuietHours | null, timeZone: string | null, now: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const hour = hourIn(timeZone ?? 'UTC', now);
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
}

function hourIn(timeZone: string, now: number): number {
  try {
    return Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  } catch {
    // A time zone that this machine doesn't know.
    return new Date(now).getUTCHours();
  }
}
