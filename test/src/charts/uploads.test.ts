import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Chart, ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { UploadedChart } from '#handlers/ports.ts';
import { createChartFiles } from '#src/charts/uploads.ts';
import type { Store } from '#src/store/open-store.ts';
import { aSignal, aTimeline } from '../../support/service/sample-signals.ts';
import { openSharedStores } from '../../support/store/temporary-store.ts';

const CHART = {
  ...{ kind: 'timeline', signal: aSignal(), timeline: aTimeline([1, 2, 3]) },
  ...{ countedAt: '2026-11-28T00:00:00Z', isSample: false },
} as ChartDescription;
const DRAWN: Chart = {
  ...{ png: Buffer.from('x'), title: 'One', altText: 'One', fileName: 'one.png' },
  ...{ finding: 'One', contentHash: 'one' },
};

let stores: Store[];
let inSlack: Set<string>;
let uploaded: number;
beforeEach(async () => {
  stores = await openSharedStores(2);
  inSlack = new Set();
  uploaded = 0;
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

const processOf = (at: number) => {
  const { chartFiles: files = expect.fail() } = stores[at] ?? {};
  const renderer = { renderChart: async () => DRAWN };
  const uploads = {
    async upload() {
      uploaded += 1;
      inSlack.add(`F${uploaded}`);
      return { ok: true as const, fileId: `F${uploaded}` };
    },
    async remove(fileId: string) {
      inSlack.delete(fileId);
      return { ok: true as const };
    },
  };
  const charts = createChartFiles({ renderer, files, logger: pino({ level: 'silent' }), now: Date.now });
  return charts.forWorkspace({ name: 'T1', workspaceId: async () => 'T1', uploads });
};
const upload = async (charts: ReturnType<typeof processOf>): Promise<UploadedChart> =>
  (await charts.upload(CHART)) ?? expect.fail();

it('a picture that another process’s message shows stays when this process’s message with it is refused', async () => {
  const [one, other] = [processOf(0), processOf(1)];
  const [refused, posted] = [await upload(one), await upload(other)];
  await other.keep(posted);
  await one.discard(refused);
  expect(inSlack).toContain(posted.fileId);
  expect((await upload(one)).fileId).toBe(posted.fileId);
});

it('a picture that one message shows is what every process’s next message shows, without another upload', async () => {
  const [one, other] = [processOf(0), processOf(1)];
  const first = await upload(one);
  await one.keep(first);
  expect(await upload(other)).toEqual({ ...first, isNew: false });
  expect(await upload(one)).toEqual({ ...first, isNew: false });
  expect(uploaded).toBe(1);
});

it('a picture that messages of one process share is deleted when all of them are refused, not before', async () => {
  const charts = processOf(0);
  const [first, second] = await Promise.all([upload(charts), upload(charts)]);
  const third = await upload(charts);
  expect(uploaded).toBe(1);
  await charts.discard(first);
  await charts.discard(second);
  expect(inSlack).toContain(third.fileId);
  await charts.discard(third);
  expect(inSlack.size).toBe(0);
  expect((await upload(charts)).fileId).toBe('F2');
});

it('a picture that one message shows stays when another message of the same process is refused', async () => {
  const charts = processOf(0);
  const [posted, refused] = [await upload(charts), await upload(charts)];
  await Promise.all([charts.keep(posted), charts.discard(refused)]);
  expect(inSlack).toContain(posted.fileId);
});
