import type { Store } from '../store/index.ts';
import type { CliContext } from './context.ts';

/** Whoever brings real posts should know that invented ones share the signals, and how to end that. */
export async function warnAboutSample(context: CliContext, store: Store): Promise<void> {
  const { sample } = await store.posts.kinds();
  if (sample)
    context.notify(
      'The invented posts of the sample are still there, in the same signals as these. To end them: sample remove',
    );
}
