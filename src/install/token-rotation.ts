import { setTimeout as sleep } from 'node:timers/promises';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { BotToken, Installation } from '../store/installations.ts';
import type { Store } from '../store/open-store.ts';

/** Slack's tokens live for 12 hours; the next one is fetched this long before the end. */
const RENEW_BEFORE_MS = 2 * 60 * 60 * 1_000;
/** So close to its end a token may not outlive the request. */
const EXPIRY_MARGIN_MS = 60_000;
/** Longer than Slack can take to answer: nobody else asks for the same token meanwhile. */
const CLAIM_MS = 60_000;
const RETRY_AFTER_ERROR_MS = 30_000;
const POLL_MS = 50;

export interface RotationOptions {
  store: Pick<Store, 'installations'>;
  now: () => number;
  logger: Logger;
  /** Asks Slack for the next token; the refresh token can be used once. */
  refresh: (refreshToken: string) => Promise<BotToken>;
}

/**
 * Keeps tokens fresh. Bolt's own way lets two requests at once use the same refresh token, and keeps the one that is dead: here a
 * process claims the refresh in the database first, and the others go on with the token that still works.
 */
export interface TokenRotation {
  /** Whether it should get its next token soon. */
  isDue(installation: Installation): boolean;
  /** Whether nothing can be asked of Slack before it has its next token. */
  isExpired(installation: Installation): boolean;
  /** The installation with the next token, whoever fetched it; as it was when nobody can. */
  renew(installation: Installation): Promise<Installation>;
}

export function createTokenRotation({ store, now, logger, refresh }: RotationOptions): TokenRotation {
  const { installations } = store;
  const leftOf = ({ token }: Installation) =>
    token.rotation === null ? Number.POSITIVE_INFINITY : token.rotation.expiresAt - now();

  /** Null when another process is at it. */
  const fetchNext = async (installation: Installation): Promise<Installation | null> => {
    const claim = await installations.claimRefresh(installation, CLAIM_MS);
    if (claim === null) return null;
    try {
      const token = await refresh(claim.refreshToken);
      if (await installations.finishRefresh(claim, token)) return { ...installation, token };
      return await installations.find(installation.workspaceId);
    } catch (error) {
      logger.error({ err: error, workspace: installation.workspaceId }, 'Slack gave no new token');
      await installations.giveUpRefresh(claim, now() + RETRY_AFTER_ERROR_MS);
      return installation;
    }
  };

  const awaitNext = async (installation: Installation): Promise<Installation> => {
    for (const giveUpAt = performance.now() + CLAIM_MS; performance.now() < giveUpAt; await sleep(POLL_MS)) {
      const found = await installations.find(installation.workspaceId);
      if (found === null) return installation;
      if (found.token.token !== installation.token.token) return found;
    }
    return installation;
  };

  const isOver = (installation: Installation) => leftOf(installation) < EXPIRY_MARGIN_MS;
  return {
    isDue: (installation) => leftOf(installation) < RENEW_BEFORE_MS,
    isExpired: isOver,
    async renew(installation) {
      const next = await fetchNext(installation);
      if (next !== null) return next;
      return isOver(installation) ? awaitNext(installation) : installation;
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

/** Asks Slack for the token after this one. */
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
