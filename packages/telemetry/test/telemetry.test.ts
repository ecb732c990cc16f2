import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Histogram } from 'prom-client';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDatabaseMetrics, createRegister, startTelemetry, type Telemetry } from '../src/index.ts';

/** A collector and two services in one server: it notes what it is sent. */
const received: { path: string; traceparent: string; body: string }[] = [];
const server = createServer(async (incoming, response) => {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  received.push({ path: incoming.url ?? '', traceparent: String(incoming.headers.traceparent ?? ''), body });
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const CALLER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const register = createRegister('1.2.3');
  const telemetry: Telemetry = await startTelemetry({
    endpoint: `http://127.0.0.1:${port}`,
    name: 'program',
    version: '1.2.3',
    register,
    tracedOrigins: [`http://localhost:${port}`],
  });
  const seconds = new Histogram({
    name: 'test_seconds',
    help: 'x',
    buckets: [1, 5],
    labelNames: ['kind'],
    registers: [register],
  });
  seconds.observe({ kind: 'slow' }, 3);
  const span = telemetry.start('incoming', { traceparent: CALLER });
  await span.run(async () => {
    for (const host of ['localhost', '127.0.0.1'])
      await (await request(`http://${host}:${port}/${host}?q=secret-roadmap`)).body.dump();
  });
  span.end({ outcome: 'timeout' });
  await telemetry.stop();
});
afterAll(() => void server.close());

const receivedAt = (path: string) => received.find((each) => each.path.split('?')[0] === path);

it('a call to our own service carries the trace of the request it belongs to', () => {
  expect(receivedAt('/localhost')?.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[\\da-f]{16}-01$`));
});

it('a call to anybody else carries nothing', () => {
  expect(receivedAt('/127.0.0.1')?.traceparent).toBe('');
});

it("the collector gets the spans, as children of the caller's, and a failure as such", () => {
  const { resourceSpans } = JSON.parse(receivedAt('/v1/traces')?.body ?? '{}');
  const spans = resourceSpans[0].scopeSpans.flatMap((scope: { spans: object[] }) => scope.spans);
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: 'incoming',
      parentSpanId: 'b'.repeat(16),
      status: expect.objectContaining({ code: 2 }),
    }),
  );
  expect(spans).toHaveLength(2);
  expect(JSON.stringify(spans)).not.toContain('secret-roadmap');
});

it('the collector gets the metrics, each bucket counted by itself', () => {
  const { resourceMetrics } = JSON.parse(receivedAt('/v1/metrics')?.body ?? '{}');
  const { metrics } = resourceMetrics[0].scopeMetrics[0];
  const { histogram } = metrics.find(({ name }: { name: string }) => name === 'test_seconds');
  expect(histogram.dataPoints[0]).toMatchObject({
    count: 1,
    sum: 3,
    explicitBounds: [1, 5],
    bucketCounts: [0, 1, 0],
    attributes: [{ key: 'kind', value: { stringValue: 'slow' } }],
  });
  expect(metrics.map(({ name }: { name: string }) => name)).toContain('process_cpu_user_seconds_total');
});

it('without an endpoint work runs as it is', async () => {
  const options = { endpoint: null, name: 'x', version: '1', register: createRegister('1'), tracedOrigins: [] };
  expect((await startTelemetry(options)).start('x').run(() => 42)).toBe(42);
});

it('counts the connections of a pool by state, and has no such metric without a pool', async () => {
  const [pooled, alone] = [createRegister('1.2.3'), createRegister('1.2.3')];
  const proveWritable = async () => {};
  addDatabaseMetrics(pooled, { poolUse: () => ({ used: 3, idle: 1, waiting: 7 }), proveWritable });
  addDatabaseMetrics(alone, { poolUse: null, proveWritable: () => Promise.reject(new Error('full')) });
  for (const line of ['{state="used"} 3', '{state="idle"} 1', '{state="waiting"} 7'])
    expect(await pooled.metrics()).toContain(`painsignals_database_connections${line}`);
  expect(await alone.metrics()).not.toContain('painsignals_database_connections');
  expect(await pooled.metrics()).toMatch(/^painsignals_database_writable 1$/m);
  expect(await alone.metrics()).toMatch(/^painsignals_database_writable 0$/m);
});
