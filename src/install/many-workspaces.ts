import type { Authorize, AuthorizeSourceData } from '@slack/bolt';
import { NotInstalledError } from '#handlers/errors.ts';
import { type Access, withAccess } from '../slack/access.ts';
import { createCache } from '../slack/cache.ts';
import type { InFlight } from '../slack/request-tracking.ts';
import type { Installation } from '../store/installations.ts';
import type { Store } from '../store/open-store.ts';
import type { TokenRotation } from './token-rotation.ts';

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
  now: () => number;
}

/** The workspaces and organizations that installed the app by OAuth. */
export function createManyWorkspaces({ store, rotation, inFlight, now }: Options): ManyWorkspaces {
  const cache = createCache<Installation>({ max: MAX_CACHED, ttlMs: CACHE_MS, now });

  const remember = (installation: Installation): Installation => {
    cache.set(installation.workspaceId, installation);
    return installation;
  };
  const recall = (ids: readonly string[]): Installation | undefined =>
    ids.map((id) => cache.get(id)).find((each) => each !== undefined);

  const load = async (ids: readonly string[]): Promise<Installation | null> => {
    const installation = recall(ids) ?? (await store.installations.find(...ids));
    if (installation === null) return null;
    if (rotation.isExpired(installation)) return remember(await rotation.renew(installation));
    // The token still works, so the request goes on.
    if (rotation.isDue(installation)) void inFlight.track(rotation.renew(installation).then(remember, () => undefined));
    return remember(installation);
  };

  return {
    async authorize(source) {
      const installation = await load(candidateIds(source));
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
    forget: (workspaceId) => void cache.delete(workspaceId),
  };
}

/** Slack names one of the two. While an organization takes over its workspaces, the other one may still apply. */
function candidateIds({ teamId, enterpriseId, isEnterpriseInstall }: AuthorizeSourceData<boolean>): string[] {
  const ids = isEnterpriseInstall ? [enterpriseId, teamId] : [teamId, enterpriseId];
  return ids.filter((id) => typeof id === 'string');
}

const accessOf = ({ workspaceId, enterpriseId, token, installedBy }: Installation): Access => ({
  botToken: token.token,
  workspaceId: async () => workspaceId,
  enterpriseId,
  installedBy,
  name: workspaceId,
});
