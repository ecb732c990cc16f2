import type { Authorize } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import type { AppConfig } from './config.ts';
import { createInstaller, type Installer } from './install/installer.ts';
import { createManyWorkspaces, createTokenRefresh, createTokenRotation } from './install/many-workspaces.ts';
import { createOneWorkspace } from './install/one-workspace.ts';
import type { Access } from './slack/access.ts';
import type { InFlight } from './slack/request-tracking.ts';
import type { Store } from './store/open-store.ts';

/** Where the app is installed: by the environment, or by OAuth. */
export interface Workspaces {
  authorize: Authorize<boolean>;
  /** For jobs. Null when the app isn't installed there. */
  find(workspaceId: string): Promise<Access | null>;
  /** Clears it from the cache. */
  forget(workspaceId: string): void;
  /** Looks up what the first request will need. */
  warmUp(): void;
  /** Null when the app serves one workspace only. */
  installer: Installer | null;
}

interface Options {
  store: Store;
  clientOptions: WebClientOptions;
  inFlight: InFlight;
  /** After an admin installed the app. */
  onInstalled: (workspaceId: string) => void;
  now: () => number;
  logger: Logger;
}

export function createWorkspaces({ botToken, oauth, publicUrl }: AppConfig, options: Options): Workspaces {
  const { store, clientOptions, inFlight, now, logger } = options;
  if (oauth === null) {
    const token = botToken ?? '';
    const one = createOneWorkspace(token, new WebClient(token, clientOptions), logger);
    return { ...one, forget: () => undefined, warmUp: () => void one.identify(), installer: null };
  }
  const refresh = createTokenRefresh({ ...oauth, clientOptions, now });
  const rotation = createTokenRotation({ store, now, logger, refresh });
  const many = createManyWorkspaces({ store, rotation, inFlight, now });
  const installer = createInstaller({
    ...{ ...oauth, publicUrl, clientOptions, store, now, logger },
    onInstalled({ isEnterpriseInstall, enterprise, team }) {
      const workspaceId = (isEnterpriseInstall ? enterprise?.id : team?.id) ?? '';
      many.forget(workspaceId);
      options.onInstalled(workspaceId);
    },
  });
  return { ...many, warmUp: () => undefined, installer };
}
