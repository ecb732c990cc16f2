import type { Authorize } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { type Access, withAccess } from '../slack/access.ts';

interface Identity {
  teamId: string;
  botId?: string;
  botUserId?: string;
}

export interface OneWorkspace {
  access: Access;
  /** Never waits for Slack, so that the acknowledgement comes first. */
  authorize: Authorize<boolean>;
  /** Asks Slack once which workspace the token belongs to. When Slack doesn't answer, the next call asks again. */
  identify(): Promise<Identity | null>;
  /** Null for any other workspace. */
  find(workspaceId: string): Promise<Access | null>;
}

/** The workspace of SLACK_BOT_TOKEN. Slack is asked about it when it is first needed. */
export function createOneWorkspace(botToken: string, web: Pick<WebClient, 'auth'>, logger: Logger): OneWorkspace {
  let identity: Identity | null = null;
  let asking: Promise<Identity | null> | null = null;

  const ask = async (): Promise<Identity | null> => {
    try {
      const { team_id: teamId, bot_id: botId, user_id: botUserId } = await web.auth.test();
      if (teamId) identity = { teamId, ...(botId ? { botId } : {}), ...(botUserId ? { botUserId } : {}) };
    } catch (error) {
      logger.warn({ err: error }, 'workspace of the bot token not found');
    }
    asking = null;
    return identity;
  };
  const identify = async (): Promise<Identity | null> => {
    if (identity !== null) return identity;
    asking ??= ask();
    return asking;
  };
  const access: Access = {
    botToken,
    workspaceId: async () => (await identify())?.teamId ?? null,
    enterpriseId: null,
    installedBy: null,
    name: 'the workspace of SLACK_BOT_TOKEN',
  };
  return {
    access,
    identify,
    find: async (workspaceId) => ((await identify())?.teamId === workspaceId ? access : null),
    async authorize() {
      if (identity === null) void identify();
      return withAccess({ botToken, ...identity }, access);
    },
  };
}
