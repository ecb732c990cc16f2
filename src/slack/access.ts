import { WebClient, type WebClientOptions } from '@slack/web-api';
import { createCache } from './cache.ts';

/** One installation of the app. Bolt's authorize puts it into the context of each request. */
export interface Access {
  botToken: string;
  /**
   * The tenant: a workspace (T…), or an Enterprise Grid organization (E…) that installed the app for all its workspaces. Null until
   * Slack has said which one the token belongs to.
   */
  workspaceId(): Promise<string | null>;
  /** The organization whose people are colleagues. Null without one. */
  enterpriseId: string | null;
  /** May change settings like an admin. */
  installedBy: string | null;
  /** The key of this installation in caches. */
  name: string;
}

export const isOtherTeam = (teamId: string | null, home: string | null): boolean =>
  teamId !== null && home !== null && teamId !== home;

const CONTEXT_KEY = 'access';

/** Adds it to the result of authorize, which becomes part of Bolt's context. */
export const withAccess = <Result extends object>(result: Result, access: Access) => ({
  ...result,
  [CONTEXT_KEY]: access,
});

/** Null when the request was not authorized. */
export function accessFrom(context: object): Access | null {
  return CONTEXT_KEY in context ? (context[CONTEXT_KEY] as Access) : null;
}

/** Each takes about 30 KB. */
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
