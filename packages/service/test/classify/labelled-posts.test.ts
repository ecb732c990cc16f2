import { readFileSync } from 'node:fs';
import { MacroArea, PAIN_TYPES, PainType } from '@pain-signals/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { classifyMacroArea } from '../../src/classify/macro-area.ts';
import { classifyPainType } from '../../src/classify/pain-type.ts';
import { documentOf } from '../support/documents.ts';

/** Written for this test, two posts a pain; null where a pain belongs to no area or is none. */
const Labelled = z.object({
  pain: z.int(),
  area: MacroArea.nullable(),
  painType: PainType.nullable(),
  title: z.string(),
  body: z.string(),
});
const posts = readFileSync(new URL('support/labelled-posts.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line, number) => {
    const { title, body, ...label } = Labelled.parse(JSON.parse(line));
    return { ...label, document: documentOf(number, { title, text: body }) };
  });
const pains = [...Map.groupBy(posts, ({ pain }) => pain).values()];
const alone = posts.map((post) => [post]);
type Labels = typeof pains;

const judgeAreas = (signals: Labels) =>
  signals.map((told) => {
    const judged = classifyMacroArea(told.map(({ document }) => document));
    return { truth: told[0]?.area, said: judged?.area ?? null, confidence: judged?.confidence ?? 0 };
  });
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

describe('the confidence in an area', () => {
  it.each([
    ['of one post', alone],
    ['of two posts', pains],
  ])('%s is no higher than the share that is right, in the upper half and in the lower', (name, signals) => {
    const named = judgeAreas(signals).filter(({ said }) => said !== null);
    const byConfidence = named.toSorted((one, other) => one.confidence - other.confidence);
    const middle = Math.floor(named.length / 2);
    for (const half of [byConfidence.slice(0, middle), byConfidence.slice(middle)]) {
      const confidence = mean(half.map((it) => it.confidence));
      const right = mean(half.map(({ truth, said }) => Number(truth === said)));
      console.log(`areas ${name}: ${half.length} named with ${confidence.toFixed(2)}, ${right.toFixed(2)} right`);
      expect(confidence).toBeLessThanOrEqual(right + 0.05);
    }
  });

  it.each([
    ['of one post', alone, 0.65],
    ['of two posts', pains, 0.8],
  ])(
    '%s is not high where there is no area; nine of ten named areas are right, most others too',
    (_, signals, share) => {
      const judged = judgeAreas(signals);
      const off = judged.filter(({ truth }) => truth === null);
      expect(Math.max(...off.map(({ confidence }) => confidence))).toBeLessThan(0.9);
      const known = judged.filter(({ truth }) => truth !== null);
      expect(mean(known.map(({ truth, said }) => Number(truth === said)))).toBeGreaterThanOrEqual(share);
      const named = judged.filter(({ said }) => said !== null);
      expect(mean(named.map(({ truth, said }) => Number(truth === said)))).toBeGreaterThanOrEqual(0.9);
    },
  );
});

describe('the pain type', () => {
  it.each([
    ['of one post', alone, 0.75, 0.82],
    ['of two posts', pains, 0.85, 0.9],
  ])('%s is right as often as it is said, complaints included; what is left open counts as wrong', (...row) => {
    const [name, signals, leastOfEach, least] = row;
    const judged = signals.map((told) => ({
      truth: told[0]?.painType,
      said: classifyPainType(told.map(({ document }) => document)),
    }));
    const scores = PAIN_TYPES.map((type) => {
      const right = judged.filter(({ truth, said }) => truth === type && said === type).length;
      const said = judged.filter((it) => it.said === type).length;
      const truth = judged.filter((it) => it.truth === type).length;
      return { type, f1: (2 * right) / (said + truth) };
    });
    console.log(`pain types ${name}: ${scores.map(({ type, f1 }) => `${type} F1 ${f1.toFixed(2)}`).join(', ')}`);
    for (const { f1 } of scores) expect(f1).toBeGreaterThanOrEqual(leastOfEach);
    expect(mean(scores.map(({ f1 }) => f1))).toBeGreaterThanOrEqual(least);
  });
});
