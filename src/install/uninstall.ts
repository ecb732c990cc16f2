import { WebAPIPlatformError, WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import type { OnUninstalled } from '#handlers/settings/uninstalled.ts';
import type { Store } from '../store/open-store.ts';

/** Slack's clock and ours may differ. */
const CLOCK_SKEW_MS = 5_000;
/** Not `token_expired`: Slack says that of every token that was unused for half a day. */
const DEAD_TOKEN = /^(account_inactive|token_revoked|invalid_auth|not_authed|team_access_not_granted)$/;

interface Options {
  store: Store;
  clientOptions: WebClientOptions;
  logger: Logger;
  /** SLACK_BOT_TOKEN, if set. Its workspace has no row in the installations. */
  ownToken: string | null;
  /** Revokes the key that the service gave the workspace. Doesn't throw. */
  revokeKey: (workspaceId: string) => Promise<void>;
  /** Clears the caches of this process, and ends what is under way with the token. */
  onForgotten: (workspaceId: string, token: string | null) => void;
}

/**
 * Deletes a workspace's data. Asks Slack first whether the token is dead, so that a late event of an earlier install doesn't undo a
 * new one. When Slack doesn't answer, the times decide.
 */
export function createUninstall({
  store,
  clientOptions,
  logger,
  ownToken,
  revokeKey,
  onForgotten,
}: Options): OnUninstalled {
  const forgetOne = async (workspaceId: string, at: number, { isCertain }: { isCertain: boolean }): Promise<void> => {
    const installation = await store.installations.find(workspaceId);
    const token = installation?.token.token ?? ownToken;
    if (token !== null) {
      const isAlive = await isAccepted(token, clientOptions);
      if (isAlive === true) return;
      const isNewer = installation !== null && installation.installedAt > at + CLOCK_SKEW_MS;
      if (isAlive === null && (isNewer || !isCertain)) return;
    }
    const isForgotten = await store.transaction(async (stores) => {
      if (installation !== null && !(await stores.installations.remove(installation))) return false;
      await stores.forgetWorkspace(workspaceId);
      return true;
    });
    if (!isForgotten) return;
    onForgotten(workspaceId, token);
    await revokeKey(workspaceId);
    logger.info({ workspace: workspaceId }, 'app uninstalled, workspace data deleted');
    void store
      .clearTraces()
      .catch((err: unknown) => logger.error({ err, workspace: workspaceId }, 'traces of a workspace not cleared'));
  };
  return async ({ workspaceIds, organizationIds, at }) => {
    for (const workspaceId of workspaceIds) await forgetOne(workspaceId, at, { isCertain: true });
    for (const workspaceId of organizationIds) await forgetOne(workspaceId, at, { isCertain: false });
  };
}

/** Null when Slack doesn't answer. */
async function isAccepted(token: string, clientOptions: WebClientOptions): Promise<boolean | null> {
  try {
    await new WebClient(token, clientOptions).auth.test();
    return true;
  } catch (error) {
    return error instanceof WebAPIPlatformError && DEAD_TOKEN.test(error.data.error) ? false : null;
  }
}
