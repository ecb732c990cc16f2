import { hash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

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

/** Whether an Authorization header carries the token; takes the same time for every other one. */
export function bearerMatches(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}

export interface MetricsRequest {
  /** The caller's address, not that of a proxy on this machine; null where it is not known. */
  ip: string | null;
  authorization: string | undefined;
}

/** Whether a request may read the metrics. */
export type MayReadMetrics = (request: MetricsRequest) => boolean;

export const METRICS_REFUSED =
  'Metrics are for programs on this machine, or for requests with METRICS_TOKEN: "Authorization: Bearer <METRICS_TOKEN>".';

/** With METRICS_TOKEN, requests that carry it; without one, programs on this machine. */
export const createMayReadMetrics =
  (token: string | null): MayReadMetrics =>
  ({ ip, authorization }) =>
    token === null
      ? ip !== null && LOOPBACK.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4')
      : bearerMatches(authorization, token);

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
