import { describe, expect, it } from 'vitest';
import { classifyMacroArea } from '../../src/classify/macro-area.ts';
import { classifyPainType } from '../../src/classify/pain-type.ts';
import type { SignalDocument } from '../../src/model/signal.ts';
import { isAboutTrouble, nameSignal } from '../../src/naming/index.ts';
import { inverseFrequency } from '../../src/text/background.ts';
import { tokenize } from '../../src/text/tokenize.ts';
import { backgroundOf } from '../support/documents.ts';
import { sampleSignals } from '../support/sample-signals.ts';

const signals = sampleSignals(25);
const background = backgroundOf(signals.flatMap(({ documents }) => documents));
const taken = new Set<string>();
const described = signals.map(({ pain, documents }) => {
  const named = nameSignal(documents, background, taken);
  taken.add(named.topic);
  const area = classifyMacroArea(documents);
  return { pain, documents, ...named, painType: classifyPainType(documents), area };
});

const termsOf = ({ title, text }: SignalDocument) => new Set(tokenize(`${title ?? ''} ${text}`));

/** The terms that most of the posts hold, those that all signals are full of aside. */
function sharedTerms(documents: readonly SignalDocument[], count: number): string[] {
  const shared = backgroundOf(documents).documentFrequencies;
  const weightOf = (term: string) => (shared.get(term) ?? 0) * inverseFrequency(term, background);
  return [...shared.keys()].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, count);
}

const shareOfSignals = (holds: (signal: (typeof described)[number]) => boolean) =>
  described.filter(holds).length / described.length;

describe('the signals of the sample stream', () => {
  it('have topics of their own, in the words of their posts', () => {
    expect(taken.size).toBe(signals.length);
    for (const { topic, documents } of described) {
      const told = documents
        .map(({ title, text }) => `${title ?? ''}\n${text}`)
        .join('\n')
        .toLowerCase();
      const words =
        topic
          .toLowerCase()
          .replace(/problems with|changes wanted in/, '')
          .match(/[\p{L}\p{N}]+/gu) ?? [];
      expect(words.filter((word) => !told.includes(word))).toEqual([]);
      expect(topic.length).toBeLessThanOrEqual(80);
    }
  });

  it('have topics that name what their posts share', () => {
    const named = (topic: string, terms: readonly string[]) =>
      new Set(tokenize(topic).filter((term) => terms.includes(term))).size;
    const withOne = shareOfSignals((it) => named(it.topic, sharedTerms(it.documents, 5)) >= 1);
    const withTwo = shareOfSignals((it) => named(it.topic, sharedTerms(it.documents, 10)) >= 2);
    console.log(`topics with one of the five most shared terms: ${withOne}, with two of the ten: ${withTwo}`);
    expect(withOne).toBeGreaterThanOrEqual(0.95);
    expect(withTwo).toBeGreaterThanOrEqual(0.9);
  });

  it('have topics that half of their posts speak of, in two words or more', () => {
    const speaking = described.map(({ topic, documents }) => {
      const terms = new Set(tokenize(topic));
      return documents.filter((document) => terms.intersection(termsOf(document)).size >= 2).length / documents.length;
    });
    expect(speaking.reduce((sum, share) => sum + share, 0) / speaking.length).toBeGreaterThanOrEqual(0.5);
  });

  it('are about a trouble or a need', () => {
    expect(shareOfSignals(({ documents }) => isAboutTrouble(documents))).toBe(1);
  });

  it('are put into the right one of eleven areas at least 85 times of 100', () => {
    const wrong = described.filter(({ pain, area }) => area?.area !== pain.area);
    for (const { pain, area } of wrong) console.log(`${pain.id}: ${pain.area}, taken for ${area?.area}`);
    expect(1 - wrong.length / described.length).toBeGreaterThanOrEqual(0.85);
  });

  it('are surer of their area where they are right', () => {
    const named = described.filter(({ area }) => area !== null);
    const sure = named.filter(({ area }) => (area?.confidence ?? 0) >= 0.8);
    const rightOf = (some: typeof named) =>
      some.filter(({ pain, area }) => area?.area === pain.area).length / some.length;
    expect(sure.length).toBeGreaterThan(10);
    expect(rightOf(sure)).toBeGreaterThanOrEqual(rightOf(named));
  });

  it('get the right pain type more than twice as often as a wrong one', () => {
    const right = described.filter(({ pain, painType }) => painType === pain.painType).length;
    const none = described.filter(({ painType }) => painType === null).length;
    const wrong = described.length - right - none;
    console.log(`pain types: ${right} right, ${wrong} wrong, ${none} left open`);
    expect(right).toBeGreaterThan(2 * wrong);
  });

  it('are summed up in at most 400 characters that hold no code', () => {
    for (const { summary } of described) {
      expect(summary.length).toBeLessThanOrEqual(400);
      expect(summary).not.toMatch(/[{}=$\\]|=>/);
    }
  });
});
