import { WebClient, type WebClientOptions } from '@slack/web-api';

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

/** Slack's client for each installation. It has hundreds of methods to be bound, so one is kept until the token changes. */
export interface SlackClients {
  clientFor(access: Pick<Access, 'name' | 'botToken'>): WebClient;
  forget(installation: string): void;
}

export function createSlackClients(options: WebClientOptions): SlackClients {
  const kept = new Map<string, WebClient>();
  return {
    clientFor({ name, botToken }) {
      const known = kept.get(name);
      if (known?.token === botToken) return known;
      const client = new WebClient(botToken, options);
      kept.delete(name);
      kept.set(name, client);
      const [oldest] = kept.keys();
      if (kept.size > MAX_CLIENTS && oldest !== undefined) kept.delete(oldest);
      return client;
    },
    forget: (installation) => void kept.delete(installation),
  };
}
