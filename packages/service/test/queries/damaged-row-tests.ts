import { randomUUID } from 'node:crypto';
import { History } from '@pain-signals/contract';
import { openDatabase } from '@pain-signals/storage';
import { createRegister } from '@pain-signals/telemetry';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createDamageReport } from '../../src/api/rest/monitoring.ts';
import { importPosts } from '../../src/jobs/import.ts';
import { openStore } from '../../src/store/index.ts';
import { startServer } from '../api/support/running-server.ts';
import { createKey } from '../support/filled-store.ts';
import { complaints, NOW } from '../support/posts.ts';
import type { DatabaseLocation } from '../support/test-pipeline.ts';

const DAMAGE = [
  'score = 900',
  'volume = -1',
  'last_seen_at = 9000000000000000',
  "macro_area = 'NO_AREA'",
  "pain_type = 'none'",
  'macro_area_confidence = 2',
  "score_parts_json = '{}'",
  "score_parts_week_before_json = '[]'",
  `sources_json = '[{"provider": "github", "mentions": null, "percent": 10}]'`,
];

/** A row out of range in the service's database costs only itself; the same on both databases. */
export function testDamagedRows(place: () => Promise<DatabaseLocation>): void {
  /** Two signals with a brief and a day of history each; the one of six posts is to be damaged. */
  async function openServer() {
    const where = await place();
    const register = createRegister('0');
    const log: string[] = [];
    const logger = pino({}, { write: (line: string) => void log.push(line) });
    const store = await openStore({ ...where, onDamaged: createDamageReport(register, logger) });
    onTestFinished(() => store.close());
    await importPosts({ store, now: () => NOW, newId: randomUUID }, [
      ...complaints(6, { title: 'Docker layer cache invalidated' }),
      ...complaints(5, { title: 'Refresh tokens lost after redirect' }),
    ]);
    const listing = { sortBy: 'volume', direction: 'desc', page: 0, size: 20 } as const;
    const [bad, good] = (await store.signals.list(listing)).rows.map(({ id }) => id);
    const { kysely, close } = await openDatabase({ ...where, name: 'service' });
    onTestFinished(close);
    let changes = 0;
    const revision = { current: () => changes };
    const server = await startServer({
      store,
      key: await createKey(store),
      asOf: NOW,
      now: () => NOW,
      register,
      revision,
    });
    onTestFinished(() => server.close());
    /** The status, then the signals of the answer. */
    const signalsOf = async (path: string) => {
      const { status, body } = await server.ask(path);
      const { items = body } = body as { items?: unknown };
      const found = Array.isArray(items) ? items : [];
      return [status, ...found.map(({ painSignalId, id }) => painSignalId ?? id)];
    };
    const leftOut = async (table: string) => {
      const text = await register.metrics();
      return Number(new RegExp(`^painsignals_damaged_rows_total{table="${table}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    const logged = () => log.filter((line) => line.includes('damaged row left out'));
    const run = async (statement: string) => {
      await sql.raw(statement).execute(kysely);
      changes += 1;
    };
    return { server, signalsOf, leftOut, logged, run, bad: bad ?? '', good: good ?? '' };
  }

  const LISTS = ['/api/pain-signals', '/api/dashboard/top', '/api/signals/semantic-search?q=tokens+lost+docker+cache'];

  test.each(DAMAGE)('a signal with %s is left out, and every list answers with the others', async (damage) => {
    const { server, signalsOf, leftOut, logged, run, bad, good } = await openServer();
    for (const list of LISTS) expect((await signalsOf(list)).toSorted()).toEqual([200, bad, good].toSorted());
    await run(`update signals set ${damage} where id = '${bad}'`);

    for (const list of LISTS) expect([list, ...(await signalsOf(list))]).toEqual([list, 200, good]);
    expect((await server.ask(`/api/pain-signals/${bad}`)).status).toBe(404);
    expect(await leftOut('signals')).toBe(4);
    expect(logged()).toEqual([expect.stringContaining(bad)]);
  });

  test('a brief of another shape is left out, and the others are listed', async () => {
    const { server, signalsOf, leftOut, logged, run, bad, good } = await openServer();
    expect((await signalsOf('/api/opportunities')).toSorted()).toEqual([200, bad, good].toSorted());
    await run(
      `update briefs set brief_json = replace(brief_json, '"risks":', '"dangers":') where signal_id = '${bad}'`,
    );

    expect(await signalsOf('/api/opportunities')).toEqual([200, good]);
    expect((await server.ask(`/api/pain-signals/${bad}/brief`)).status).toBe(404);
    expect([await leftOut('briefs'), logged()]).toEqual([2, [expect.stringContaining(bad)]]);
  });

  test('a day out of range is left out of a history', async () => {
    const { server, leftOut, run, bad } = await openServer();
    await run(`insert into signal_history (signal_id, day, at, score, volume, owner_count, backfilled)
      values ('${bad}', '2026-02-27', 0, 900, 3, 0, 0), ('${bad}', '2026-02-28', 0, 20, 5, 0, 0)`);

    const { points } = await server.read(`/api/pain-signals/${bad}/history`, History);
    expect(points.map(({ date }) => date)).toEqual(['2026-02-28', '2026-03-01']);
    expect(await leftOut('signal_history')).toBe(1);
  });
}
