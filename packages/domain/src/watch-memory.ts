import { type GrowthFigures, isNewThisWeek, type PainSignalListItem } from '@pain-signals/contract';
import { DAY_MS } from './time.ts';
import type { WatchRule } from './watch.ts';

export type AlertFigures = Pick<PainSignalListItem, 'score' | 'growth'>;
/** As much of a signal as a sentence about its alert needs. */
export type AlertedSignal = GrowthFigures & Pick<PainSignalListItem, 'id' | 'topic' | 'score'>;

/** `above`: rose above the level. `further`: rose much further since. `under`: fell back. `new`: was not there before. */
export interface WatchFinding<Signal extends AlertedSignal = PainSignalListItem> {
  kind: 'above' | 'further' | 'under' | 'new';
  signal: Signal;
  /** Figures at the last alert, or when last seen on the other side of the level; null if not seen before. */
  before: AlertFigures | null;
}

export interface RememberedSignal extends AlertFigures, Missing {
  /** Above the level, as of the last alert. */
  isAbove: boolean;
  /** Epoch ms of the last alert; null if there was none. */
  toldAt: number | null;
  /** The alert that started the signal's thread. */
  alertId: string | null;
}

/** As long as looks confirm it: in lists that a signal would be in if it were above the level, or in the service. */
interface Missing {
  /** Epoch ms, moved on by the time that nobody looked. */
  missingSince?: number | undefined;
  /** The last look that missed it. */
  missedAt?: number | undefined;
}

export interface WatchMemory extends Missing {
  /** By id; the least recently seen is dropped first. */
  signals: Record<string, RememberedSignal>;
  /** Alerts of the last day, epoch ms. */
  toldAt: number[];
  /** What the last check held back. */
  held?: readonly HeldFinding[] | undefined;
  /** The rule changed and today's figures are missing: the next check is the baseline of all that isn't held. */
  isUnjudged?: boolean | undefined;
  /** How long Slack has taken none of its alerts. */
  unsent?: Missing | undefined;
}

export type HeldFinding = WatchFinding<AlertedSignal>;

/** Those beyond would be news again at the next check. */
export const MOST_REMEMBERED = 300;

/** The baseline: no alert. */
export function initialMemory(rule: WatchRule, current: readonly PainSignalListItem[]): WatchMemory {
  const seen = current.map((signal) => [signal.id, rememberSignal(signal, isOver(rule, signal))] as const);
  return { signals: Object.fromEntries(seen.slice(0, MOST_REMEMBERED)), toldAt: [] };
}

/** Carries a merged signal's memory over to the survivor. */
export function followMerge(memory: WatchMemory, from: string, into: string): WatchMemory {
  const { [from]: before, ...others } = memory.signals;
  if (from === into || before === undefined) return memory;
  const held = memory.held?.map((each) =>
    each.signal.id === from ? { ...each, signal: { ...each.signal, id: into } } : each,
  );
  return { ...memory, signals: { [into]: before, ...others }, held };
}

/** What is missing for as long is gone. A snapshot may lack a signal, and the next one has it again. */
const GONE_AFTER_MS = DAY_MS;
/** How much the time between two looks counts: what happened in an outage is unknown, and at least three looks confirm a day. */
const LONGEST_COUNTED_MS = GONE_AFTER_MS / 2;

function missAgain({ missingSince, missedAt = missingSince }: Missing, now: number): Required<Missing> {
  if (missingSince === undefined || missedAt === undefined) return { missingSince: now, missedAt: now };
  const uncounted = Math.max(0, now - missedAt - LONGEST_COUNTED_MS);
  return { missingSince: Math.min(missingSince + uncounted, now), missedAt: now };
}

const isGone = ({ missingSince, missedAt }: Missing): boolean =>
  missingSince !== undefined && missedAt !== undefined && missedAt - missingSince >= GONE_AFTER_MS;

