import { AsyncLocalStorage } from 'node:async_hooks';
import { nextStepOf } from '@pain-signals/storage';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { ServiceConfig } from './config.ts';

/** The id of the request or the run that a line is logged in, however deep; callbacks such as a model's failures know neither. */
export const currentRequestId = new AsyncLocalStorage<string>();

/** Writes JSON lines to standard output. No header is ever logged on purpose; should one be, the key in it is left out. */
export const createLogger = (level: ServiceConfig['logLevel'], destination?: DestinationStream): Logger =>
  pino(
    {
      name: 'service',
      level,
      mixin: () => {
        const requestId = currentRequestId.getStore();
        return requestId === undefined ? {} : { requestId };
      },
      serializers: { err: (error: Error) => ({ ...stdSerializers.err(error), ...nextStepOf(error) }) },
      redact: { paths: ['authorization', '*.authorization', '*.*.authorization', '*.*.*.authorization'], remove: true },
    },
    destination,
  );
