import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@pain-signals/domain';
import type { Encryption } from '@pain-signals/storage';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './tables.ts';

export interface Installation {
  /** The team's id, or the organization's when it installed the app for all its workspaces. */
  workspaceId: string;
  teamId: string | null;
  enterpriseId: string | null;
  name: string | null;
  appId: string | null;
  bot: { id: string; userId: string; scopes: readonly string[] };
  token: BotToken;
  installedBy: string;
  installedAt: number;
}

export interface BotToken {
  token: string;
  /** Null: it neither rotates nor expires. */
  rotation: { refreshToken: string; expiresAt: number } | null;
}

/** The right to refresh a token, which one process has at a time. */
export interface RefreshClaim {
  workspaceId: string;
  installedAt: number;
  until: number;
  refreshToken: string;
  /** Of the token that is refreshed. */
  expiresAt: number;
}

/** How long Slack's rotating tokens live. */
const TOKEN_LIFE_MS = 12 * HOUR_MS;
/** Tokens and claims that last longer than this beyond their time come from a clock that ran ahead. */
const MARGIN_MS = HOUR_MS;
/** Longer than a process claims a refresh, and than it waits after one that failed. */
const LONGEST_CLAIM_MS = MINUTE_MS;

/** Where the app is installed, with its tokens. */
export function installationStore(kysely: Kysely<Tables>, encryption: Encryption, now: () => number) {
  const sealed = (workspaceId: string, { token, rotation }: BotToken) => ({
    botTokenSealed: encryption.seal(token, cellOf('bot_token_sealed', workspaceId)),
    refreshTokenSealed: rotation && encryption.seal(rotation.refreshToken, cellOf('refresh_token_sealed', workspaceId)),
    // Capped, so that `pullBack` knows what is too late. Refreshing early does no harm.
    tokenExpiresAt: rotation && Math.min(rotation.expiresAt, now() + TOKEN_LIFE_MS),
  });

  const installationOf = (row: Row): Installation => {
    const { workspaceId, teamId, enterpriseId, name, appId, installedBy, installedAt } = row;
    const token = encryption.open(row.botTokenSealed, cellOf('bot_token_sealed', workspaceId));
    return {
      ...{ workspaceId, teamId, enterpriseId, name, appId, installedBy, installedAt },
      bot: { id: row.botId, userId: row.botUserId, scopes: row.botScopes.split(',') },
      token: { token, rotation: rotationOf(row) },
    };
  };

  const rotationOf = ({ workspaceId, refreshTokenSealed: refresh, tokenExpiresAt: expiresAt }: Row) =>
    refresh === null || expiresAt === null
      ? null
      : { refreshToken: encryption.open(refresh, cellOf('refresh_token_sealed', workspaceId)), expiresAt };

  return {
    /** Replaces an earlier installation. */
    async save(installation: Omit<Installation, 'installedAt'>): Promise<void> {
      const { workspaceId, bot, token, ...named } = installation;
      const row = {
        ...named,
        ...{ botId: bot.id, botUserId: bot.userId, botScopes: bot.scopes.join(',') },
        ...{ ...sealed(workspaceId, token), refreshingUntil: 0, installedAt: now() },
      };
      await kysely
        .insertInto('installations')
        .values({ workspaceId, ...row })
        .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(row))
        .execute();
    },
    /** The first of these ids that has an installation. */
    async find(...workspaceIds: readonly string[]): Promise<Installation | null> {
      if (workspaceIds.length === 0) return null;
      const rows = await kysely
        .selectFrom('installations')
        .selectAll()
        .where('workspaceId', 'in', workspaceIds)
        .execute();
      const row = workspaceIds
        .map((id) => rows.find((each) => each.workspaceId === id))
        .find((each) => each !== undefined);
      return row === undefined ? null : installationOf(row);
    },
    /** Where one of these users is the app's bot. */
    async workspaceOfBot(userIds: readonly string[]): Promise<string | null> {
      if (userIds.length === 0) return null;
      const row = await kysely
        .selectFrom('installations')
        .select('workspaceId')
        .where('botUserId', 'in', userIds)
        .executeTakeFirst();
      return row?.workspaceId ?? null;
    },
    /** Null when another process refreshes the token, or already did. */
    async claimRefresh({ workspaceId, installedAt, token }: Installation, forMs: number): Promise<RefreshClaim | null> {
      if (token.rotation === null) return null;
      const until = now() + forMs;
      const { numUpdatedRows } = await kysely
        .updateTable('installations')
        .set({ refreshingUntil: until })
        .where('workspaceId', '=', workspaceId)
        .where('installedAt', '=', installedAt)
        .where('tokenExpiresAt', '=', token.rotation.expiresAt)
        .where('refreshingUntil', '<=', now())
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return null;
      return { workspaceId, installedAt, until, ...token.rotation };
    },
    /**
     * False when the app was reinstalled meanwhile. Who took an expired claim, as with another clock, gets nothing for the refresh token:
     * it is spent, and only the claimant has the next.
     */
    async finishRefresh(claim: RefreshClaim, token: BotToken): Promise<boolean> {
      const { until, expiresAt } = claim;
      const { numUpdatedRows } = await installed(claim)
        .where((row) => row.or([row('refreshingUntil', '=', until), row('tokenExpiresAt', '=', expiresAt)]))
        .set({ ...sealed(claim.workspaceId, token), refreshingUntil: 0 })
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** The next try may start at `until`. */
    async giveUpRefresh(claim: RefreshClaim, until: number): Promise<void> {
      await installed(claim).where('refreshingUntil', '=', claim.until).set({ refreshingUntil: until }).execute();
    },
    /** After a clock that ran ahead: tokens seem to live on when Slack has ended them, and nobody may refresh them. Returns the workspaces. */
    async pullBack(at: number): Promise<string[]> {
      const expired = await kysely
        .updateTable('installations')
        .set({ tokenExpiresAt: at })
        .where('tokenExpiresAt', '>', at + TOKEN_LIFE_MS + MARGIN_MS)
        .returning('workspaceId')
        .execute();
      const freed = await kysely
        .updateTable('installations')
        .set({ refreshingUntil: 0 })
        .where('refreshingUntil', '>', at + LONGEST_CLAIM_MS + MARGIN_MS)
        .returning('workspaceId')
        .execute();
      return [...new Set([...expired, ...freed].map(({ workspaceId }) => workspaceId))];
    },
    /** False when the app was reinstalled meanwhile. Else the removal is noted, for what others write until they know of it. */
    async remove({ workspaceId, installedAt }: Pick<Installation, 'workspaceId' | 'installedAt'>): Promise<boolean> {
      await kysely
        .deleteFrom('installations')
        .where('workspaceId', '=', workspaceId)
        .where('installedAt', '=', installedAt)
        .execute();
      const left = await kysely
        .selectFrom('installations')
        .select('workspaceId')
        .where('workspaceId', '=', workspaceId)
        .executeTakeFirst();
      if (left !== undefined) return false;
      const removedAt = now();
      await kysely
        .insertInto('removals')
        .values({ workspaceId, removedAt })
        .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet({ removedAt }))
        .execute();
      return true;
    },
    /** Removals so many ms ago, and those that a clock noted which ran ahead. */
    removedBefore: (ms: number): Promise<Removal[]> =>
      kysely
        .selectFrom('removals')
        .selectAll()
        .where((row) => row.or([row('removedAt', '<=', now() - ms), row('removedAt', '>', now() + MARGIN_MS)]))
        .execute(),
    /** Unless the workspace was removed again since. */
    async forgetRemoval({ workspaceId, removedAt }: Removal): Promise<void> {
      await kysely
        .deleteFrom('removals')
        .where('workspaceId', '=', workspaceId)
        .where('removedAt', '=', removedAt)
        .execute();
    },
  };

  function installed({ workspaceId, installedAt }: RefreshClaim) {
    return kysely
      .updateTable('installations')
      .where('workspaceId', '=', workspaceId)
      .where('installedAt', '=', installedAt);
  }
}

type Row = Selectable<Tables['installations']>;
type Removal = Selectable<Tables['removals']>;

const cellOf = (column: string, workspaceId: string) => ['installations', column, workspaceId] as const;

export type InstallationStore = ReturnType<typeof installationStore>;

/** OAuth states that were used; each is valid once. Issuing one writes nothing. */
export function oauthStateStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** False when it was used before. */
    async spend(state: string, expiresAt: number): Promise<boolean> {
      await kysely.deleteFrom('oauthStates').where('expiresAt', '<=', now()).execute();
      const { numInsertedOrUpdatedRows: inserted } = await kysely
        .insertInto('oauthStates')
        .values({ stateHash: createHash('sha256').update(state).digest('hex'), expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return inserted === 1n;
    },
  };
}

export type OAuthStateStore = ReturnType<typeof oauthStateStore>;
