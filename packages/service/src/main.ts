import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConfigurationError,
  DataFolderError,
  describeDatabaseError,
  FolderInUseError,
  MigrationNeededError,
  NewerDatabaseError,
} from '@pain-signals/storage';
import type { Logger } from 'pino';
import { loadConfig, type ServiceConfig } from './config/config.ts';
import { createLogger } from './config/log.ts';
import { SourcesFileError } from './sources/sources-file.ts';
import { type RunningService, startService } from './start-service.ts';

/** With the delay before it below the time after which a supervisor sends SIGKILL. */
const STOP_TIMEOUT_MS = 9_000;

/** Runs the service until SIGINT or SIGTERM. */
export async function main(): Promise<void> {
  try {
    const config = loadConfig();
    const log = createLogger(config.logLevel);
    const service = await startService(config, log).catch((error: unknown) => explainStartError(error, config));
    stopOnSignal(service, log, config.shutdownDelayMs);
  } catch (error) {
    console.error(describeDatabaseError(error) ?? (isForOperator(error) ? error.message : error));
    process.exit(1);
  }
}

/** The environment prevents a start; the message says what to do. */
class StartError extends Error {
  override name = 'StartError';
}

function isForOperator(error: unknown): error is Error {
  return [
    ConfigurationError,
    DataFolderError,
    FolderInUseError,
    MigrationNeededError,
    NewerDatabaseError,
    SourcesFileError,
    StartError,
  ].some((kind) => error instanceof kind);
}

function explainStartError(error: unknown, { host, port, databaseUrl }: ServiceConfig): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const address = `${host}:${port}`;
  if (code === 'EADDRINUSE') {
    throw new StartError(`${address} is already in use. Stop the other program, or set SERVICE_PORT to a free port.`);
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    throw new StartError(`Cannot listen at ${address}. Set HOST and SERVICE_PORT to an address that is allowed.`);
  }
  if (databaseUrl !== null && (code === 'ECONNREFUSED' || code === 'ENOTFOUND')) {
    throw new StartError('Cannot reach PostgreSQL at DATABASE_URL. Start it, or correct the address.');
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
