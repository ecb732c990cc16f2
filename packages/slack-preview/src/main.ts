import { describeListenError, readOrExit } from '@pain-signals/storage';
import { pino } from 'pino';
import { loadConfig } from './config.ts';
import { createSlackPreview } from './preview.ts';

/** Runs the preview workspace until it gets a signal. */
export async function main(): Promise<void> {
  const config = readOrExit(loadConfig);
  const logger = pino({ level: config.logLevel });
  const { server } = createSlackPreview({ ...config, logger });
  try {
    await server.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `preview workspace listens at ${address}, its app at ${config.appUrl}`,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const known = describeListenError(error, 'PREVIEW_PORT', config);
    console.error(known ?? `The preview workspace could not start: ${reason}`);
    process.exit(1);
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'preview workspace stops');
      server.close().then(() => process.exit(0));
    });
  }
}
