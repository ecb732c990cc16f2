import { expect, test } from 'vitest';
import { createFairUse, FAIR_USE, type FairUse } from '../../../src/accounts/limits/fair-use.ts';
import { NOW } from '../../support/posts.ts';
import { type DatabaseLocation, openTestStore } from '../../support/test-pipeline.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ACCOUNT = 'account';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `signal-${from + index}`);

/** What is fair use and what is not, the same on both databases; `place` gives each test an empty one. */
export function testFairUse(place: () => Promise<DatabaseLocation>): void {
  const opened = async (publicSignals = 0) => {
    const clock = { at: NOW };
    const now = () => clock.at;
    const store = await openTestStore(await place(), now);
    await store.signalChanges.addCandidates(ids(publicSignals), NOW);
    const counted = { ...store, conduct: { ...store.fairUse, publicSignals: async () => publicSignals } };
    const conduct = counted.conduct;
    const withTotal: typeof store.transaction = (work) =>
      store.transaction((stores) =>
        work({ ...stores, fairUse: { ...stores.fairUse, publicSignals: conduct.publicSignals } }),
      );
    const process = () =>
      createFairUse({
        store: { fairUse: conduct, transaction: withTotal },
        now,
        onError: (error) => {
          throw error;
        },
      });
    return { store, clock, process };
  };

  /** Reads pages of a hundred, as somebody who pages through everything does. */
  async function page(fairUse: FairUse, count: number, from = 0, account = ACCOUNT) {
    for (let read = 0; read < count; read += 100)
      fairUse.noteListed(account, ids(Math.min(100, count - read), from + read));
    await fairUse.settle();
  }
  async function search(fairUse: FairUse, count: number) {
    for (let done = 0; done < count; done += 1) fairUse.noteSearch(ACCOUNT);
    await fairUse.settle();
  }
  /** Past the second for which a conduct is trusted. */
  async function verdict(fairUse: FairUse, clock: { at: number }, account = ACCOUNT) {
    clock.at += 1_000;
    return fairUse.headersFor(account).then(
      (headers) => (headers.warning === undefined ? 'welcome' : headers.warning),
      (error: { code: string }) => error.code,
    );
  }

  test('reading more than half of all signals is warned of, and again within the week suspends until restored', async () => {
    const { clock, process, store } = await opened(1_200);
    const fairUse = process();

    await page(fairUse, 600);
    expect(await verdict(fairUse, clock)).toBe('welcome');
    await page(fairUse, 1, 600);
    expect(await verdict(fairUse, clock)).toMatch(/^299 pain-signals "Fair use: more than half .*2026-03-08T/);

    clock.at += 6 * DAY_MS;
    await page(fairUse, 600);
    expect(await verdict(fairUse, clock)).toMatch(/^299 /);
    await page(fairUse, 1, 600);
    expect(await verdict(fairUse, clock)).toBe('KEY_SUSPENDED');
    expect(await verdict(process(), clock)).toBe('KEY_SUSPENDED');

    expect(await store.fairUse.restore(ACCOUNT)).toBe(true);
    expect(await verdict(fairUse, clock)).toBe('welcome');
  });

  test('what a clock that ran ahead counted and warned of counts no more once it is right', async () => {
    const { clock, process } = await opened(1_000);
    const fairUse = process();
    clock.at += 365 * DAY_MS;
    await page(fairUse, 501);
    expect(await verdict(fairUse, clock)).toMatch(/^299 /);
    await page(fairUse, 400, 501);

    clock.at = NOW;
    await verdict(fairUse, clock);
    expect(await verdict(fairUse, clock)).toBe('welcome');
    await page(fairUse, 200);
    expect(await verdict(fairUse, clock)).toBe('welcome');
    await page(fairUse, 301, 200);
    expect(await verdict(fairUse, clock)).toMatch(/^299 .*2026-03-08T/);
  });

  test('going on after the warning without a pause is doing it again', async () => {
    const { clock, process } = await opened(1_000);
    const fairUse = process();

    await page(fairUse, 501);
    expect(await verdict(fairUse, clock)).toMatch(/^299 /);
    await page(fairUse, 499, 501);
    expect(await verdict(fairUse, clock)).toMatch(/^299 /);
    await page(fairUse, 2);
    expect(await verdict(fairUse, clock)).toBe('KEY_SUSPENDED');
  });

  test('a week after the warning it is forgotten', async () => {
    const { clock, process } = await opened(1_000);
    const fairUse = process();
    await page(fairUse, 501);

    clock.at += FAIR_USE.warnedForMs + 1;
    expect(await verdict(fairUse, clock)).toBe('welcome');
    await page(fairUse, 501);
    expect(await verdict(fairUse, clock)).toMatch(/^299 /);
  });

  test('the same signals again and again, half a day each, or all of a small service are fair', async () => {
    const large = await opened(1_000);
    const repeated = large.process();
    for (let hour = 0; hour < 30; hour += 1) {
      await page(repeated, 500);
      large.clock.at += HOUR_MS;
    }
    expect(await verdict(repeated, large.clock)).toBe('welcome');
    large.clock.at += DAY_MS;
    await page(repeated, 500, 500);
    expect(await verdict(repeated, large.clock)).toBe('welcome');

    const small = await opened(500);
    const everything = small.process();
    await page(everything, 500);
    expect(await verdict(everything, small.clock)).toBe('welcome');
  });

  test('several processes count together, and warn once', async () => {
    const { clock, process, store } = await opened(1_000);
    const [one, other] = [process(), process()];

    await page(one, 300);
    await page(other, 200, 300);
    expect(await verdict(one, clock)).toBe('welcome');
    one.noteListed(ACCOUNT, ids(100, 500));
    other.noteListed(ACCOUNT, ids(100, 600));
    await Promise.all([one.settle(), other.settle()]);

    expect(await verdict(one, clock)).toMatch(/^299 /);
    expect(await verdict(other, clock)).toMatch(/^299 /);
    expect(await store.fairUse.find(ACCOUNT)).toMatchObject({ suspendedAt: null });
  });

  test('another account is not judged with it', async () => {
    const { clock, process } = await opened(1_000);
    const fairUse = process();
    await page(fairUse, 501);
    expect(await verdict(fairUse, clock)).toMatch(/^299 /);
    await page(fairUse, 501);

    expect(await verdict(fairUse, clock)).toBe('KEY_SUSPENDED');
    expect(await verdict(fairUse, clock, 'somebody else')).toBe('welcome');
  });

  test('the sixty-first search of ten minutes is warned of, and once more suspends; paging is another matter', async () => {
    const { clock, process } = await opened(1_000);
    const fairUse = process();
    await search(fairUse, 60);
    clock.at += FAIR_USE.searching.windowMs;
    await search(fairUse, 60);
    expect(await verdict(fairUse, clock)).toBe('welcome');

    await search(fairUse, 1);
    expect(await verdict(fairUse, clock)).toMatch(/^299 .*semantic searches/);
    await page(fairUse, 501);
    expect(await verdict(fairUse, clock)).toMatch(/half of all.*299 .*semantic searches/);
    await search(fairUse, 61);
    expect(await verdict(fairUse, clock)).toBe('KEY_SUSPENDED');
  });
}
