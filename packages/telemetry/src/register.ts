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
