import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { createFailedAttempts, networkOf } from '@pain-signals/telemetry';
import {
  type CodedError,
  ErrorCode,
  type Installation,
  type InstallationStore,
  InstallProvider,
  type InstallURLOptions,
  InvalidStateError,
  type StateStore,
} from '@slack/oauth';
import type { WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { StoreUnavailableError } from '#handlers/errors.ts';
import { createSlackLogger } from '../slack/clients.ts';
import { isEqualInConstantTime } from '../slack/receiver.ts';
import { type Store, storedInTime } from '../store/open-store.ts';
import { installedPage, installPage, linkUsedPage, notInstalledPage, PAGE_HEADERS } from './pages.ts';

export interface InstallerOptions {
  clientId: string;
  clientSecret: string;
  stateSecret: string;
  authorizeUrl: string;
  /** Whose X-Forwarded-For counts: addresses, networks, or names such as loopback. */
  trustedProxies: readonly string[];
  /** The app's public address. Null: Slack uses the redirect URL of the app's settings. */
  publicUrl: string | null;
  clientOptions: WebClientOptions;
  store: Store;
  /** How long people wait for one answer of the database. */
  storeTimeoutMs: number;
  now: () => number;
  logger: Logger;
  /** Slack's code is good once: a process that stops finishes what it has begun. */
  track: <Result>(work: Promise<Result>) => Promise<Result>;
  /** After an installation was saved. */
  onInstalled: (installation: Installation) => void;
}

/** The pages by which an admin installs the app. */
export interface Installer {
  /** GET /slack/install */
  start: RequestListener;
  /** GET /slack/oauth_redirect */
  finish: RequestListener;
}

/** Installs a minute, for each client and in all: Slack takes about a hundred of an app, token refreshes included. */
const MAX_CALLS_OF_CLIENT = 10;
const MAX_CALLS = 50;

export function createInstaller(options: InstallerOptions): Installer {
  const { clientId, clientSecret, stateSecret, authorizeUrl, publicUrl, clientOptions, store, now, logger } = options;
  const inTime = <Result>(call: Promise<Result>) => storedInTime(options.storeTimeoutMs, call);
  const install = {
    scopes: [...SCOPES],
    ...(publicUrl === null ? {} : { redirectUri: `${publicUrl}/slack/oauth_redirect` }),
  };
  const provider = new InstallProvider({
    clientId,
    clientSecret,
    authorizationUrl: authorizeUrl,
    stateStore: createInstallState({ secret: stateSecret, store, inTime, now, install }),
    // Tokens are read elsewhere, by `authorize`.
    installationStore: {
      storeInstallation: (installation) => inTime(store.installations.save(toStored(installation as Installation))),
    } as InstallationStore,
    renderHtmlForInstallPath: installPage,
    clientOptions,
    logger: createSlackLogger(logger),
  });
  const isTrusted = proxyAddress.compile([...options.trustedProxies]);
  /** Anyone can begin an install, and what Slack counts against the app keeps tokens from being refreshed. */
  const takeCall = async (client: string): Promise<boolean> => {
    const network = createHash('sha256').update(networkOf(client)).digest('hex');
    if (!(await inTime(store.seenRequests.takeTurn(`install-by-${network}`, MAX_CALLS_OF_CLIENT)))) return false;
    return inTime(store.seenRequests.takeTurn('install', MAX_CALLS));
  };
  /** Before the database is asked: it serves every workspace. */
  const returns = createFailedAttempts(now);
  const failed = (error: unknown, response: ServerResponse) => {
    logger.warn({ err: error }, 'install failed');
    if (!response.headersSent) sendPage(response, ...failurePage(error));
  };
  return {
    start(request, response) {
      setHeaders(response);
      provider.handleInstallPath(request, response, {}, install).catch((error) => failed(error, response));
    },
    finish(request, response) {
      const client = proxyAddress(request, isTrusted);
      const refuse = () =>
        sendPage(response, 429, notInstalledPage('Too many people are installing it right now. Wait a minute.'));
      if (returns.exceeded(client)) return refuse();
      returns.add(client);
      const answer = {
        async beforeInstallation() {
          const mayCall = await takeCall(client);
          if (!mayCall) refuse();
          return mayCall;
        },
        success(installation: Installation) {
          options.onInstalled(installation);
          sendPage(
            response,
            200,
            installedPage(openUrl(installation), homeUrl(installation), workspaceName(installation)),
          );
        },
        failure: (error: CodedError) => failed(error, response),
      };
      const finished = provider.handleCallback(request, response, answer, install);
      void options.track(finished.catch((error) => failed(error, response)));
    },
  };
}

/** As our tables have it. User tokens are neither requested nor stored. */
function toStored({
  team,
  enterprise,
  bot,
  user,
  appId,
  isEnterpriseInstall,
}: Installation): Parameters<Store['installations']['save']>[0] {
  const workspaceId = isEnterpriseInstall ? enterprise?.id : team?.id;
  if (workspaceId === undefined || bot === undefined) throw new Error('Slack gave no bot token for a workspace');
  const { token, refreshToken, expiresAt } = bot;
  const rotates = refreshToken !== undefined && expiresAt !== undefined;
  return {
    workspaceId,
    teamId: team?.id ?? null,
    enterpriseId: enterprise?.id ?? null,
    name: (isEnterpriseInstall ? enterprise?.name : team?.name) ?? null,
    appId: appId ?? null,
    bot: { id: bot.id, userId: bot.userId, scopes: bot.scopes },
    token: { token, rotation: rotates ? { refreshToken, expiresAt: expiresAt * 1_000 } : null },
    installedBy: user.id,
  };
}

function failurePage(error: unknown): [status: number, page: string] {
  if (error instanceof StoreUnavailableError)
    return [503, notInstalledPage('The app can’t reach its database. Try again in a minute.')];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case ErrorCode.AuthorizationError:
      return [400, notInstalledPage('You canceled the installation.')];
    case ErrorCode.MissingCodeError:
    case ErrorCode.MissingStateError:
    case ErrorCode.InvalidStateError:
      return [400, linkUsedPage()];
    default:
      return [502, notInstalledPage('Slack didn’t finish the installation.')];
  }
}

