import { WebClient, type WebClientOptions } from '@slack/web-api';
import { createCache } from './cache.ts';

/** What one installation of the app lets it do. Bolt's authorize puts it into the context of each request. */
export interface Access {
  botToken: string;
  /**
   * Whose rows in the database are meant: a workspace (T…), or an Enterprise Grid organisation (E…) where the app was installed
   * for all of it. Null as long as Slack does not say whose the token is.
   */
  workspaceId(): Promise<string | null>;
  /** The organisation whose people are no strangers; null for a workspace of its own. */
  enterpriseId: string | null;
  /** May change settings like an admin. */
  installedBy: string | null;
  /** Keeps apart in memory what belongs to one installation. */
  name: string;
}

export const isOtherTeam = (teamId: string | null, home: string | null): boolean =>
  teamId !== null && home !== null && teamId !== home;

const CONTEXT_KEY = 'access';

/** Puts it where {@link accessFrom} finds it: what authorize answers becomes part of Bolt's context. */
export const withAccess = <Result extends object>(result: Result, access: Access) => ({
  ...result,
  [CONTEXT_KEY]: access,
});

/** Null where Bolt could not or need not authorize the request. */
export function accessFrom(context: object): Access | null {
  return CONTEXT_KEY in context ? (context[CONTEXT_KEY] as Access) : null;
}

/** Each holds some 30 KB. */
const MAX_CLIENTS = 500;

/** One client for each installation, kept until the token changes: it binds hundreds of methods. */
export interface SlackClients {
  clientFor(access: Pick<Access, 'name' | 'botToken'>): WebClient;
  forget(installation: string): void;
}

export function createSlackClients(options: WebClientOptions): SlackClients {
  const clients = createCache<WebClient>({ max: MAX_CLIENTS });
  return {
    clientFor({ name, botToken }) {
      const known = clients.get(name);
      if (known?.token === botToken) return known;
      const client = new WebClient(botToken, options);
      clients.set(name, client);
      return client;
    },
    forget: (installation) => void clients.delete(installation),
  };
}
