import { randomUUID } from 'node:crypto';
import type { ServiceConfig } from '../../config/config.ts';
import { openStore, type Store } from '../../store/index.ts';
import { openChat } from './open-chat.ts';
import type { PipelineDeps } from './pipeline-run.ts';

/** The database that the configuration names. */
export const openConfiguredStore = (
  { databaseUrl, dataDir, databasePoolSize, autoMigrate }: ServiceConfig,
  mayMigrate: boolean = autoMigrate,
): Promise<Store> =>
  openStore({ databaseUrl: databaseUrl ?? undefined, dataDir, poolSize: databasePoolSize, mayMigrate });

/** What the pipeline needs, by the configuration. Its now is AS_OF where that is set. */
export const createPipelineDeps = (
  store: Store,
  { asOf, chat }: ServiceConfig,
  onChatError: (error: unknown) => void,
): Required<PipelineDeps> => ({
  store,
  now: () => asOf ?? Date.now(),
  newId: randomUUID,
  openChat: () => openChat({ settings: chat, answers: store.modelAnswers, realNow: Date.now, onFailure: onChatError }),
});
