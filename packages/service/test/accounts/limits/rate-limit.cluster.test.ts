import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../storage/test/support/postgres.ts';
import { createSharedRateLimiter } from '../../../src/accounts/limits/rate-limit.ts';
import { onPostgres, openTestStore } from '../../support/test-pipeline.ts';

describeOnPostgres('the rate limit on PostgreSQL', () => {
  it('lets sixty through although the clock of one process is an hour ahead', async () => {
    const store = await openTestStore(await onPostgres());
    const counters = [0, 3_600_000].map((ahead) => createSharedRateLimiter(store.calls, () => Date.now() + ahead));
    let taken = 0;
    for (let call = 0; call < 80; call += 1) if ((await counters[call % 2]?.('account'))?.taken) taken += 1;
    expect(taken).toBe(60);
  });
});
