import { LogLevel, localAddress, Port, parseEnvironment } from '@pain-signals/storage';
import { z } from 'zod';

const Settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PREVIEW_PORT: Port.default(3001),
  PORT: Port.default(3000),
  SLACK_SIGNING_SECRET: z.string({ error: 'must be set, to the same value as for the Slack app' }),
  SLACK_BOT_TOKEN: z.string({ error: 'must be set, to the same value as for the Slack app' }),
  LOG_LEVEL: LogLevel,
});

export interface PreviewConfig {
  host: string;
  port: number;
  /** The Slack app's request URL. */
  appUrl: string;
  signingSecret: string;
  botToken: string;
  logLevel: z.output<typeof Settings>['LOG_LEVEL'];
}

/** Reads the preview's settings. Throws ConfigurationError with all errors at once. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): PreviewConfig {
  const settings = parseEnvironment(Settings, environment);
  return {
    host: settings.HOST,
    port: settings.PREVIEW_PORT,
    appUrl: `${localAddress(settings.HOST, settings.PORT)}/slack/events`,
    signingSecret: settings.SLACK_SIGNING_SECRET,
    botToken: settings.SLACK_BOT_TOKEN,
    logLevel: settings.LOG_LEVEL,
  };
}
