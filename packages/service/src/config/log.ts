import { nextStepOf } from '@pain-signals/storage';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { ServiceConfig } from './config.ts';

/** Writes JSON lines to standard output. No header is ever logged on purpose; should one be, the key in it is left out. */
export const createLogger = (level: ServiceConfig['logLevel'], destination?: DestinationStream): Logger =>
  pino(
    {
      name: 'service',
      level,
      serializers: { err: (error: Error) => ({ ...stdSerializers.err(error), ...nextStepOf(error) }) },
      redact: { paths: ['authorization', '*.authorization', '*.*.authorization', '*.*.*.authorization'], remove: true },
    },
    destination,
  );
