import type { HideResult, PostIdentity } from '../store/index.ts';
import { type PipelineDeps, withPipelineLock } from './pipeline/pipeline-run.ts';
import { refreshIfDue } from './refresh/refresh.ts';

export type Hideable = { signalId: string } | { post: PostIdentity };

/** Hides or shows a signal or a post. Readers see it at once; figures follow with the refresh. */
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
        await stores.counters.markTextsChanged();
        return outcome;
      });
      await refreshIfDue(run);
      return hiding;
    },
    onWait,
  );
}