/** As remembered once a list lacks it: gone for long enough, it has fallen. */
export function missSignal(each: RememberedSignal, now: number): RememberedSignal {
  const missing = { ...each, ...missAgain(each, now) };
  return { ...missing, isAbove: each.isAbove && !isGone(missing) };
}

/** As remembered once the service doesn't find what is watched. */
export function missSubject(before: WatchMemory | null, now: number): { memory: WatchMemory; isGone: boolean } {
  const memory = before ?? { signals: {}, toldAt: [], isUnjudged: true };
  const signals = Object.entries(memory.signals).map(([id, each]) => [id, missSignal(each, now)] as const);
  const missing = { ...memory, ...missAgain(memory, now), signals: Object.fromEntries(signals) };
  return { memory: missing, isGone: isGone(missing) };
}

/** As remembered once Slack took no alert; after a day it is too late for one. */
export function missAlert(memory: WatchMemory, now: number): { unsent: WatchMemory['unsent']; isLate: boolean } {
  const unsent = missAgain(memory.unsent ?? {}, now);
  const isLate = isGone(unsent);
  // Resumed, it has another day.
  return { unsent: isLate ? undefined : unsent, isLate };
}

export const countAbove = ({ signals }: WatchMemory): number =>
  Object.values(signals).filter(({ isAbove }) => isAbove).length;

export const rememberSignal = ({ score, growth }: AlertFigures, isAbove: boolean): RememberedSignal => ({
  ...{ score, growth, isAbove },
  toldAt: null,
  alertId: null,
});

export interface Rejudged {
  memory: WatchMemory;
  /** Signals already above the level; null where only the next check finds them. */
  over: number | null;
  /** Held back under the old rule, and no alert under the new one. */
  dropped: readonly HeldFinding[];
}

/**
 * Judges what is remembered by another rule. What is held back stays so where it is an alert under the new rule too.
 *
 * @param current null where nobody knows today's figures: then the next check judges again
 */
export function rejudge(memory: WatchMemory, rule: WatchRule, current: readonly PainSignalListItem[] | null): Rejudged {
  const today = new Map(current?.map((signal) => [signal.id, signal]));
  const held = (memory.held ?? []).map((each) => {
    const finding = { ...each, signal: today.get(each.signal.id) ?? each.signal };
    const known = memory.signals[each.signal.id];
    // An alert for rising above a level is owed, also where a lower level was exceeded before.
    const before = known && { ...known, isAbove: each.kind !== 'above' && isOver(rule, known) };
    return { finding, before, kind: kindOf(rule, before ?? null, finding.signal) };
  });
  const owed = new Map(held.flatMap((each) => (each.kind === null ? [] : [[each.finding.signal.id, each.before]])));
  const dropped = held.flatMap(({ finding, kind }) => (kind === null ? [finding] : []));
  const others = new Map([...dropped.map(({ signal }) => signal), ...today.values()].map((each) => [each.id, each]));
  const judged = [...others.values()].filter(({ id }) => !owed.has(id)).map((signal) => judge(memory, rule, signal));
  const seen = new Set([...owed.keys(), ...others.keys()]);
  const unseen = Object.entries(memory.signals)
    .filter(([id]) => !seen.has(id))
    // What today's list lacks may be in the next one, as it was.
    .map(([id, each]) => [id, { ...each, isAbove: !isGone(each) && isOver(rule, each) }] as const);
  const kept = [...owed].flatMap(([id, before]) => (before ? [[id, before] as const] : []));
  return {
    memory: {
      ...memory,
      signals: Object.fromEntries([...kept, ...judged, ...unseen].slice(0, MOST_REMEMBERED)),
      held: held.flatMap(({ finding, kind }) => (kind === null ? [] : [{ ...finding, kind }])),
      isUnjudged: current === null,
    },
    over: current && judged.filter(([, { isAbove }]) => isAbove).length,
    dropped,
  };
}

export interface RefusedAlert {
  findings: readonly WatchFinding[];
  /** Signals as remembered without it. */
  before: WatchMemory['signals'];
  /** As the memory has it. */
  toldAt: number;
  unsent?: WatchMemory['unsent'];
}

