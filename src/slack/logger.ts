import { LogLevel, type Logger as SlackLogger } from '@slack/bolt';
import type { Logger } from 'pino';

/** Tokens of Slack that a library's message could carry. */
const TOKENS = /\b(?:xoxe\.)?(?:xox[a-z]|xapp)-[\w-]+/g;
/** What an install sends, in the requests that Slack's client describes. */
const SECRETS = /("(?:client_secret|code|refresh_token)":)"[^"]*"/g;

const LEVELS: Record<string, LogLevel> = {
  trace: LogLevel.DEBUG,
  debug: LogLevel.DEBUG,
  info: LogLevel.INFO,
  warn: LogLevel.WARN,
};

/** Lets Slack's libraries write into our log, one line each, without tokens. */
export function createSlackLogger(logger: Logger): SlackLogger {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...parts: unknown[]) => {
      if (!logger.isLevelEnabled(level)) return;
      logger[level](parts.map(describe).join(' ').replace(TOKENS, '[token]').replace(SECRETS, '$1"[secret]"'));
    };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    getLevel: () => LEVELS[logger.level] ?? LogLevel.ERROR,
    // One level rules the whole program, and the lines need no names.
    setLevel: () => undefined,
    setName: () => undefined,
  };
}

function describe(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  return typeof part === 'string' ? part : (JSON.stringify(part) ?? String(part));
}
