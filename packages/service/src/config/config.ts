import {
  addressList,
  DATABASE_SETTINGS,
  HttpAddress,
  isNetwork,
  LogLevel,
  localAddress,
  MIN_TOKEN_LENGTH,
  Port,
  parseEnvironment,
  TrustedProxies,
  wholeNumber,
} from '@pain-signals/storage';
import { z } from 'zod';

/** Sent as part of one header, so nothing but visible ASCII may be in it. */
const Secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be visible ASCII without spaces');

const Token = Secret.min(
  MIN_TOKEN_LENGTH,
  `must have ${MIN_TOKEN_LENGTH} characters or more; make one with \`openssl rand -hex 32\``,
);

const Settings = z
  .object({
    ...DATABASE_SETTINGS,
    HOST: z.string().default('127.0.0.1'),
    SERVICE_PORT: Port.default(4000),
    SERVICE_URL: z
      .string()
      .refine(isOrigin, 'must be an http or https address without a path')
      .transform((url) => new URL(url).origin)
      .optional(),
    TRUSTED_PROXIES: TrustedProxies,
    SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).optional(),
    METRICS_TOKEN: Token.optional(),
    OPERATOR_TOKEN: Token.optional(),
    AS_OF: z.iso
      .datetime({ offset: true, error: 'must be an ISO 8601 instant such as 2023-10-31T00:00:00Z' })
      .transform((text) => Date.parse(text))
      .optional(),
    LOG_LEVEL: LogLevel,
    OTEL_EXPORTER_OTLP_ENDPOINT: HttpAddress.optional(),
    SIGNUP: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('closed'),
    SOURCES: z.string().optional(),
    IMPORT_FOLDER: z.string().optional(),
    SOURCES_ALLOW_PRIVATE: addressList(isNetwork, 'must be addresses or networks such as 10.1.2.0/24').optional(),
    HTTPS_PROXY: z.string().refine(isProxyUrl, 'must be an http or https address such as http://proxy:3128').optional(),
    GITHUB_TOKEN: Secret.optional(),
    GITLAB_TOKEN: Secret.optional(),
    STACKEXCHANGE_KEY: Secret.optional(),
    REDDIT_CLIENT_ID: Secret.optional(),
    REDDIT_CLIENT_SECRET: Secret.optional(),
    EMBEDDINGS_URL: HttpAddress.optional(),
    EMBEDDINGS_MODEL: z.string().max(200).optional(),
    EMBEDDINGS_API_KEY: Secret.optional(),
    CHAT_URL: HttpAddress.optional(),
    CHAT_MODEL: z.string().max(200).optional(),
    CHAT_API_KEY: Secret.optional(),
    CHAT_DAILY_LIMIT: wholeNumber(0, 100_000).default(500),
    CHAT_CONCURRENCY: wholeNumber(1, 32).default(4),
  })
  .check(
    together('EMBEDDINGS_URL', 'EMBEDDINGS_MODEL'),
    requires('EMBEDDINGS_API_KEY', 'EMBEDDINGS_URL'),
    together('CHAT_URL', 'CHAT_MODEL'),
    requires('CHAT_API_KEY', 'CHAT_URL'),
    together('REDDIT_CLIENT_ID', 'REDDIT_CLIENT_SECRET'),
  );

type Values = Record<string, unknown>;

/** Both settings are set, or neither. */
function together(one: string, other: string) {
  const message = `must be set together with ${one}, or neither`;
  return z.refine<Values>((values) => (values[one] === undefined) === (values[other] === undefined), {
    path: [other],
    message,
  });
}

function requires(setting: string, needed: string) {
  const message = `needs ${needed}: there is nowhere to send it`;
  return z.refine<Values>((values) => values[setting] === undefined || values[needed] !== undefined, {
    path: [setting],
    message,
  });
}

/** Reads the service's settings. Throws ConfigurationError with every fault at once. */
export function loadConfig(environment: Record<string, string | undefined> = process.env) {
  const settings = parseEnvironment(Settings, environment);
  return {
    /** PostgreSQL; null for SQLite files in `dataDir`. */
    databaseUrl: settings.DATABASE_URL ?? null,
    dataDir: settings.DATA_DIR,
    /** Connections to PostgreSQL for the requests to a process; its threads have a few of their own. */
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    /** Bring the tables up to date at start; else only the command `migrate` does. */
    autoMigrate: settings.AUTO_MIGRATE,
    /** Whose X-Forwarded-For counts: addresses, networks or names such as loopback. */
    trustedProxies: settings.TRUSTED_PROXIES,
    /** How long `/readyz` fails after SIGTERM before the port closes. */
    shutdownDelayMs: 1_000 * (settings.SHUTDOWN_DELAY_SECONDS ?? (settings.DATABASE_URL === undefined ? 0 : 3)),
    /** Bearer token for `/metrics`; null: only programs on this machine read them. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** Bearer token for `/operator/…`; null: there are no such routes. */
    operatorToken: settings.OPERATOR_TOKEN ?? null,
    host: settings.HOST,
    port: settings.SERVICE_PORT,
    /** The service's public address, {base_url} and {mcp_url}: an origin. */
    serviceUrl: settings.SERVICE_URL ?? localAddress(settings.HOST, settings.SERVICE_PORT),
    /** The pipeline's fixed "now" in ms since the epoch, for replaying a past corpus; null for real time. */
    asOf: settings.AS_OF ?? null,
    /** An OTLP/HTTP collector. Null: no traces. */
    telemetryUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: settings.LOG_LEVEL,
    /** People may make accounts themselves. */
    openSignUp: settings.SIGNUP === 'open',
    /** YAML file of sources to follow; null for none. */
    sourcesFile: settings.SOURCES ?? null,
    /** Files of posts dropped into it are imported; null for none. */
    importFolder: settings.IMPORT_FOLDER ?? null,
    /** Networks that are not public and may be read all the same. */
    privateSources: settings.SOURCES_ALLOW_PRIVATE ?? [],
    /** Through which sources are read; null: directly. */
    httpsProxy: settings.HTTPS_PROXY ?? null,
    credentials: credentialsOf(settings),
    /** A language model that words topics, summaries and briefs: an OpenAI-compatible address. Null for our own words. */
    chat: chatOf(settings),
    /** A model whose vectors serve semantic search: an OpenAI-compatible address. Null for the built-in representation. */
    embeddings: embeddingsOf(settings),
  };
}

export type ServiceConfig = ReturnType<typeof loadConfig>;

function credentialsOf(settings: z.output<typeof Settings>) {
  const { REDDIT_CLIENT_ID: clientId, REDDIT_CLIENT_SECRET: clientSecret } = settings;
  return {
    githubToken: settings.GITHUB_TOKEN ?? null,
    gitlabToken: settings.GITLAB_TOKEN ?? null,
    stackExchangeKey: settings.STACKEXCHANGE_KEY ?? null,
    reddit: clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret },
  };
}

function embeddingsOf(settings: z.output<typeof Settings>) {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = settings;
  return url === undefined || model === undefined ? null : { url, model, apiKey: apiKey ?? null };
}

/** `dailyLimit`: questions a UTC day, by all processes together; `concurrency`: at the same time, of one process. */
function chatOf(settings: z.output<typeof Settings>) {
  const { CHAT_URL: url, CHAT_MODEL: model, CHAT_API_KEY: apiKey } = settings;
  if (url === undefined || model === undefined) return null;
  const { CHAT_DAILY_LIMIT: dailyLimit, CHAT_CONCURRENCY: concurrency } = settings;
  return { url, model, apiKey: apiKey ?? null, dailyLimit, concurrency };
}

function isProxyUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/';
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
}
