import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createTokenCheck } from './bearer.ts';

/** Prometheus metrics of one program, with those of its process, event loop and build. */
export function createRegister(version: string): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'painsignals_build_info',
    help: '1, with the version as a label',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1);
  return register;
}

/** What a program's pool of database connections is doing; null where it has none. */
export function addPoolMetrics(
  register: Registry,
  poolUse: (() => { used: number; idle: number; waiting: number }) | null,
): void {
  if (poolUse === null) return;
  new Gauge({
    name: 'painsignals_database_connections',
    help: 'Connections to PostgreSQL by state; waiting: queries for which none is free',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(poolUse())) this.set({ state }, count);
    },
  });
}

export interface MetricsRequest {
  /** The caller's address, or the nearest proxy's. */
  address: string;
  headers: IncomingHttpHeaders;
}

/** Why a request may not read the metrics; null when it may. */
export type RefuseMetrics = (request: MetricsRequest) => { status: 401 | 429; message: string } | null;

const REFUSALS = {
  wrong: {
    status: 401,
    message:
      'Metrics are for programs on this machine, or for requests with METRICS_TOKEN: "Authorization: Bearer <METRICS_TOKEN>".',
  },
  limited: {
    status: 429,
    message: 'Too many calls with a wrong METRICS_TOKEN from this address. Wait a minute.',
  },
} as const;

/** With METRICS_TOKEN, requests that carry it; without one, programs on this machine. */
export function createMetricsGuard(token: string | null, now: () => number): RefuseMetrics {
  const check = token === null ? null : createTokenCheck(token, now);
  return ({ address, headers }) => {
    const isNear =
      !PROXY_HEADERS.some((name) => name in headers) &&
      LOOPBACK.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
    const result = check?.({ address, authorization: headers.authorization }) ?? (isNear ? 'right' : 'wrong');
    return result === 'right' ? null : REFUSALS[result];
  };
}

/** What a proxy passes on may come from anywhere, however near the proxy is. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
