import { VERSION } from '@pain-signals/contract';
import {
  describeDatabaseError,
  describeListenError,
  holdFolder,
  nextStepOf,
  OperatorError,
  readOrExit,
} from '@pain-signals/storage';
import { addDatabaseMetrics, createRegister, startTelemetry } from '@pain-signals/telemetry';
import { type Logger, pino, stdSerializers } from 'pino';
import { type Config, readConfig } from './config.ts';
import type { Program } from './program.ts';
import { openStore } from './store/open-store.ts';

/** People wait, and what a job could not write it tries again. The operator's commands have more time. */
const PATIENCE_MS = 5_000;
/** No statement of the app takes as long. */
const SILENCE_MS = 60_000;

const serializeError = (error: Error) => ({ ...stdSerializers.err(error), ...nextStepOf(error) });

/** Runs the Slack app until it is told to stop. */
export async function main(): Promise<void> {
  const config = readOrExit(readConfig);
  const logger = pino({ level: config.logLevel, name: 'slack', serializers: { err: serializeError } });
  const program = await programOrExit(config, logger);

  let isStopping = false;
  const stop = async (signal: string) => {
    // A terminal's Ctrl-C and a launcher's signal can both arrive.
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'Stopping');
    await program.stop();
    logger.info('Stopped');
    // Timers of Slack's libraries would keep the process alive.
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));

  try {
    const { port } = await program.start();
    logger.info({ host: config.host, port, socketMode: config.appToken !== null }, 'Listening');
  } catch (error) {
    logger.fatal({ err: error }, describeListenError(error, 'PORT', config) ?? 'The Slack app could not start');
    process.exit(1);
  }
}

/** The program with its database open. It is loaded here, so that a fault of the settings is said at once. */
async function programOrExit(config: Config, logger: Logger): Promise<Program> {
  try {
    const release = config.databaseUrl === null ? holdFolder(config.dataDir, 'slack-app') : () => undefined;
    const store = await openStore({ ...config, patienceMs: PATIENCE_MS, silenceMs: SILENCE_MS });
    const register = createRegister(VERSION);
    addDatabaseMetrics(register, store);
    const telemetry = await startTelemetry({
      ...{ endpoint: config.telemetryUrl, name: 'pain-signals-slack', version: VERSION, register },
      tracedOrigins: [config.painApiUrl, config.painMcpUrl ?? config.painApiUrl].map((url) => new URL(url).origin),
    });
    const { createProgram } = await import('./program.ts');
    const program = createProgram(config, { logger, store, register, tracing: telemetry });
    return {
      ...program,
      async stop() {
        await program.stop();
        await store.close();
        await telemetry.stop();
        release();
      },
    };
  } catch (error) {
    if (error instanceof OperatorError) console.error(error.message);
    else logger.fatal({ err: error }, describeDatabaseError(error) ?? 'The database could not be opened');
    process.exit(1);
  }
}
