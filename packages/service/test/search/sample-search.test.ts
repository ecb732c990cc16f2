import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STRONG_RELEVANCE } from '@pain-signals/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchUpSample } from '../../src/jobs/sample.ts';
import type { SearchHit, SignalSearch } from '../../src/queries/deps.ts';
import { SAMPLE_QUERIES } from '../../src/sources/sample/queries.ts';
import { labelledPosts } from '../../src/sources/sample/stream.ts';
import { searchOver } from '../api/support/running-server.ts';
import { openEmptyStore, type TestStore } from '../support/filled-store.ts';
import { listedSignals } from '../support/test-pipeline.ts';
import { EVERYDAY_QUESTIONS, UNSEEN_QUESTIONS } from './support/everyday-questions.ts';
import { OFF_TOPIC_QUESTIONS } from './support/off-topic-questions.ts';
import { OFFICE_MESSAGES, UNSEEN_MESSAGES } from './support/office-messages.ts';

const LAST_DAY = '2026-03-15';
const FIRST_DAY = '2025-10-16';
const AT = Date.parse(`${LAST_DAY}T12:00:00Z`);

/** Share of a signal's posts that tell a pain, from where on the signal answers a question for it. */
const ANSWERS_FOR = 0.25;

/** Where people are shown what to ask. */
const EXAMPLES_IN = [
  'README.md',
  'packages/domain/src/commands.ts',
  'blocks/home/movers.ts',
  'handlers/conversation/messages.ts',
  'packages/slack-preview/src/page/composer.ts',
];
const EXAMPLE = /\bwhy (?:do|are) [^`'"\n]+\?/gi;

describe('the sample, as a first start reads it', () => {
  let opened: TestStore;
  let added: number;
  let search: SignalSearch;
  const painsOf = new Map<string, string[]>();

  beforeAll(async () => {
    opened = await openEmptyStore();
    added = await catchUpSample({ store: opened.store, now: () => AT, newId: randomUUID });
    search = searchOver(opened.store);
    await readPains(
      new Map(Array.from(labelledPosts(FIRST_DAY, LAST_DAY), ({ post, painId }) => [post.externalId, painId])),
    );
  });
  afterAll(() => opened.close());

  async function readPains(truth: ReadonlyMap<string, string | null>): Promise<void> {
    const told = new Map<string, (string | null)[]>();
    for await (const { externalId, painSignalId } of opened.store.assignments()) {
      if (painSignalId === null) continue;
      told.set(painSignalId, [...(told.get(painSignalId) ?? []), truth.get(externalId) ?? null]);
    }
    for (const [id, pains] of told) {
      const isMuch = (pain: string) => pains.filter((other) => other === pain).length >= ANSWERS_FOR * pains.length;
      painsOf.set(id, [...new Set(pains)].filter((pain) => pain !== null).filter(isMuch));
    }
  }

  const find = async (question: string, limit: number): Promise<SearchHit[]> =>
    (await search.search(question, limit)) ?? [];

  async function isAnswered(question: string, painIds: readonly string[]): Promise<boolean> {
    const found = (await find(question, 20)).slice(0, 3);
    const answered = found.some(({ signalId }) => painsOf.get(signalId)?.some((pain) => painIds.includes(pain)));
    if (!answered) console.log(`missed: "${question}" (${painIds.join(' or ')})`);
    return answered;
  }

  async function count<Item>(items: readonly Item[], holds: (item: Item) => Promise<boolean>): Promise<number> {
    let held = 0;
    for (const item of items) if (await holds(item)) held += 1;
    return held;
  }

  async function isHeard(message: string): Promise<boolean> {
    const isTaken = (await find(message, 20)).length > 0;
    if (isTaken) console.log(`taken for a pain: ${message}`);
    return isTaken;
  }

  it('fills the store with signals that have a past', async () => {
    expect(added).toBeGreaterThan(1_000);
    const signals = await listedSignals(opened.store);
    expect(signals.length).toBeGreaterThan(20);
    expect(signals.every(({ sample }) => sample)).toBe(true);
    const history = await opened.store.snapshots.history(signals[0]?.id ?? '', '2025-01-01');
    expect(history.length).toBeGreaterThan(10);
  });

  it('answers nine in ten of the questions asked in other words than the posts', async () => {
    const answered = await count(SAMPLE_QUERIES, ({ query: question, painId }) => isAnswered(question, [painId]));
    console.log(`${answered} of ${SAMPLE_QUERIES.length} questions answered`);
    expect(answered).toBeGreaterThanOrEqual(36);
  });

  it('answers short everyday questions, those it was tuned on and those it was not', async () => {
    const answeredOf = (questions: typeof EVERYDAY_QUESTIONS) =>
      count(questions, ({ question, painIds }) => isAnswered(question, painIds));
    const [tuned, unseen] = [await answeredOf(EVERYDAY_QUESTIONS), await answeredOf(UNSEEN_QUESTIONS)];
    console.log(
      `${tuned} of ${EVERYDAY_QUESTIONS.length} everyday questions, ${unseen} of ${UNSEEN_QUESTIONS.length} unseen`,
    );
    expect(tuned).toBeGreaterThanOrEqual(34);
    expect(unseen).toBeGreaterThanOrEqual(15);
  });

  it('answers every question closely that people are shown as an example', async () => {
    const shown = EXAMPLES_IN.flatMap((file) =>
      Array.from(
        readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8').matchAll(EXAMPLE),
        ([said]) => said,
      ),
    );
    expect(shown.length).toBeGreaterThanOrEqual(EXAMPLES_IN.length);
    for (const question of new Set(shown)) {
      expect((await find(question, 1))[0]?.relevance ?? 0, question).toBeGreaterThanOrEqual(STRONG_RELEVANCE);
    }
  });

  it('finds nothing for what is said in an office all day', async () => {
    const heard = (messages: readonly string[]) => count(messages, isHeard);
    expect(await heard(OFFICE_MESSAGES)).toBeLessThanOrEqual(1);
    expect(await heard(UNSEEN_MESSAGES)).toBeLessThanOrEqual(1);
  });

  it('finds nothing for what has nothing to do with software', async () => {
    expect(await isHeard('how do I bake bread?')).toBe(false);
    expect(await count(OFF_TOPIC_QUESTIONS, isHeard)).toBeLessThanOrEqual(1);
  });

  it.each([
    'what do people hate about typescript tooling?',
    'typescript tooling',
    'slow tests',
    'redis latency',
    'react performance',
  ])('finds nothing that shares one word of two: %s', async (question) => {
    expect(await isHeard(question)).toBe(false);
  });

  it('finds what a post of the following week complains of, by its first 500 characters', async () => {
    const later = [...labelledPosts('2026-03-16', '2026-03-22')].filter(({ painId }) => painId !== null);
    const found = await count(later, async ({ post, painId }) =>
      (await find(`${post.title ?? ''}\n${post.body}`.slice(0, 500), 3)).some(({ signalId }) =>
        painsOf.get(signalId)?.includes(painId ?? ''),
      ),
    );
    console.log(`${found} of ${later.length} later posts find their signal`);
    expect(found / later.length).toBeGreaterThan(0.9);
  });
});
