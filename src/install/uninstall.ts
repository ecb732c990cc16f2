import { WebAPIPlatformError, WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import type { OnUninstalled } from '#handlers/settings/uninstalled.ts';
import type { Store } from '../store/open-store.ts';

/** Slack's clock and ours need not agree to the second. */
const CLOCK_SKEW_MS = 5_000;
const DEAD_TOKEN = /^(account_inactive|token_revoked|invalid_auth|not_authed|token_expired|team_access_not_granted)$/;

interface Options {
  store: Store;
  clientOptions: WebClientOptions;
  logger: Logger;
  /** The token that is in the environment, where one is: its workspace has no row among the installations. */
  ownToken: string | null;
  /** Drops what this process remembers. */
  onForgotten: (workspaceId: string) => void;
}

/**
 * Deletes all that is kept of a workspace. Slack itself is asked whether the token is dead, so that a late event of a previous
 * install does not undo a new one; when it does not answer, the times decide.
 */
export function createUninstall({ store, clientOptions, logger, ownToken, onForgotten }: Options): OnUninstalled {
  const forgetOne = async (workspaceId: string, at: number): Promise<void> => {
    const installation = await store.installations.find(workspaceId);
    const token = installation?.token.token ?? ownToken;
    if (token !== null) {
      const isAlive = await isAccepted(token, clientOptions);
      if (isAlive === true) return;
      if (isAlive === null && installation !== null && installation.installedAt > at + CLOCK_SKEW_MS) return;
    }
    const isForgotten = await store.transaction(async (stores) => {
      if (installation !== null && !(await stores.installations.remove(installation))) return false;
      await stores.forgetWorkspace(workspaceId);
      return true;
    });
    if (!isForgotten) return;
    onForgotten(workspaceId);
    logger.info(
      { workspace: workspaceId },
      'The app was removed from a workspace, and all that was kept of it is deleted',
    );
  };
  return async ({ workspaceIds, at }) => {
    for (const workspaceId of workspaceIds) await forgetOne(workspaceId, at);
  };
}

/** Null when Slack does not say. */
async function isAccepted(token: string, clientOptions: WebClientOptions): Promise<boolean | null> {
  try {
    await new WebClient(token, clientOptions).auth.test();
    return true;
  } catch (error) {
    return error instanceof WebAPIPlatformError && DEAD_TOKEN.test(error.data.error) ? false : null;
  }
}
