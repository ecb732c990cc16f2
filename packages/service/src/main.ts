import { setTimeout as sleep } from 'node:timers/promises';
import { describeDatabaseError, OperatorError } from '@pain-signals/storage';
import type { Logger } from 'pino';
import { loadConfig, type ServiceConfig } from './config/config.ts';
import { createLogger } from './config/log.ts';
import type { RunningService } from './start-service.ts';

/** With the delay before it below the time after which a supervisor sends SIGKILL. */
const STOP_TIMEOUT_MS = 9_000;

/** Runs the service until SIGINT or SIGTERM. */
export async function main(): Promise<void> {
  try {
    const config = loadConfig();
    const log = createLogger(config.logLevel);
    // Loaded here, so that a fault of the settings is said at once.
    const { startService } = await import('./start-service.ts');
    const service = await startService(config, log).catch((error: unknown) => explainStartError(error, config));
    stopOnSignal(service, log, config.shutdownDelayMs);
  } catch (error) {
    console.error(describeDatabaseError(error) ?? (error instanceof OperatorError ? error.message : error));
    process.exit(1);
  }
}

function explainStartError(error: unknown, { host, port, databaseUrl }: ServiceConfig): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const address = `${host}:${port}`;
  if (code === 'EADDRINUSE') {
    throw new OperatorError(
      `${address} is already in use. Stop the other program, or set SERVICE_PORT to a free port.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    throw new OperatorError(`Cannot listen at ${address}. Set HOST and SERVICE_PORT to an address that is allowed.`);
  }
  if (databaseUrl !== null && (code === 'ECONNREFUSED' || code === 'ENOTFOUND')) {
    throw new OperatorError('Cannot reach PostgreSQL at DATABASE_URL. Start it, or correct the address.');
  }
  throw error;
}

function stopOnSignal(service: RunningService, log: Logger, delayMs: number): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    // A second signal stops at once.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    const wait = signal === 'SIGTERM' ? delayMs : 0;
    setTimeout(() => process.exit(1), wait + STOP_TIMEOUT_MS).unref();
    service.drain();
    await sleep(wait);
    await service.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
