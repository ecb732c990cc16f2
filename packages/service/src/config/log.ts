import { type Logger, pino } from 'pino';
import type { ServiceConfig } from './config.ts';

/** Writes JSON lines to standard output. No header is ever logged on purpose; should one be, the key in it is left out. */
export const createLogger = (level: ServiceConfig['logLevel']): Logger =>
  pino({
    name: 'service',
    level,
    redact: { paths: ['authorization', '*.authorization', '*.*.authorization', '*.*.*.authorization'], remove: true },
  });
