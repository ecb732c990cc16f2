import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@pain-signals/domain';
import type { Authorize, AuthorizeSourceData } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { z } from 'zod';
import { NotInstalledError } from '#handlers/errors.ts';
import { type Access, withAccess } from '../slack/identity.ts';
import type { InFlight } from '../slack/request-tracking.ts';
import { createCache, loadOnce } from '../store/cache.ts';
import type { BotToken, Installation, RefreshClaim } from '../store/installations.ts';
import { type Store, storedInTime } from '../store/open-store.ts';

/** Every acknowledgement waits for this read. Another process's uninstall counts after this time at most. */
const CACHE_MS = 5_000;
const MAX_CACHED = 1_000;

export interface ManyWorkspaces {
  /** Throws a NotInstalledError. */
  authorize: Authorize<boolean>;
  /** For jobs. Null when the app isn't installed there. */
  find(workspaceId: string): Promise<Access | null>;
  /** Clears it from the cache. */
  forget(workspaceId: string): void;
}

interface Options {
  store: Pick<Store, 'installations'>;
  rotation: TokenRotation;
  inFlight: InFlight;
  /** The organization of the token's workspace; null without one. */
  askOrganization: (token: string) => Promise<string | null>;
  /** How long people wait for one answer of the database. */
  storeTimeoutMs: number;
  now: () => number;
  logger: Logger;
}

/** The workspaces and organizations that installed the app by OAuth. */
export function createManyWorkspaces(options: Options): ManyWorkspaces {
  const { store, rotation, inFlight, askOrganization, storeTimeoutMs, now, logger } = options;
  const cache = createCache<Installation>({ max: MAX_CACHED, ttlMs: CACHE_MS, now });
  const organizations = createCache<Promise<string | null>>({ max: MAX_CACHED, ttlMs: HOUR_MS, now });

  const inTime = <Found>(found: Promise<Found>) => storedInTime(storeTimeoutMs, found);
  const remember = (installation: Installation): Installation => {
    cache.set(installation.workspaceId, installation);
    return installation;
  };

  /** A workspace can join an organization after it installed the app. What a request says of it could be about another workspace. */
  const organizationOf = ({ workspaceId, enterpriseId, token }: Installation): Promise<string | null> =>
    enterpriseId !== null
      ? Promise.resolve(enterpriseId)
      : loadOnce(organizations, workspaceId, () => askOrganization(token.token)).catch((error) => {
          logger.warn({ err: error, workspace: workspaceId }, 'organization of the workspace not found');
          return null;
        });
  const accessOf = (installation: Installation): Access => ({
    botToken: installation.token.token,
    workspaceId: async () => installation.workspaceId,
    enterpriseId: () => organizationOf(installation),
    installedBy: installation.installedBy,
    name: installation.workspaceId,
  });

  const load = async ([first = '', ...others]: readonly string[]): Promise<Installation | null> => {
    // That of another id counts only where the first has none, and that the cache doesn't know.
    const installation = cache.get(first) ?? (await inTime(store.installations.find(first, ...others)));
    if (installation === null) return null;
    if (rotation.isExpired(installation)) return remember(await rotation.renew(installation));
    // The token still works, so the request goes on.
    if (rotation.isDue(installation)) void inFlight.track(rotation.renew(installation).then(remember, () => undefined));
    return remember(installation);
  };

  /** The sender's workspace, or else that of the mentioned bot. */
  const loadAddressed = async ({ event }: z.output<typeof SharedChannelEvent>): Promise<Installation | null> => {
    const sender = event.user_team ?? event.team;
    const own = sender === undefined ? null : await load([sender]);
    if (own !== null) return own;
    const mentioned = [...event.text.matchAll(/<@(\w+)/g)].flatMap(([, userId = '']) => userId).slice(0, MAX_MENTIONS);
    const workspaceId = await inTime(store.installations.workspaceOfBot(mentioned));
    return workspaceId === null ? null : load([workspaceId]);
  };

  return {
    async authorize(source, body) {
      const shared = SharedChannelEvent.safeParse(body).data;
      const installation = (shared && (await loadAddressed(shared))) ?? (await load(candidateIds(source)));
      if (installation === null) throw new NotInstalledError();
      const { bot, token, enterpriseId } = installation;
      const teamId = installation.teamId ?? source.teamId;
      const result = {
        ...{ botToken: token.token, botId: bot.id, botUserId: bot.userId },
        ...(teamId === undefined ? {} : { teamId }),
        ...(enterpriseId === null ? {} : { enterpriseId }),
      };
      return withAccess(result, accessOf(installation));
    },
    async find(workspaceId) {
      const installation = await load([workspaceId]);
      return installation && accessOf(installation);
    },
    forget(workspaceId) {
      cache.delete(workspaceId);
      organizations.delete(workspaceId);
    },
  };
}

/**
 * Said in a channel of several organizations. Slack names one installation that sees it, and says not to rely on which:
 * https://api.slack.com/changelog/2020-09-15-events-api-truncate-authed-users
 */
const SharedChannelEvent = z.object({
  is_ext_shared_channel: z.literal(true),
  event: z.object({ user_team: z.string().optional(), team: z.string().optional(), text: z.string() }),
});

const MAX_MENTIONS = 10;

