import { randomUUID } from 'node:crypto';
import type { ServiceConfig } from '../../config/config.ts';
import { createLogger } from '../../config/log.ts';
import type { KeptAnswers } from '../../language-model/ask-question.ts';
import { type Chat, createChat } from '../../language-model/chat.ts';
import { DAY_MS } from '../../model/day.ts';
import { openStore, type Store, type StoreOptions } from '../../store/index.ts';
import type { PipelineDeps } from './pipeline-run.ts';

/** The database that the configuration names. */
export const openConfiguredStore = (
  { databaseUrl, dataDir, databasePoolSize, autoMigrate }: ServiceConfig,
  options: Pick<StoreOptions, 'mayMigrate' | 'onDamaged' | 'patienceMs'> = {},
): Promise<Store> =>
  openStore({
    ...{ databaseUrl: databaseUrl ?? undefined, dataDir, poolSize: databasePoolSize, mayMigrate: autoMigrate },
    ...options,
  });

/** Connections of a thread: one for what it writes, the others for what it reads meanwhile. */
const THREAD_CONNECTIONS = 3;

/** What the pipeline needs, by the configuration. Its now is AS_OF where that is set. */
export const createPipelineDeps = (
  store: Store,
  { asOf, chat }: ServiceConfig,
  onChatError: (error: unknown) => void,
): Required<Omit<PipelineDeps, 'onWait' | 'prepare'>> => ({
  store,
  now: () => asOf ?? Date.now(),
  newId: randomUUID,
  openChat: (accountId) => openChat({ settings: chat, store, realNow: Date.now, onFailure: onChatError }, accountId),
});

/** What a thread of the service works with, by the configuration that it was started with. */
export async function openThread(config: ServiceConfig, onDamaged: NonNullable<StoreOptions['onDamaged']>) {
  const logger = createLogger(config.logLevel);
  // The pool that the operator set is for requests.
  const databasePoolSize = Math.min(THREAD_CONNECTIONS, config.databasePoolSize);
  const store = await openConfiguredStore({ ...config, databasePoolSize }, { onDamaged });
  const deps = createPipelineDeps(store, config, (error) => logger.warn({ err: error }, 'language model failed'));
  return { logger, store, deps };
}

/** A run holds the pipeline lock, so it asks no longer than this; the night asks for what is left. */
const MODEL_TIME_MS = 10 * 60_000;

interface ChatOptions {
  settings: ServiceConfig['chat'];
  store: Store;
  /** Real time, epoch ms. */
  realNow: () => number;
  onFailure: (error: unknown) => void;
}

/** Of the day's questions, so that no account's answers use up what signals, briefs and other accounts need. */
const ACCOUNT_SHARE = 1 / 4;

/** The configured model, for one run or for one account's question; undefined if none is configured. */
export function openChat(
  { settings, store, realNow, onFailure }: ChatOptions,
  accountId?: string | undefined,
): Chat | undefined {
  if (settings === null) return undefined;
  const { dailyLimit, concurrency, ...model } = settings;
  const endsAt = realNow() + MODEL_TIME_MS;
  const share = { tries: Math.ceil(dailyLimit * ACCOUNT_SHARE), windowMs: DAY_MS };
  const takeShare = async () => accountId === undefined || store.attempts.take(`question ${accountId}`, share);
  const mayAsk = async () =>
    realNow() < endsAt && (await takeShare()) && (await store.modelAnswers.takeQuestion(dailyLimit));
  return createChat(model, { mayAsk, answers: answersUntilRemoval(store), onFailure, concurrency });
}

/** Keeps no answer that may be about posts that were removed since: open it before posts are read. */
function answersUntilRemoval(store: Store): KeptAnswers {
  const before = store.counters.get('removals').catch(() => null);
  return {
    find: store.modelAnswers.find,
    async put(hash, answer) {
      const removals = await before;
      await store.transaction(async (stores) => {
        if ((await stores.counters.holdRemovals()) === removals) await stores.modelAnswers.put(hash, answer);
      });
    },
  };
}
