import { expect, it } from 'vitest';
import { nameSignal } from '../../src/naming/index.ts';
import { backgroundOf } from '../support/documents.ts';
import { sampleSignals } from '../support/sample-signals.ts';
import approved from './approved-names.json' with { type: 'json' };

/** Names and summaries as they were read; when a rule changes them, read the new ones before you put them in the file. */
it('names and sums up every pain of the sample as it was read', () => {
  const signals = sampleSignals(25);
  const background = backgroundOf(signals.flatMap(({ documents }) => documents));
  const described = signals.map(({ pain, documents }) => {
    const { topic, summary } = nameSignal(documents, background);
    return [pain.id, { topic, summary }] as const;
  });
  expect(Object.fromEntries(described)).toEqual(approved);
});
