import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSignal, NOW } from '../../../test/support/service/sample-signals.ts';
import { COOL_DOWN_MS, type EvaluationInput, evaluateWatch, type WatchEvaluation } from '../src/evaluate-watch.ts';
import type { WatchRule } from '../src/watch.ts';
import { initialMemory, takeBack, type WatchMemory } from '../src/watch-memory.ts';

const HOUR_MS = 3_600_000;
const GROWTH: WatchRule = { when: 'growth', above: 1 };
const SCORE: WatchRule = { when: 'score', above: 70 };
const NEW: WatchRule = { when: 'new' };

const circumstances = (change: Partial<EvaluationInput> = {}): EvaluationInput => ({
  ...{ rule: GROWTH, mostADay: 3, isComplete: true, hidden: new Set<string>(), isQuiet: false },
  ...{ now: NOW, alertId: 'a1' },
  ...change,
});
const grown = (growth: number, id = 's1') => aSignal({ id, growth });
const scored = (score: number, id = 's1') => aSignal({ id, score });
const unheard = (id: string) => aSignal({ id, growth: 4, volume: 4, mentionsLastWindow: 4, mentionsPrevWindow: 0 });
const kindsOf = ({ alert }: WatchEvaluation) => alert?.findings.map(({ kind, signal }) => `${kind} ${signal.id}`) ?? [];

/** Judges one look after another, an hour or more apart. */
function watchOver(
  looks: readonly { signals: ReturnType<typeof aSignal>[]; at: number; isQuiet?: boolean }[],
  rule = GROWTH,
) {
  let memory: WatchMemory = initialMemory(rule, looks[0]?.signals ?? []);
  return looks.slice(1).map(({ signals, at, isQuiet = false }, turn) => {
    const given = circumstances({ rule, now: NOW + at * HOUR_MS, isQuiet, alertId: `a${turn}` });
    const judgement = evaluateWatch(memory, signals, given);
    memory = judgement.memory;
    return judgement;
  });
}

