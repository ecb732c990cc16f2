import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Access } from './workspaces/access.ts';

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
