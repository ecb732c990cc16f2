import type { PainSignalListItem } from '@pain-signals/contract';
import { DAY_MS } from './durations.ts';
import { isNewThisWeek } from './growth.ts';
import type { QuietHours, WatchRule } from './watch.ts';

export type AlertFigures = Pick<PainSignalListItem, 'score' | 'growth'>;

/** `above`: came over the level. `further`: went much further since. `under`: fell back. `new`: was not there before. */
export interface WatchFinding {
  kind: 'above' | 'further' | 'under' | 'new';
  signal: PainSignalListItem;
  /** What it was when it was last spoken of, or last seen on the other side; null: not seen before. */
  before: AlertFigures | null;
}

export interface RememberedSignal extends AlertFigures {
  /** On the far side of the level, as far as has been told. */
  isAbove: boolean;
  /** When it was last spoken of; null: never. */
  toldAt: number | null;
  /** The alert at the top of the thread in which it is spoken of. */
  alertId: string | null;
}

export interface WatchMemory {
  /** What was seen so far; the least recently seen is forgotten first. */
  signals: Record<string, RememberedSignal>;
  /** When it spoke within the last day. */
  toldAt: number[];
}

export interface EvaluationInput {
  rule: WatchRule;
  mostADay: number;
  /** Of a longer list these are the first ones by what the rule looks at. */
  isComplete: boolean;
  isQuiet: boolean;
  now: number;
  /** Names the alert that may come of it. */
  alertId: string;
}

export interface WatchEvaluation {
  memory: WatchMemory;
  /** What to say now, all in one message. `inThread`: the alert in whose thread it belongs. */
  alert: { findings: WatchFinding[]; inThread: string | null } | null;
  /** Something waits for its time: it must be looked at again even if nothing changes. */
  isHeld: boolean;
}

/** Nothing is said twice of the same signal within it. */
export const COOL_DOWN_MS = DAY_MS;
/** After it a change begins a new thread: nobody looks into older ones. */
const THREAD_MS = 30 * DAY_MS;
const MOST_REMEMBERED = 300;

/**
 * What a watch says of what is there now, and what it remembers. Pure. The first look says nothing: it is what changes are
 * measured against. What may not be said yet stays as it was, so it is said later with the same figures before it, or not at
 * all when it has passed.
 */
export function evaluateWatch(
  memory: WatchMemory | null,
  current: readonly PainSignalListItem[],
  given: EvaluationInput,
): WatchEvaluation {
  const { rule, now } = given;
  if (memory === null) return { memory: initialMemory(rule, current), alert: null, isHeld: false };
  const toldAt = memory.toldAt.filter((at) => now - at < DAY_MS);
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

/** It says nothing: it is what changes are measured against. */
export function initialMemory(rule: WatchRule, current: readonly PainSignalListItem[]): WatchMemory {
  const seen = current.map((signal) => [signal.id, rememberSignal(signal, isOver(rule, signal))] as const);
  return { signals: Object.fromEntries(seen.slice(0, MOST_REMEMBERED)), toldAt: [] };
}

/** A signal that was merged into another goes on as that one: what was told of it stays told. */
export function followMerge(memory: WatchMemory, from: string, into: string): WatchMemory {
  const { [from]: before, ...others } = memory.signals;
  if (from === into || before === undefined) return memory;
  return { ...memory, signals: { [into]: before, ...others } };
}

const rememberSignal = ({ score, growth }: AlertFigures, isAbove: boolean): RememberedSignal => ({
  ...{ score, growth, isAbove },
  toldAt: null,
  alertId: null,
});

const isOver = (rule: WatchRule, figures: AlertFigures): boolean =>
  rule.when !== 'new' && figures[rule.when] > rule.above;

/** Well below the level: one that swings about it does not fire each time. */
function isWellUnder(rule: WatchRule, figures: AlertFigures): boolean {
  if (rule.when === 'new') return false;
  const margin = rule.when === 'score' ? 5 : Math.max(0.1, rule.above * 0.2);
  return figures[rule.when] <= rule.above - margin;
}

/** So much more than when it was last spoken of that it is worth a word. */
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
  before !== undefined && before.toldAt !== null && now - before.toldAt < COOL_DOWN_MS;

/** One message at a time: what is spoken of for the first time, else what belongs in one thread. The rest waits its turn. */
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
  const { rule, said, held, inThread, now, alertId } = outcome;
  const seen = current.flatMap((signal): [string, RememberedSignal][] => {
    const before = signals[signal.id];
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
  // What is missing is below the last one.
  const isAllBelow = outcome.isComplete || (last !== undefined && isWellUnder(rule, last));
  const ids = new Set(seen.map(([id]) => id));
  const unseen = Object.entries(signals)
    .filter(([id]) => !ids.has(id))
    .map(([id, each]): [string, RememberedSignal] => [id, isAllBelow ? { ...each, isAbove: false } : each]);
  return Object.fromEntries([...seen, ...unseen].slice(0, MOST_REMEMBERED));
}

const lastAlertOf = (before: RememberedSignal | undefined) =>
  before ? { toldAt: before.toldAt, alertId: before.alertId } : { toldAt: null, alertId: null };

/** Whether it is quiet by the clock of somebody in this time zone; in UTC when nobody knows the zone. */
export function isQuietAt(quiet: QuietHours | null, timeZone: string | null, now: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const hour = hourIn(timeZone ?? 'UTC', now);
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
}

function hourIn(timeZone: string, now: number): number {
  try {
    return Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  } catch {
    // A zone that this machine has not heard of.
    return new Date(now).getUTCHours();
  }
}
