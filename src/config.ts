import {
  DATABASE_SETTINGS,
  EncryptionKeys,
  HttpAddress,
  LogLevel,
  MIN_TOKEN_LENGTH,
  Port,
  parseEnvironment,
  TrustedProxies,
} from '@pain-signals/storage';
import { z } from 'zod';
import type { StoreOptions } from './store/open-store.ts';

/** The settings of the Slack app. Error messages never repeat a value, since some are secrets. */

const secret = (error: string) => z.string({ error }).regex(/^\S+$/, { error: 'must not contain spaces' });

const publicUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address that Slack can reach', abort: true })
  .pipe(HttpAddress);

const botToken = secret('not set. Copy the app’s bot token from its page "OAuth & Permissions"').startsWith('xoxb-', {
  error: 'must be a bot token, which starts with xoxb-',
});

const appToken = secret('not set').startsWith('xapp-', {
  error: 'must be an app-level token, which starts with xapp-',
});

const apiKey = secret(
  'not set. Create a key of the pain signal service in its settings or with `npm run -s cli -- key create`',
).regex(/^[^_]+_[^_]+_.+$/, { error: 'must look like pain_…_…, as the service printed it when the key was created' });

/** Used inside `<…|…>` of Slack's markup, so it must not contain those characters. */
const signalUrl = z
  .string()
  .regex(/^https?:\/\/[^\s<>|]*\{id\}[^\s<>|]*$/, {
    error: 'must be an http or https address with {id} in it',
    abort: true,
  })
  .refine((text) => !/^https?:\/\/[^/?#]*@/.test(text), { error: 'must be an address without credentials' });

const redisUrl = z
  .string()
  .regex(/^rediss?:\/\/\S+$/, {
    error: 'must start with redis:// or rediss://, e.g. redis://127.0.0.1:6379',
    abort: true,
  })
  // Later errors would print the whole address, with the password.
  .refine(URL.canParse, { error: 'must be an address, e.g. redis://127.0.0.1:6379' });

const STORE_SETTINGS = {
  ...DATABASE_SETTINGS,
  ENCRYPTION_KEYS: EncryptionKeys.optional(),
};

/** Processes that share a database must share its keys. A folder keeps its own. */
const hasKeysForDatabase = (settings: { DATABASE_URL?: string | undefined; ENCRYPTION_KEYS?: unknown }) =>
  settings.DATABASE_URL === undefined || settings.ENCRYPTION_KEYS !== undefined;
const KEYS_MISSING = {
  path: ['ENCRYPTION_KEYS'],
  error: 'not set, but DATABASE_URL is. Make a key with `openssl rand -base64 32` and keep it',
};

const ONE_WORKSPACE = {
  SLACK_BOT_TOKEN: botToken,
  SLACK_CLIENT_ID: z.never().optional(),
  SLACK_CLIENT_SECRET: z.never({ error: 'is set, but SLACK_CLIENT_ID is not' }).optional(),
  SLACK_STATE_SECRET: z.never({ error: 'is set, but SLACK_CLIENT_ID is not' }).optional(),
};

/** With OAuth, each workspace has its own token. */
const MANY_WORKSPACES = {
  SLACK_BOT_TOKEN: z
    .never({
      error: 'is for one workspace and SLACK_CLIENT_ID for many: set one of the two',
    })
    .optional(),
  SLACK_CLIENT_ID: secret(''),
  SLACK_CLIENT_SECRET: secret('not set. Copy the client secret from "Basic Information"'),
  SLACK_STATE_SECRET: secret(
    'not set. Make a random text of 32 characters or more, as with `openssl rand -hex 32`',
  ).min(32, { error: 'must be 32 characters or longer' }),
};

/** The signing secret may be missing in Socket Mode only, where nothing is signed. */
const settingsFor = (environment: Environment) =>
  z
    .object({
      ...STORE_SETTINGS,
      HOST: z.string().default('127.0.0.1'),
      PORT: Port.default(3000),
      PUBLIC_URL: publicUrl.optional(),
      SERVICE_PORT: Port.default(4000),
      PAIN_API_URL: HttpAddress.optional(),
      PAIN_MCP_URL: HttpAddress.optional(),
      // Each of many workspaces can connect its own key.
      PAIN_API_KEY: environment.SLACK_CLIENT_ID ? apiKey.optional() : apiKey,
      PAIN_OPERATOR_TOKEN: environment.SLACK_CLIENT_ID
        ? secret('')
            .min(MIN_TOKEN_LENGTH, {
              error: `must have ${MIN_TOKEN_LENGTH} characters or more, as OPERATOR_TOKEN of the service`,
            })
            .optional()
        : z
            .never({ error: 'is for many workspaces, and SLACK_CLIENT_ID is not set: set PAIN_API_KEY instead' })
            .optional(),
      SIGNAL_URL: signalUrl.optional(),
      REDIS_URL: redisUrl.optional(),
      SERVICE_URL: HttpAddress.optional(),
      SLACK_SIGNING_SECRET: environment.SLACK_APP_TOKEN
        ? secret('').optional()
        : secret(
            'not set. Copy the signing secret from "Basic Information", or set SLACK_APP_TOKEN to use Socket Mode',
          ),
      ...(environment.SLACK_CLIENT_ID ? MANY_WORKSPACES : ONE_WORKSPACE),
      SLACK_APP_TOKEN: appToken.optional(),
      SLACK_API_URL: HttpAddress.default('https://slack.com/api/'),
      SLACK_AUTHORIZE_URL: HttpAddress.default('https://slack.com/oauth/v2/authorize'),
      TRUSTED_PROXIES: TrustedProxies,
      METRICS_TOKEN: z
        .string()
        .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII without spaces' })
        .min(MIN_TOKEN_LENGTH, {
          error: `must have ${MIN_TOKEN_LENGTH} characters or more; make one with \`openssl rand -hex 32\``,
        })
        .optional(),
      OTEL_EXPORTER_OTLP_ENDPOINT: HttpAddress.optional(),
      LOG_LEVEL: LogLevel,
    })
    .refine(hasKeysForDatabase, KEYS_MISSING);

type Environment = Record<string, string | undefined>;

/** Where the app stores its data. */
export type StoreConfig = Required<Omit<StoreOptions, 'now' | 'gatherMs' | 'patienceMs' | 'silenceMs'>>;

export interface Config extends AppConfig, StoreConfig {
  /** An OTLP/HTTP collector. Null: no traces. */
  telemetryUrl: string | null;
}

export interface AppConfig {
  host: string;
  port: number;
  /** Where Slack reaches the app, without a trailing slash. Null: Slack can't. */
  publicUrl: string | null;
  painApiUrl: string;
  /** Null: the same as `painApiUrl`. */
  painMcpUrl: string | null;
  /** Where several processes share one rate budget. Null: each counts its own calls. */
  redisUrl: string | null;
  /** For every workspace without its own key. */
  painApiKey: string | null;
  /** OPERATOR_TOKEN of our own service, which then gives each workspace an account and a key. */
  painOperatorToken?: string;
  /** With `{id}` in it. Null: signals have no page. */
  signalUrl: string | null;
  signingSecret: string | null;
  /** One workspace; null: `oauth`. */
  botToken: string | null;
  /** Many workspaces, each of which installs the app. */
  oauth: OAuthConfig | null;
  /** Set: Socket Mode. */
  appToken: string | null;
  slackApiUrl: string;
  /** The bearer token for /metrics. Null: only programs on this machine may read them. */
  metricsToken: string | null;
  logLevel: string;
}

export interface OAuthConfig {
  clientId: string;
  clientSecret: string;
  /** Signs the state of an install. */
  stateSecret: string;
  authorizeUrl: string;
  /** Whose X-Forwarded-For counts. */
  trustedProxies: readonly string[];
}

/** Throws a ConfigurationError with all errors at once. */
export function readConfig(environment: Environment = process.env): Config {
  const settings = parseEnvironment(settingsFor, environment);
  const localService = `http://127.0.0.1:${settings.SERVICE_PORT}`;
  return {
    ...storeConfig(settings),
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    painApiUrl: settings.PAIN_API_URL ?? localService,
    painMcpUrl: settings.PAIN_MCP_URL ?? null,
    redisUrl: settings.REDIS_URL ?? null,
    painApiKey: settings.PAIN_API_KEY ?? null,
    ...(settings.PAIN_OPERATOR_TOKEN ? { painOperatorToken: settings.PAIN_OPERATOR_TOKEN } : {}),
    signalUrl:
      settings.SIGNAL_URL ?? (settings.PAIN_API_URL ? null : signalPageTemplate(settings.SERVICE_URL ?? localService)),
    signingSecret: settings.SLACK_SIGNING_SECRET ?? null,
    botToken: settings.SLACK_BOT_TOKEN ?? null,
    oauth: oauthConfig(settings),
    appToken: settings.SLACK_APP_TOKEN ?? null,
    slackApiUrl: settings.SLACK_API_URL.replace(/\/*$/, '/'),
    metricsToken: settings.METRICS_TOKEN ?? null,
    telemetryUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: settings.LOG_LEVEL,
  };
}

const CREDENTIALS = ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET', 'SLACK_CLIENT_ID'];

/** What `npm start` makes where nothing is set. */
const STAND_IN = { SLACK_BOT_TOKEN: 'xoxb-stand-in', SLACK_SIGNING_SECRET: 'stand-in' };
const LOCAL_KEY = { PAIN_API_KEY: 'pain_local_key' };

/** The settings with the defaults of `npm start`, for `doctor`. Throws a ConfigurationError. */
export function readConfigWithLauncherDefaults(environment: Environment = process.env) {
  const areUnset = (names: readonly string[]) => !names.some((name) => isSet(environment, name));
  const usesStandIn = areUnset(CREDENTIALS);
  const usesLocalKey = areUnset(['PAIN_API_KEY', 'PAIN_API_URL', 'SLACK_CLIENT_ID']);
  const made = { ...(usesStandIn ? STAND_IN : {}), ...(usesLocalKey ? LOCAL_KEY : {}) };
  return { config: readConfig({ ...environment, ...made }), usesStandIn, usesLocalKey };
}

function oauthConfig(settings: z.output<ReturnType<typeof settingsFor>>): OAuthConfig | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, SLACK_STATE_SECRET: stateSecret } = settings;
  if (clientId === undefined || clientSecret === undefined || stateSecret === undefined) return null;
  const { SLACK_AUTHORIZE_URL: authorizeUrl, TRUSTED_PROXIES: trustedProxies } = settings;
  return { clientId, clientSecret, stateSecret, authorizeUrl, trustedProxies };
}

/** False where a database is set and the app's keys are not, as for a service alone. */
export const hasStoreConfig = (environment: Environment = process.env): boolean =>
  !isSet(environment, 'DATABASE_URL') || isSet(environment, 'ENCRYPTION_KEYS');

/** By value or by file. */
const isSet = (environment: Environment, name: string): boolean =>
  Boolean(environment[name] || environment[`${name}_FILE`]);

/** For commands that need only the database. Throws a ConfigurationError. */
export function readStoreConfig(environment: Environment = process.env): StoreConfig {
  return storeConfig(parseEnvironment(z.object(STORE_SETTINGS).refine(hasKeysForDatabase, KEYS_MISSING), environment));
}

type StoreSettings = z.output<z.ZodObject<typeof STORE_SETTINGS>>;

const storeConfig = (settings: StoreSettings): StoreConfig => ({
  databaseUrl: settings.DATABASE_URL ?? null,
  dataDir: settings.DATA_DIR,
  encryptionKeys: settings.ENCRYPTION_KEYS ?? null,
  poolSize: settings.DATABASE_POOL_SIZE,
  mayMigrate: settings.AUTO_MIGRATE,
});

/** The signal pages of our own service. For another service, SIGNAL_URL names them. */
const signalPageTemplate = (serviceUrl: string) => `${serviceUrl.replace(/\/+$/, '')}/signals/{id}`;
