import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { type Access, withAccess } from '../slack/identity.ts';
import type { InFlight } from '../slack/request-tracking.ts';
import type { Store } from '../store/open-store.ts';
import { createInstaller, type Installer, type InstallerOptions } from './installer.ts';
import {
  createManyWorkspaces,
  createTokenRefresh,
  createTokenRotation,
  type ManyWorkspaces,
} from './many-workspaces.ts';

/** Where the app is installed: by the environment, or by OAuth. */
export interface Workspaces extends ManyWorkspaces {
  /** Looks up what the first request will need. */
  warmUp(): void;
  /** Null when the app serves one workspace only. */
  installer: Installer | null;
}

interface Settings {
  /** One workspace; null: `oauth`. */
  botToken: string | null;
  oauth: Pick<InstallerOptions, 'clientId' | 'clientSecret' | 'stateSecret' | 'authorizeUrl' | 'trustedProxies'> | null;
  publicUrl: string | null;
}

interface Options {
  store: Store;
  clientOptions: WebClientOptions;
  inFlight: InFlight;
  /** How long people wait for one answer of the database. */
  storeTimeoutMs: number;
  /** After an admin installed the app. */
  onInstalled: (workspaceId: string, token: string) => void;
  now: () => number;
  logger: Logger;
}

export function createWorkspaces({ botToken, oauth, publicUrl }: Settings, options: Options): Workspaces {
  const { store, clientOptions, inFlight, storeTimeoutMs, now, logger } = options;
  if (oauth === null) {
    const token = botToken ?? '';
    const one = createOneWorkspace(token, new WebClient(token, clientOptions), logger);
    return { ...one, forget: () => undefined, warmUp: () => void one.identify(), installer: null };
  }
  const refresh = createTokenRefresh({ ...oauth, clientOptions, now });
  const rotation = createTokenRotation({ store, now, logger, refresh });
  const askOrganization = async (token: string) =>
    (await new WebClient(token, clientOptions).auth.test()).enterprise_id ?? null;
  const many = createManyWorkspaces({ store, rotation, inFlight, askOrganization, storeTimeoutMs, now, logger });
  const installer = createInstaller({
    ...{ ...oauth, publicUrl, clientOptions, store, storeTimeoutMs, now, logger },
    track: inFlight.track,
    onInstalled({ isEnterpriseInstall, enterprise, team, bot }) {
      const workspaceId = (isEnterpriseInstall ? enterprise?.id : team?.id) ?? '';
      many.forget(workspaceId);
      options.onInstalled(workspaceId, bot?.token ?? '');
    },
  });
  return { ...many, warmUp: () => undefined, installer };
}

interface Identity {
  teamId: string;
  enterpriseId?: string;
  botId?: string;
  botUserId?: string;
}

interface OneWorkspace extends Omit<ManyWorkspaces, 'forget'> {
  /** Asks Slack once which workspace the token belongs to. When Slack doesn't answer, the next call asks again. */
  identify(): Promise<Identity | null>;
}

/** The workspace of SLACK_BOT_TOKEN. Slack is asked about it when it is first needed. */
function createOneWorkspace(botToken: string, web: Pick<WebClient, 'auth'>, logger: Logger): OneWorkspace {
  let identity: Identity | null = null;
  let asking: Promise<Identity | null> | null = null;

  const ask = async (): Promise<Identity | null> => {
    try {
      const { team_id: teamId, enterprise_id: enterpriseId, bot_id: botId, user_id: botUserId } = await web.auth.test();
      if (teamId)
        identity = {
          ...{ teamId, ...(enterpriseId ? { enterpriseId } : {}) },
          ...{ ...(botId ? { botId } : {}), ...(botUserId ? { botUserId } : {}) },
        };
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
    enterpriseId: async () => (await identify())?.enterpriseId ?? null,
    installedBy: null,
    name: 'the workspace of SLACK_BOT_TOKEN',
  };
  return {
    identify,
    find: async (workspaceId) => ((await identify())?.teamId === workspaceId ? access : null),
    // Never waits for Slack, so that the acknowledgement comes first.
    async authorize() {
      if (identity === null) void identify();
      return withAccess({ botToken, ...identity }, access);
    },
  };
}
