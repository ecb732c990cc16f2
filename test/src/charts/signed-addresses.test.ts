import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { createSignedChartAddresses } from '#src/charts/signed-addresses.ts';
import { createHttpServer } from '#src/http-server.ts';
import { createBlankCharts } from '../../support/charts/blank-charts.ts';
import { HOSTILE_CHARTS } from '../../support/charts/hostile-charts.ts';
import { aSignal, aTimeline, NOW } from '../../support/service/sample-signals.ts';

const PUBLIC_URL = 'https://pain.example';
const SECRET = 'a-secret-of-the-tests-0123456789';
const CHART: ChartDescription = {
  kind: 'timeline',
  signal: aSignal(),
  timeline: aTimeline(Array.from({ length: 365 }, (_, day) => (day * 7) % 40)),
  isSample: true,
};

let now: number;
let drawn: string[];
let fails: boolean;
let origin: string;
let stop: () => Promise<void>;

const blank = createBlankCharts();
const addressesWith = (secret: string, publicUrl: string | null = PUBLIC_URL) =>
  createSignedChartAddresses({
    publicUrl,
    secret,
    renderer: {
      renderChart(description) {
        drawn.push(description.kind);
        return fails ? Promise.reject(new Error('no thread')) : blank.renderChart(description);
      },
    },
    logger: pino({ level: 'silent' }),
    now: () => now,
  });
const addressOf = (description: ChartDescription, secret = SECRET): string => {
  const picture = addressesWith(secret).addressOf(description);
  if (picture === null || !('address' in picture.at)) throw new Error('There is no address.');
  return picture.at.address;
};
const get = (address: string, method = 'GET') => fetch(address.replace(PUBLIC_URL, origin), { method });

beforeEach(async () => {
  [now, drawn, fails] = [NOW, [], false];
  const charts = addressesWith(SECRET).serve;
  const server = createHttpServer({
    slackEvents: null,
    installer: null,
    charts,
    metrics: () => {},
    missing: async () => [],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});
afterEach(() => stop());

describe('the address of a chart', () => {
  it('leads to its picture, also in a process that never saw the chart, and is drawn once', async () => {
    const address = addressOf(CHART);
    const [first, second] = [await get(address), await get(address)];
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    expect(
      Buffer.from(await second.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect((await get(address, 'HEAD')).status).toBe(200);
    expect(drawn).toEqual(['timeline']);
  });

  it('is short enough for Slack, for a year of days too, and holds nothing of the secret', () => {
    const address = addressOf(CHART);
    expect(address.length).toBeLessThanOrEqual(3_000);
    expect(address).toMatch(/^https:\/\/pain\.example\/charts\/[\w-]+\.[\w-]{43}\.png$/);
    expect(address).not.toContain(SECRET);
  });

  it('is nothing after a day', async () => {
    const address = addressOf(CHART);
    now += 25 * 60 * 60 * 1_000;
    expect((await get(address)).status).toBe(404);
  });

  it.each<[string, (address: string) => string]>([
    ['another content', (address) => address.replace(/charts\/..../, 'charts/AAAA')],
    ['another signature', (address) => address.replace(/\.[\w-]{43}\.png/, `.${'A'.repeat(43)}.png`)],
    ['the secret of somebody else', () => addressOf(CHART, 'another-secret-of-the-tests-0000')],
    ['no signature', (address) => address.replace(/\.[\w-]{43}\.png/, '.png')],
    ['a way out of the folder', () => `${PUBLIC_URL}/charts/..%2f..%2fetc%2fpasswd`],
    ['nothing', () => `${PUBLIC_URL}/charts/`],
    ['far too much', () => `${PUBLIC_URL}/charts/${'A'.repeat(10_000)}.${'A'.repeat(43)}.png`],
  ])('draws nothing with %s', async (_what, change) => {
    expect((await get(change(addressOf(CHART)))).status).toBe(404);
    expect(drawn).toEqual([]);
  });

  it('says that it may be asked again when the picture could not be drawn', async () => {
    fails = true;
    const address = addressOf(CHART);
    const refused = await get(address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    fails = false;
    expect((await get(address)).status).toBe(200);
  });

  it('is not there without a public address, nor for what would make it too long', () => {
    expect(addressesWith(SECRET, null).addressOf(CHART)).toBeNull();
    for (const [, description] of HOSTILE_CHARTS) {
      const picture = addressesWith(SECRET).addressOf(description);
      if (picture && 'address' in picture.at) expect(picture.at.address.length).toBeLessThanOrEqual(3_000);
    }
  });
});
