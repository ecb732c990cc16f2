import type { ShareOutbox } from '#handlers/ports.ts';
import type { Store } from '../store/open-store.ts';

/** The shares of one workspace. */
export function workspaceShares({ shares }: Pick<Store, 'shares'>, workspaceId: () => Promise<string>): ShareOutbox {
  return {
    claim: async (share) => shares.claim(await workspaceId(), share),
    confirm: async (key, posted) => shares.confirm(await workspaceId(), key, posted),
    markUnconfirmed: async (key) => shares.markUnconfirmed(await workspaceId(), key),
    release: async (key) => shares.release(await workspaceId(), key),
    recent: async (limit) => shares.recent(await workspaceId(), limit),
    find: async ({ channelId, ts }) => shares.find(await workspaceId(), channelId, ts),
    forget: async (message) => shares.remove(await workspaceId(), message),
  };
}