describe('a watch on a level', () => {
  it('compares the score that people see', () => {
    const [same, above] = watchOver(
      [
        { signals: [scored(60)], at: 0 },
        { signals: [scored(70.4)], at: 1 },
        { signals: [scored(70.6)], at: 2 },
      ],
      SCORE,
    );
    expect([same, above].map((each) => each && kindsOf(each))).toEqual([[], ['above s1']]);
  });

  it('goes on at once after a clock that ran a year ahead is right again', () => {
    const year = 365 * 24;
    const judgements = watchOver([
      { signals: [grown(0.4), grown(0.4, 's2')], at: year },
      ...[1.2, 0.4, 1.2].map((growth, day) => ({
        signals: [grown(growth), grown(0.4, 's2')],
        at: year + 25 * (day + 1),
      })),
      { signals: [grown(0.4), grown(1.2, 's2')], at: 1 },
      { signals: [grown(0.4), grown(0.4, 's2')], at: 2 },
    ]);
    expect(judgements.map(kindsOf)).toEqual([['above s1'], ['under s1'], ['above s1'], ['above s2'], ['under s1']]);
  });

  it('says nothing at the first look, and then tells of a crossing once, with the figures before it', () => {
    const [quiet, crossed, still] = watchOver([
      { signals: [grown(0.4)], at: 0 },
      { signals: [grown(0.6)], at: 1 },
      { signals: [grown(1.2)], at: 2 },
      { signals: [grown(1.3)], at: 30 },
    ]);
    expect(quiet?.alert).toBeNull();
    expect(crossed?.alert?.findings).toMatchObject([
      { kind: 'above', before: { growth: 0.6 }, signal: { growth: 1.2 } },
    ]);
    expect(still?.alert).toBeNull();
  });

  it('does not tell of what was over the level already, not even that it fell back', () => {
    const judgements = watchOver([
      { signals: [grown(2)], at: 0 },
      { signals: [grown(2.2)], at: 1 },
      { signals: [grown(0.1)], at: 2 },
      { signals: [grown(1.5)], at: 3 },
    ]);
    expect(judgements.map(kindsOf)).toEqual([[], [], ['above s1']]);
  });

  it('that swings about the level fires once, and again only after it was well under it', () => {
    const judgements = watchOver(
      [
        { signals: [scored(60)], at: 0 },
        { signals: [scored(72)], at: 1 },
        { signals: [scored(68)], at: 30 },
        { signals: [scored(73)], at: 60 },
        { signals: [scored(64)], at: 90 },
        { signals: [scored(71)], at: 120 },
      ],
      SCORE,
    );
    expect(judgements.map(kindsOf)).toEqual([['above s1'], [], [], ['under s1'], ['above s1']]);
  });

  it('puts later changes of a signal in the thread that told of it first', () => {
    const judgements = watchOver([
      { signals: [grown(0)], at: 0 },
      { signals: [grown(1.2)], at: 1 },
      { signals: [grown(4)], at: 30 },
      { signals: [grown(0.2)], at: 60 },
    ]);
    expect(judgements.map(kindsOf)).toEqual([['above s1'], ['further s1'], ['under s1']]);
    expect(judgements.map(({ alert }) => alert?.inThread)).toEqual([null, 'a0', 'a0']);
  });

  it('keeps silent in quiet hours, and tells afterwards with the figures of before, if it is still so', () => {
    const [night, morning] = watchOver([
      { signals: [grown(0.3)], at: 0 },
      { signals: [grown(1.4)], at: 1, isQuiet: true },
      { signals: [grown(1.5)], at: 8 },
    ]);
    expect(night).toMatchObject({ alert: null, isHeld: true });
    expect(morning?.alert?.findings).toMatchObject([
      { kind: 'above', before: { growth: 0.3 }, signal: { growth: 1.5 } },
    ]);
    const [, passed] = watchOver([
      { signals: [grown(0.3)], at: 0 },
      { signals: [grown(1.4)], at: 1, isQuiet: true },
      { signals: [grown(0.2)], at: 8 },
    ]);
    expect(passed).toMatchObject({ alert: null, isHeld: false });
  });

  it('takes what is missing in lists for a day for fallen, where the lists reach far enough down', () => {
    const begin = initialMemory(GROWTH, [grown(1.5, 's1'), grown(0, 's2')]);
    const isAboveAfterADay = (signals: ReturnType<typeof aSignal>[], change: Partial<EvaluationInput>) => {
      let memory: WatchMemory = begin;
      const isAbove = [0, 12, 24].map((hours) => {
        const given = circumstances({ ...change, now: NOW + hours * HOUR_MS });
        memory = evaluateWatch(memory, signals, given).memory;
        return memory.signals.s1?.isAbove;
      });
      expect(isAbove.slice(0, 2)).toEqual([true, true]);
      return isAbove[2];
    };
    const [short, deep] = [[grown(1.3, 's3')], [grown(1.3, 's3'), grown(0.5, 's4')]];
    expect(isAboveAfterADay(short, { isComplete: false })).toBe(true);
    expect(isAboveAfterADay(deep, { isComplete: false })).toBe(false);
    expect(isAboveAfterADay(short, { isComplete: true })).toBe(false);
    expect(isAboveAfterADay(deep, { isComplete: false, hidden: new Set(['s1']) })).toBe(true);
  });

  it('tells of a crossing once where snapshots lack the signal now and then, and again after it was gone for longer', () => {
    const [other, risen] = [grown(0, 's2'), grown(1.5)];
    const judgements = watchOver([
      { signals: [grown(0.4), other], at: 0 },
      { signals: [risen, other], at: 1 },
      ...[48, 96].flatMap((at) => [
        { signals: [other], at },
        { signals: [risen, other], at: at + 20 },
      ]),
      ...[144, 168, 192].map((at) => ({ signals: [other], at })),
      { signals: [risen, other], at: 216 },
    ]);
    expect(judgements.map(kindsOf)).toEqual([['above s1'], [], [], [], [], [], [], [], ['above s1']]);
  });

  it('does not take a signal for fallen that two snapshots lacked, with an outage of days between them', () => {
    const [other, risen] = [grown(0, 's2'), grown(1.5)];
    const judgements = watchOver([
      { signals: [grown(0.4), other], at: 0 },
      { signals: [risen, other], at: 1 },
      { signals: [other], at: 30 },
      { signals: [other], at: 130 },
      { signals: [risen, other], at: 131 },
    ]);
    expect(judgements.map(kindsOf)).toEqual([['above s1'], [], [], []]);
  });
});

