import type { Store } from '../../src/store/index.ts';
import { NOW } from './posts.ts';

/** As a night merges; `ended` are the signals that are none any more, `moved` the clusters of theirs. */
export const mergeInto = (store: Store, id: string, clusterIds: string[], ended: string[], moved = ended) =>
  store.transaction(({ signalChanges }) =>
    signalChanges.applyIdentityPlan(
      {
        signals: [{ id, clusterIds }],
        ended: ended.map((endedId) => ({ id: endedId, survivorId: id })),
        moves: ended.map((fromId) => ({
          kind: 'merge',
          fromId,
          toId: id,
          clusterIds: moved,
          posts: moved.length,
          similarity: 0.5,
        })),
      },
      NOW,
    ),
  );
