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

interface MeasuredDatabase {
  /** Null where there is no pool. */
  poolUse: (() => { used: number; idle: number; waiting: number }) | null;
  /** Rejects when nothing can be written. */
  proveWritable(): Promise<void>;
}

/** Whether a program's database takes writes, and what its pool of connections is doing. */
export function addDatabaseMetrics(register: Registry, { poolUse, proveWritable }: MeasuredDatabase): void {
  new Gauge({
    name: 'painsignals_database_writable',
    help: '1 while the database takes writes, 0 while it is away, read-only or its disk is full',
    registers: [register],
    async collect() {
      this.set(
        await proveWritable().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
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