it('an alert that is taken back leaves another signal as it was, which fell and is over the level again', () => {
  const remembered = (isAbove: boolean) => ({ score: 50, growth: 1.4, isAbove, toldAt: null, alertId: null });
  const memory = { signals: { s1: remembered(true), s2: remembered(false) }, toldAt: [NOW] };
  const findings = [{ kind: 'above', signal: grown(1.4), before: null } as const];
  const { signals } = takeBack(memory, GROWTH, { findings, before: {}, toldAt: NOW });
  expect(signals).toEqual({ s2: remembered(false) });
});

describe('a watch on what is new', () => {
  it('tells of each new signal once, all of one look together, and not of old ones that come into view', () => {
    const judgements = watchOver(
      [
        { signals: [unheard('s1')], at: 0 },
        { signals: [unheard('s1'), unheard('s2'), unheard('s3'), grown(9, 's4')], at: 1 },
        { signals: [unheard('s2'), unheard('s3'), unheard('s4')], at: 2 },
      ],
      NEW,
    );
    expect(judgements.map(kindsOf)).toEqual([['new s2', 'new s3'], []]);
  });
});

const figures = fc.record({
  growth: fc.double({ min: -1, max: 6, noNaN: true }),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
  isNew: fc.boolean(),
});
const lists = fc
  .array(fc.tuple(fc.constantFrom('s1', 's2', 's3', 's4'), figures), { maxLength: 4 })
  .map((each) =>
    [...new Map(each)].map(([id, { isNew, growth, score }]) =>
      isNew ? { ...unheard(id), score } : aSignal({ id, growth, score }),
    ),
  );
const look = fc.record({
  signals: lists,
  hours: fc.integer({ min: 1, max: 30 }),
  isQuiet: fc.boolean(),
  isComplete: fc.boolean(),
});
const rules = fc.constantFrom<WatchRule>(GROWTH, SCORE, NEW);

it('whatever comes: an alert that is taken back comes again, and all else stays', () => {
  fc.assert(
    fc.property(rules, fc.array(look, { minLength: 1, maxLength: 60 }), (rule, looks) => {
      let memory: WatchMemory = { signals: {}, toldAt: [] };
      let now = NOW;
      for (const [at, { signals, hours, isQuiet, isComplete }] of looks.entries()) {
        now += hours * HOUR_MS;
        const given = circumstances({ rule, isQuiet, isComplete, now, alertId: `a${at}` });
        const before = memory;
        const judged = evaluateWatch(before, signals, given);
        ({ memory } = judged);
        if (judged.alert === null) continue;
        const { findings } = judged.alert;
        const refused = { findings, before: before.signals, toldAt: now };
        expect(evaluateWatch(takeBack(memory, rule, refused), signals, given)).toEqual(judged);
      }
    }),
  );
});

it('whatever comes: silent when it is quiet, never over its cap, never twice of one signal within the cool-down', () => {
  fc.assert(
    fc.property(
      rules,
      fc.integer({ min: 1, max: 4 }),
      fc.array(look, { minLength: 1, maxLength: 60 }),
      (rule, mostADay, looks) => {
        let memory: WatchMemory = { signals: {}, toldAt: [] };
        let now = NOW;
        const spoke: number[] = [];
        const toldOf = new Map<string, number>();
        for (const [at, { signals, hours, isQuiet, isComplete }] of looks.entries()) {
          now += hours * HOUR_MS;
          const { alert, ...judged } = evaluateWatch(
            memory,
            signals,
            circumstances({ rule, mostADay, isQuiet, isComplete, now, alertId: `a${at}` }),
          );
          ({ memory } = judged);
          if (alert === null) continue;
          expect(isQuiet).toBe(false);
          spoke.push(now);
          expect(spoke.filter((each) => now - each < 24 * HOUR_MS).length).toBeLessThanOrEqual(mostADay);
          expect(new Set(alert.findings.map(({ signal }) => signal.id)).size).toBe(alert.findings.length);
          for (const { signal, kind, before } of alert.findings) {
            expect(now - (toldOf.get(signal.id) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(COOL_DOWN_MS);
            toldOf.set(signal.id, now);
            if (rule.when === 'new') expect(before).toBeNull();
            else if (kind === 'under') expect(signal[rule.when]).toBeLessThan(rule.above);
            else expect(signal[rule.when]).toBeGreaterThan(rule.above);
          }
        }
      },
    ),
  );
});
