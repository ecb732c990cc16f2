import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/config/log.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { runNightly, startNightly } from '../../../src/jobs/schedule/nightly.ts';
import { complaints, DAY_MS } from '../../support/posts.ts';
import { inFolder, listedSignals, openPipeline } from '../../support/test-pipeline.ts';

const at = (time: string) => Date.parse(`2026-${time}:00Z`);

async function aNightOf(sample = false) {
  const pipeline = await openPipeline(await inFolder());
  return { ...pipeline, sample, logger: pino({ enabled: false }) };
}

test('the night is worked once, by whoever comes first', async () => {
  const night = await aNightOf();
  night.clock.at = at('03-02T02:00');

  const outcomes = await Promise.all([runNightly(night), runNightly(night)]);

  expect(outcomes.sort()).toEqual(['done already', 'worked']);
  night.clock.at = at('03-03T01:59');
  expect(await runNightly(night)).toBe('done already');
  night.clock.at = at('03-03T02:00');
  expect(await runNightly(night)).toBe('worked');
});

test('nights that nobody was up for are made up, with their points of history', async () => {
  const night = await aNightOf();
  await importPosts(night, complaints(3));
  night.clock.at = at('03-02T02:00');
  await runNightly(night);

  night.clock.at = at('03-05T09:00');
  expect(await runNightly(night)).toBe('worked');

  const [signal] = await listedSignals(night.store);
  const history = await night.store.snapshots.history(signal?.id ?? '', '2026-03-01');
  expect(history.map(({ date }) => date)).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
  ]);
});

test('a brief is renewed from its sixth day, so an active signal is never without one', async () => {
  const night = await aNightOf();
  night.clock.at = at('03-01T12:00');
  await importPosts(night, complaints(6));
  const id = (await listedSignals(night.store))[0]?.id ?? '';
  const generated = [];
  for (let day = 0; day < 14; day += 1) {
    night.clock.at = at('03-02T02:00') + day * DAY_MS;
    await runNightly(night);
    generated.push((await night.store.briefs.find(id, night.now()))?.generatedAt.slice(0, 10));
  }

  expect(generated).not.toContain(undefined);
  expect([...new Set(generated)]).toEqual(['2026-03-01', '2026-03-07', '2026-03-12']);
});

test('the sample stream grows by night where it is wanted', async () => {
  const night = await aNightOf(true);
  night.clock.at = at('03-01T12:00');
  await importPosts(night, complaints(3), { sample: true });

  night.clock.at = at('03-02T02:00');
  await runNightly(night);

  expect(await night.store.sample.newestAt()).toBeGreaterThan(at('03-01T12:00'));
});

test('what goes wrong during a night is logged with the id of that night', async () => {
  const night = await aNightOf();
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const openChat = () => void logger.warn('language model failed');

  await startNightly({ ...night, logger, openChat })();

  expect(lines).toMatchObject([{ msg: 'language model failed' }, { msg: 'nightly job finished' }]);
  expect(lines[0]?.requestId).toBe(lines[1]?.requestId);
  expect(lines[0]?.requestId).toEqual(expect.any(String));
});

test('a night that failed is tried again until it succeeds, and then not until the next', async () => {
  const night = await aNightOf();
  const pauses: number[] = [];
  let left = 3;
  const track = async <Result>(_work: string, work: () => Promise<Result>) => {
    left -= 1;
    if (left >= 0) throw new Error('database away');
    return work();
  };
  const stop = startNightly({ ...night, track }, (failures) => {
    pauses.push(failures);
    return 0;
  });

  await expect.poll(() => night.store.counters.get('nightAt')).toBe(night.clock.at);
  await stop();

  expect({ pauses, left }).toEqual({ pauses: [1, 2, 3], left: -1 });
});

test('a night that a clock worked a year ahead keeps the nights since from being worked no longer', async () => {
  const night = await aNightOf();
  const warned: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) });
  night.clock.at = at('03-02T02:00') + 365 * DAY_MS;
  await runNightly(night);

  night.clock.at = at('03-03T02:00');
  expect(await runNightly({ ...night, logger })).toBe('worked');
  expect(warned).toEqual([expect.stringContaining('the clock was wrong')]);
  expect(await night.store.counters.get('nightAt')).toBe(night.clock.at);
  expect(await runNightly(night)).toBe('done already');
});
