import type { PainSignalListItem } from '@pain-signals/contract';
import { DAY_MS, HOUR_MS } from './time.ts';
import type { QuietHours, WatchRule } from './watch.ts';
import {
  initialMemory,
  isOver,
  isWellUnder,
  kindOf,
  lastAlertOf,
  MOST_REMEMBERED,
  missSignal,
  type RememberedSignal,
  rejudge,
  rememberSignal,
  summarize,
  type WatchFinding,
  type WatchMemory,
} from './watch-memory.ts';

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
/** Later alerts start a new thread. */
const THREAD_MS = 30 * DAY_MS;
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
  if (memory.isUnjudged) return evaluateWatch(rejudge(memory, rule, current).memory, current, given);
  const toldAt = memory.toldAt.filter((at) => isWithin(DAY_MS, at, now));
  const changes = findChanges(memory, current, given);
  const isSilent = given.isQuiet || toldAt.length >= given.mostADay;
  const ripe = isSilent ? [] : changes.filter(({ signal }) => !isCooling(memory.signals[signal.id], now));
  const { findings, inThread } = chooseThread(memory, ripe, now);
  const said = new Set(findings.map(({ signal }) => signal.id));
  const waiting = changes.filter(({ signal }) => !said.has(signal.id));
  const held = new Set(waiting.map(({ signal }) => signal.id));
  const after = remember(memory, current, { ...given, said, held, inThread });
  return {
    memory: {
      signals: after,
      toldAt: findings.length > 0 ? [...toldAt, now] : toldAt,
      held: waiting.map(summarize),
      // Quiet hours count too: Slack took no alert in them either.
      unsent: findings.length === 0 && waiting.length > 0 ? memory.unsent : undefined,
    },
    alert: findings.length > 0 ? { findings, inThread } : null,
    isHeld: waiting.length > 0,
  };
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
    .map(([id, each]): [string, RememberedSignal] => [
      id,
      isAllBelow && !hidden.has(id) ? missSignal(each, now) : each,
    ]);
  return Object.fromEntries([...seen, ...unseen].slice(0, MOST_REMEMBERED));
}

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