/** As if the findings had been held back instead, and then judged by the rule as it is now. All else stays. */
export function takeBack(
  memory: WatchMemory,
  rule: WatchRule,
  { findings, before, toldAt, unsent }: RefusedAlert,
): WatchMemory {
  const ids = new Set(findings.map(({ signal }) => signal.id));
  const untold = Object.entries(before).filter(([id]) => ids.has(id));
  const others = Object.entries(memory.signals).filter(([id]) => !ids.has(id));
  const otherHeld = (memory.held ?? []).filter(({ signal }) => !ids.has(signal.id));
  const held = { signals: Object.fromEntries(untold), toldAt: [], held: findings.map(summarize) };
  const back = rejudge(held, rule, []).memory;
  return {
    ...memory,
    signals: { ...back.signals, ...Object.fromEntries(others) },
    toldAt: memory.toldAt.filter((at) => at !== toldAt),
    held: [...otherHeld, ...(back.held ?? [])],
    unsent,
  };
}

/** As much as the memory keeps. */
export function summarize({ kind, signal, before }: WatchFinding): HeldFinding {
  const { id, topic, score, growth, volume, mentionsLastWindow, mentionsPrevWindow } = signal;
  return {
    kind,
    signal: { id, topic, score, growth, volume, mentionsLastWindow, mentionsPrevWindow },
    before: before && { score: before.score, growth: before.growth },
  };
}

/** By today's figures. What was above and still is keeps those of its last alert. */
function judge({ signals }: WatchMemory, rule: WatchRule, signal: AlertedSignal): [string, RememberedSignal] {
  const before = signals[signal.id];
  const isAbove = isOver(rule, signal);
  if (before?.isAbove && isAbove) return [signal.id, { ...before, missingSince: undefined }];
  return [signal.id, { ...rememberSignal(signal, isAbove), ...lastAlertOf(before) }];
}

/** What a rule is about ranks first in its list. */
export const isAbout = (rule: WatchRule, signal: PainSignalListItem): boolean =>
  rule.when === 'new' ? isNewThisWeek(signal) : isOver(rule, signal);

export const isOver = (rule: WatchRule, figures: AlertFigures): boolean =>
  rule.when !== 'new' && figureOf(rule.when, figures) > rule.above;

/** The score as people see it: without decimals. */
const figureOf = (when: 'growth' | 'score', { growth, score }: AlertFigures): number =>
  when === 'score' ? Math.round(score) : growth;

/** Hysteresis: a signal that swings around the level doesn't alert each time. */
export function isWellUnder(rule: WatchRule, figures: AlertFigures): boolean {
  if (rule.when === 'new') return false;
  const margin = rule.when === 'score' ? 5 : Math.max(0.1, rule.above * 0.2);
  return figureOf(rule.when, figures) <= rule.above - margin;
}

/** Far enough above the last alert for another one. */
function isMuchFurther(rule: WatchRule, before: AlertFigures, now: AlertFigures): boolean {
  if (rule.when === 'new') return false;
  return rule.when === 'score' ? now.score >= before.score + 10 : now.growth >= before.growth * 1.5 + 0.5;
}

export function kindOf(
  rule: WatchRule,
  before: RememberedSignal | null,
  signal: AlertedSignal,
): WatchFinding['kind'] | null {
  if (rule.when === 'new') return before === null && isNewThisWeek(signal) ? 'new' : null;
  if (before?.isAbove !== true) return isOver(rule, signal) ? 'above' : null;
  if (before.toldAt === null) return null;
  if (isWellUnder(rule, signal)) return 'under';
  return isMuchFurther(rule, before, signal) ? 'further' : null;
}

export const lastAlertOf = (before: RememberedSignal | undefined) =>
  before ? { toldAt: before.toldAt, alertId: before.alertId } : { toldAt: null, alertId: null };
