import { randomUUID } from 'node:crypto';
import { openChat } from '../../jobs/pipeline/open-chat.ts';
import type { PipelineDeps } from '../../jobs/pipeline/pipeline-run.ts';
import { openStore, type Store } from '../../store/index.ts';
import type { CliContext } from './cli-context.ts';

export async function withStore<Result>(context: CliContext, work: (store: Store) => Promise<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = await context.config();
  const store = await openStore({ databaseUrl: databaseUrl ?? undefined, dataDir });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The pipeline at its own now: AS_OF where it is set. */
export async function withPipeline<Result>(
  context: CliContext,
  work: (deps: PipelineDeps) => Promise<Result>,
): Promise<Result> {
  const { asOf, chat } = await context.config();
  const onFailure = (error: unknown) => context.notify(`The language model was of no help: ${String(error)}`);
  return withStore(context, (store) =>
    work({
      store,
      now: () => asOf ?? Date.now(),
      newId: randomUUID,
      openChat: () => openChat({ settings: chat, counters: store.counters, realNow: Date.now, onFailure }),
    }),
  );
}

export const announceWait = (context: CliContext) => () =>
  context.notify('Another import or the nightly work is writing; waiting until it has ended.');

/** Whoever brings real posts should know that invented ones share the signals, and how to end that. */
export async function warnAboutSample(context: CliContext, store: Store): Promise<void> {
  const { sample } = await store.posts.kinds();
  if (sample)
    context.notify(
      'The invented posts of the sample are still there, in the same signals as these. To end them: sample remove',
    );
}
