import { DAY_MS, DEFAULT_DIGEST_PLAN, MINUTE_MS } from '@pain-signals/domain';
import { expect, it, onTestFinished } from 'vitest';
import { startWorld } from '../../support/worlds/slack-world.ts';

const TEAM = 'T0PREVIEW01';
const [CHANNEL, ADMIN] = ['C0DEVPAIN1', 'U0GRACEHOP'];

/** The app after its machine's clock was set days ahead of the database's. */
async function startAhead(aheadMs: number) {
  const world = await startWorld();
  onTestFinished(() => world.close());
  const { id, nextDueAt } = await world.store.subscriptions.save(TEAM, CHANNEL, ADMIN, DEFAULT_DIGEST_PLAN);
  world.passTime(nextDueAt + 2 * DAY_MS - world.now());
  world.store.clockAhead = async () => -aheadMs;
  return {
    ...world,
    digests: () => world.store.forWorkspace(TEAM).digests.history(id, 9),
    ready: async () => (await fetch(`${world.address}/readyz`)).json(),
    metrics: async () => (await fetch(`${world.address}/metrics`)).text(),
    due: async () => (await world.store.subscriptions.find(TEAM, id))?.nextDueAt === nextDueAt,
    setRight() {
      world.store.clockAhead = async () => 0;
    },
  };
}

it('skips no digest whose time it takes to be over, and leaves it to others until its clock is set', async () => {
  const app = await startAhead(4 * DAY_MS);
  await app.runDueNow();
  expect(await app.digests()).toEqual([]);
  expect(await app.due()).toBe(true);
  expect(await app.ready()).toEqual({ status: 'ready', degraded: ['a clock that agrees with the database’s'] });
  expect(await app.metrics()).toContain(`painsignals_database_clock_ahead_seconds -${4 * 86_400}`);
  const said = app.logs.filter(({ msg }) => String(msg).includes("this machine's clock differs"));
  expect(said).toMatchObject([{ level: 50, databaseAheadMs: -4 * DAY_MS }]);

  app.setRight();
  await expect.poll(app.ready, { timeout: 5_000 }).toEqual({ status: 'ready' });
  await app.runDueNow();
  expect(await app.due()).toBe(false);
});

it('leaves alone what waits in the outbox, also when somebody’s press wakes it', async () => {
  const app = await startAhead(-2 * MINUTE_MS);
  await app.store.forWorkspace(TEAM).digests.send({ id: 'sub', channelId: CHANNEL } as never, 'now 1', '2026-03-20');
  await app.runDueNow();
  expect(await app.store.outbox.free(9, [])).toHaveLength(1);
});

it('does what is due while the clocks differ by less than a minute', async () => {
  const app = await startAhead(MINUTE_MS - 1_000);
  await app.runDueNow();
  expect(await app.due()).toBe(false);
  expect(await app.ready()).toEqual({ status: 'ready' });
});
