import { OperatorError } from '@pain-signals/storage';
import { createPipelineDeps, openConfiguredStore } from '../../jobs/pipeline/open-pipeline.ts';
import type { PipelineDeps } from '../../jobs/pipeline/pipeline-run.ts';
import type { Account, Store } from '../../store/index.ts';
import type { CliContext } from './cli-context.ts';

export async function withStore<Result>(context: CliContext, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openConfiguredStore(await context.config());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Runs `work` with the pipeline's dependencies, at AS_OF where that is set. The first wait for another process is announced. */
export async function withPipeline<Result>(
  context: CliContext,
  work: (deps: PipelineDeps) => Promise<Result>,
): Promise<Result> {
  const config = await context.config();
  let waited = false;
  const onWait = () => {
    if (!waited) context.notify('Another import or the nightly job is running. Waiting for it to finish.');
    waited = true;
  };
  const onChatError = (error: unknown) => context.notify(`The language model failed: ${String(error)}`);
  return withStore(context, (store) => work({ ...createPipelineDeps(store, config, onChatError), onWait }));
}

/** The account of this email address; throws OperatorError when there is none. */
export async function findAccount(store: Store, email: string): Promise<Account> {
  const account = await store.accounts.find(email);
  if (account === null) throw accountNotFound(email);
  return account;
}

export const accountNotFound = (email: string): OperatorError =>
  new OperatorError(`No account for ${email}. Create one with: npm run -s cli -- user add ${email} --pro`);

/** Real posts and sample posts share signals, so the operator should know about the sample and how to remove it. */
export async function warnAboutSample(context: CliContext, store: Store): Promise<void> {
  const { sample } = await store.posts.kinds();
  if (sample)
    context.notify('Sample data is still mixed in with your posts. Remove it with: npm run -s cli -- sample remove');
}
