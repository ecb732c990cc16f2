import type { HideResult, PostIdentity } from '../store/index.ts';
import { type PipelineDeps, withPipelineLock } from './pipeline/pipeline-run.ts';
import { refresh } from './refresh/refresh.ts';

export type Hideable = { signalId: string } | { post: PostIdentity };

/** Puts a signal or a post out of sight, or back where it was. Readers see it at once; what rests on it is reckoned anew after that. */
export function setHidden(deps: PipelineDeps, what: Hideable, hide: boolean, onWait?: () => void): Promise<HideResult> {
  return withPipelineLock(
    deps,
    async (run) => {
      const hiding = await run.store.transaction(async (stores) => {
        const outcome =
          'post' in what
            ? await stores.hiding.post(what.post, hide)
            : await stores.hiding.signal(what.signalId.toLowerCase(), hide);
        if (outcome !== 'done') return outcome;
        await stores.snapshots.recount();
        await stores.counters.set('refreshDue', 1);
        await stores.counters.add('removals', 1);
        await stores.counters.add('revision', 1);
        return outcome;
      });
      if ((await run.store.counters.get('refreshDue')) === 1) await refresh(run);
      return hiding;
    },
    onWait,
  );
}