const workspaceName = ({ isEnterpriseInstall, enterprise, team }: Installation): string | null =>
  (isEnterpriseInstall ? enterprise?.name : team?.name) ?? null;

/** Opens Slack where the admin was last: usually a channel, where commands work. */
const openUrl = ({ team, isEnterpriseInstall }: Installation): string =>
  isEnterpriseInstall || team === undefined ? 'slack://open' : `slack://open?${new URLSearchParams({ team: team.id })}`;

function homeUrl({ team, appId, isEnterpriseInstall }: Installation): string | null {
  if (isEnterpriseInstall || team === undefined || !appId) return null;
  return `slack://app?${new URLSearchParams({ team: team.id, id: appId, tab: 'home' })}`;
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  setHeaders(response);
  response.writeHead(status);
  response.end(page);
}

function setHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
}

/** The same scopes as in the manifests; a test compares them. */
export const SCOPES: readonly string[] = [
  'commands',
  'chat:write',
  'app_mentions:read',
  'im:history',
  'users:read',
  'chat:write.public',
  'channels:read',
  'groups:read',
  'files:write',
  'im:write',
  'assistant:write',
  'links:read',
  'links:write',
];

const STATE_LIFETIME_MS = 10 * 60 * 1_000;

interface InstallStateOptions {
  secret: string;
  store: Pick<Store, 'oauthStates'>;
  inTime: <Result>(call: Promise<Result>) => Promise<Result>;
  now: () => number;
  install: InstallURLOptions;
}

/**
 * The state of an OAuth flow. It is signed, so issuing one writes nothing, and valid once within ten minutes. Slack's library checks
 * by a cookie that it comes from the same browser.
 */
function createInstallState({ secret, store, inTime, now, install }: InstallStateOptions): StateStore {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    async generateStateParam() {
      const unsigned = `${now() + STATE_LIFETIME_MS}.${randomBytes(16).toString('base64url')}`;
      return `${unsigned}.${sign(unsigned)}`;
    },
    async verifyStateParam(_now, state) {
      const [expires = '', random = '', signature = ''] = state.split('.');
      if (!isEqualInConstantTime(sign(`${expires}.${random}`), signature)) {
        throw new InvalidStateError('The state is not ours');
      }
      if (Number(expires) <= now()) throw new InvalidStateError('The state is too old');
      if (!(await inTime(store.oauthStates.spend(random, Number(expires))))) {
        throw new InvalidStateError('The state was used before');
      }
      return install;
    },
  };
}
