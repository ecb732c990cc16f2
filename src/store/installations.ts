import { createHash } from 'node:crypto';
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
}

/** Where the app is installed, with its tokens. */
export function installationStore(kysely: Kysely<Tables>, encryption: Encryption, now: () => number) {
  const sealed = (workspaceId: string, { token, rotation }: BotToken) => ({
    bot_token_sealed: encryption.seal(token, cellOf('bot_token_sealed', workspaceId)),
    refresh_token_sealed:
      rotation && encryption.seal(rotation.refreshToken, cellOf('refresh_token_sealed', workspaceId)),
    token_expires_at: rotation?.expiresAt ?? null,
  });

  const installationOf = (row: Row): Installation => ({
    workspaceId: row.workspace_id,
    teamId: row.team_id,
    enterpriseId: row.enterprise_id,
    name: row.name,
    appId: row.app_id,
    bot: { id: row.bot_id, userId: row.bot_user_id, scopes: row.bot_scopes.split(',') },
    token: {
      token: encryption.open(row.bot_token_sealed, cellOf('bot_token_sealed', row.workspace_id)),
      rotation: rotationOf(row),
    },
    installedBy: row.installed_by,
    installedAt: row.installed_at,
  });

  const rotationOf = ({ workspace_id, refresh_token_sealed: refresh, token_expires_at: expiresAt }: Row) =>
    refresh === null || expiresAt === null
      ? null
      : { refreshToken: encryption.open(refresh, cellOf('refresh_token_sealed', workspace_id)), expiresAt };

  return {
    /** Replaces an earlier installation. */
    async save(installation: Omit<Installation, 'installedAt'>): Promise<void> {
      const { workspaceId, bot } = installation;
      const row = {
        team_id: installation.teamId,
        enterprise_id: installation.enterpriseId,
        name: installation.name,
        app_id: installation.appId,
        bot_id: bot.id,
        bot_user_id: bot.userId,
        bot_scopes: bot.scopes.join(','),
        ...sealed(workspaceId, installation.token),
        refreshing_until: 0,
        installed_by: installation.installedBy,
        installed_at: now(),
      };
      await kysely
        .insertInto('installations')
        .values({ workspace_id: workspaceId, ...row })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
        .execute();
    },
    /** The first of these ids that has an installation. */
    async find(...workspaceIds: readonly string[]): Promise<Installation | null> {
      if (workspaceIds.length === 0) return null;
      const rows = await kysely
        .selectFrom('installations')
        .selectAll()
        .where('workspace_id', 'in', workspaceIds)
        .execute();
      const row = workspaceIds
        .map((id) => rows.find((each) => each.workspace_id === id))
        .find((each) => each !== undefined);
      return row === undefined ? null : installationOf(row);
    },
    /** Null when another process refreshes the token, or already did. */
    async claimRefresh({ workspaceId, installedAt, token }: Installation, forMs: number): Promise<RefreshClaim | null> {
      if (token.rotation === null) return null;
      const until = now() + forMs;
      const { numUpdatedRows } = await kysely
        .updateTable('installations')
        .set({ refreshing_until: until })
        .where('workspace_id', '=', workspaceId)
        .where('installed_at', '=', installedAt)
        .where('token_expires_at', '=', token.rotation.expiresAt)
        .where('refreshing_until', '<=', now())
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return null;
      return { workspaceId, installedAt, until, refreshToken: token.rotation.refreshToken };
    },
    /** False when the app was reinstalled meanwhile, or the claim has expired. */
    async finishRefresh(claim: RefreshClaim, token: BotToken): Promise<boolean> {
      const { numUpdatedRows } = await claimed(claim)
        .set({ ...sealed(claim.workspaceId, token), refreshing_until: 0 })
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** The next try may start at `until`. */
    async giveUpRefresh(claim: RefreshClaim, until: number): Promise<void> {
      await claimed(claim).set({ refreshing_until: until }).execute();
    },
    /** False when the app was reinstalled meanwhile. */
    async remove({ workspaceId, installedAt }: Pick<Installation, 'workspaceId' | 'installedAt'>): Promise<boolean> {
      await kysely
        .deleteFrom('installations')
        .where('workspace_id', '=', workspaceId)
        .where('installed_at', '=', installedAt)
        .execute();
      const left = await kysely
        .selectFrom('installations')
        .select('workspace_id')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return left === undefined;
    },
  };

  function claimed({ workspaceId, installedAt, until }: RefreshClaim) {
    return kysely
      .updateTable('installations')
      .where('workspace_id', '=', workspaceId)
      .where('installed_at', '=', installedAt)
      .where('refreshing_until', '=', until);
  }
}

type Row = Selectable<Tables['installations']>;

const cellOf = (column: string, workspaceId: string) => ['installations', column, workspaceId] as const;

export type InstallationStore = ReturnType<typeof installationStore>;

/** OAuth states that were used; each is valid once. Issuing one writes nothing. */
export function oauthStateStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** False when it was used before. */
    async spend(state: string, expiresAt: number): Promise<boolean> {
      await kysely.deleteFrom('oauth_states').where('expires_at', '<=', now()).execute();
      const { numInsertedOrUpdatedRows: inserted } = await kysely
        .insertInto('oauth_states')
        .values({ state_hash: createHash('sha256').update(state).digest('hex'), expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return inserted === 1n;
    },
  };
}

export type OAuthStateStore = ReturnType<typeof oauthStateStore>;
