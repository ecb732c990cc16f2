import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAttemptLimits, type LimitedAction } from '../../../src/accounts/limits/attempt-limits.ts';
import { openEmptyStore, type TestStore } from '../../support/filled-store.ts';

let opened: TestStore;
beforeAll(async () => {
  opened = await openEmptyStore();
});
afterAll(() => opened.close());

it.each<[LimitedAction, tries: number, minutes: number]>([
  ['passwordOfAccount', 10, 15],
  ['passwordInKnownBrowser', 10, 15],
  ['passwordFromAddress', 60, 15],
  ['link', 30, 15],
  ['signUp', 10, 60],
  ['brief', 10, 24 * 60],
  ['registration', 30, 60],
])('allows %s %i times in %i minutes, for each subject separately', async (action, tries, minutes) => {
  const limits = createAttemptLimits(opened.store.attempts);
  for (let count = 0; count < tries; count += 1) await limits.take(action, 'ada');

  await expect(limits.take(action, 'ada')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    headers: { 'retry-after': String(minutes * 60) },
  });
  expect(await limits.tryTake(action, 'eve')).toBe(true);
});
