import { ConfigurationError } from '@pain-signals/storage';
import { pino } from 'pino';
import { loadConfig, type PreviewConfig } from './config.ts';
import { createSlackPreview } from './preview.ts';

/** Runs the preview workspace until it gets a signal. */
export async function main(): Promise<void> {
  const config = loadConfigOrExit();
  const logger = pino({ level: config.logLevel });
  const { server } = createSlackPreview({ ...config, logger });
  try {
    await server.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `preview workspace listens at ${address}, its app at ${config.appUrl}`,
    });
  } catch (error) {
    console.error(describeStartError(error, config));
    process.exit(1);
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'preview workspace stops');
      server.close().then(() => process.exit(0));
    });
  }
}

function loadConfigOrExit(): PreviewConfig {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}

function describeStartError(error: unknown, { host, port }: PreviewConfig): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program: set PREVIEW_PORT to a free one`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: set HOST to one it has`;
  return `The preview workspace could not start: ${error instanceof Error ? error.message : String(error)}`;
}