/** Slack names one of the two. While an organization takes over its workspaces, the other one may still apply. */
function candidateIds({ teamId, enterpriseId, isEnterpriseInstall }: AuthorizeSourceData<boolean>): string[] {
  const ids = isEnterpriseInstall ? [enterpriseId, teamId] : [teamId, enterpriseId];
  return ids.filter((id) => typeof id === 'string');
}

/** Slack's tokens live for 12 hours. The next one is fetched this long before. */
const RENEW_BEFORE_MS = 2 * HOUR_MS;
/** A token this close to its end may expire during the request. */
const EXPIRY_MARGIN_MS = 60_000;
/** Longer than Slack takes to answer. No other process refreshes the same token meanwhile. */
const CLAIM_MS = 60_000;
const RETRY_AFTER_ERROR_MS = 30_000;
const POLL_MS = 50;
const MAX_POLL_MS = 2_000;

export interface RotationOptions {
  store: Pick<Store, 'installations'>;
  now: () => number;
  logger: Logger;
  /** Asks Slack for the next token; the refresh token can be used once. */
  refresh: (refreshToken: string) => Promise<BotToken>;
}

/**
 * Refreshes tokens. Bolt's own rotation lets two requests use the same refresh token and can keep the dead one. Here one process
 * claims the refresh in the database, and the others use the old token meanwhile.
 */
export interface TokenRotation {
  /** Whether the token should be refreshed soon. */
  isDue(installation: Installation): boolean;
  /** Whether the token must be refreshed before the next call to Slack. */
  isExpired(installation: Installation): boolean;
  /** The installation with the next token, also when another process fetched it. Unchanged when the refresh failed. */
  renew(installation: Installation): Promise<Installation>;
}

export function createTokenRotation({ store, now, logger, refresh }: RotationOptions): TokenRotation {
  const { installations } = store;
  const leftOf = ({ token }: Installation) =>
    token.rotation === null ? Number.POSITIVE_INFINITY : token.rotation.expiresAt - now();
  /** Workspaces whose refresh failed here a moment ago: nobody has a next token to wait for. */
  const failed = createCache<true>({ max: MAX_CACHED, ttlMs: RETRY_AFTER_ERROR_MS, now });
  const awaited = new Map<string, Promise<Installation>>();

  /** Null when another process is refreshing it. */
  const fetchNext = async (installation: Installation): Promise<Installation | null> => {
    const claim = await installations.claimRefresh(installation, CLAIM_MS);
    if (claim === null) return null;
    try {
      const token = await refresh(claim.refreshToken);
      if (await keep(claim, token)) return { ...installation, token };
      return await installations.find(installation.workspaceId);
    } catch (error) {
      logger.error({ err: error, workspace: installation.workspaceId }, 'token not refreshed');
      failed.set(installation.workspaceId, true);
      await installations.giveUpRefresh(claim, now() + RETRY_AFTER_ERROR_MS);
      return installation;
    }
  };

  /** The refresh token is spent: a database that is away for a moment must not cost the workspace its next token. */
  const keep = async (claim: RefreshClaim, token: BotToken): Promise<boolean> => {
    const giveUpAt = performance.now() + CLAIM_MS;
    for (let waitMs = POLL_MS; ; waitMs *= 2) {
      try {
        return await installations.finishRefresh(claim, token);
      } catch (error) {
        if (performance.now() + waitMs > giveUpAt) throw error;
        logger.warn({ err: error, workspace: claim.workspaceId }, 'next token not kept, will retry');
        await sleep(waitMs);
      }
    }
  };

  const awaitNext = async (installation: Installation): Promise<Installation> => {
    const giveUpAt = performance.now() + CLAIM_MS;
    for (let waitMs = POLL_MS; performance.now() < giveUpAt; waitMs = Math.min(2 * waitMs, MAX_POLL_MS)) {
      const found = await installations.find(installation.workspaceId);
      if (found === null) return installation;
      if (found.token.token !== installation.token.token) return found;
      await sleep(waitMs);
    }
    return installation;
  };
  /** However many requests come meanwhile, one of them looks. */
  const awaitTogether = (installation: Installation): Promise<Installation> => {
    const key = `${installation.workspaceId} ${installation.token.token}`;
    const waiting = awaited.get(key) ?? awaitNext(installation).finally(() => awaited.delete(key));
    awaited.set(key, waiting);
    return waiting;
  };

  const isOver = (installation: Installation) => leftOf(installation) < EXPIRY_MARGIN_MS;
  return {
    isDue: (installation) => leftOf(installation) < RENEW_BEFORE_MS,
    isExpired: isOver,
    async renew(installation) {
      // The app may have been installed again meanwhile.
      if (failed.has(installation.workspaceId))
        return (await installations.find(installation.workspaceId)) ?? installation;
      const next = await fetchNext(installation);
      if (next !== null) return next;
      return isOver(installation) ? awaitTogether(installation) : installation;
    },
  };
}

const RefreshResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

interface TokenRefreshOptions {
  clientId: string;
  clientSecret: string;
  clientOptions: WebClientOptions;
  now: () => number;
}

/** Fetches the next token from Slack. */
export function createTokenRefresh({ clientId, clientSecret, clientOptions, now }: TokenRefreshOptions) {
  const web = new WebClient(undefined, clientOptions);
  return async (refreshToken: string): Promise<BotToken> => {
    const answer = await web.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    const next = RefreshResponse.parse(answer);
    const expiresAt = now() + next.expires_in * 1_000;
    return { token: next.access_token, rotation: { refreshToken: next.refresh_token, expiresAt } };
  };
}
