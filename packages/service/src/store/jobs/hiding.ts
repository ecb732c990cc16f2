import type { Kysely } from 'kysely';
import { hiddenMarkOf } from '../../model/removal.ts';
import { firstOrNull, hasRow, inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { type PostIdentity, postsWith } from '../posts/posts.ts';
import { forgetBriefsNaming, forgetDescription, forgetEndedSignals, mergedIdsOf } from '../signals/descriptions.ts';
import { findSurvivor } from '../signals/signals.ts';

/** `as before`: it was already so; `unknown`: there is no such signal or post. */
export type HideResult = 'done' | 'as before' | 'unknown';

/** Hides and shows signals and posts. Nothing is deleted. */
export function hidingStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** Hidden signals, candidates included. Those merged into another aren't: the survivor's flag counts. */
    async hiddenIds(): Promise<Set<string>> {
      const hidden = kysely.selectFrom('signals').select('id').where('hidden', '=', 1).where('state', '<>', 'merged');
      return new Set((await hidden.execute()).map(({ id }) => id));
    },

    /** A public signal or a hidden candidate, by its id or that of one merged into it. */
    async signal(id: string, hide: boolean): Promise<HideResult> {
      const signal = await findSurvivor(kysely, id, { candidates: true });
      if (signal === null || (signal.state === 'candidate' && signal.hidden === 0)) return 'unknown';
      // Or they would be hidden again when the merge is undone or split.
      if (!hide) await showSignals(kysely, await mergedIdsOf(kysely, signal.id));
      if ((signal.hidden === 1) === hide) return 'as before';
      const hidden = hide ? 1 : 0;
      await kysely.updateTable('signals').set({ hidden, changed: 1 }).where('id', '=', signal.id).execute();
      await forgetBriefsNaming(kysely, signal.id);
      return 'done';
    },

    /** A hidden post leaves its cluster, so nothing counts, cites or finds it. */
    async post(identity: PostIdentity, hide: boolean): Promise<HideResult> {
      const post = await firstOrNull(postsWith(kysely, identity).select(['id', 'hidden', 'clusterId', 'hiddenFrom']));
      if (post === null) return !hide && (await removeMark(kysely, identity)) ? 'done' : 'unknown';
      if ((post.hidden === 1) === hide) return 'as before';
      const clusterId = hide ? post.clusterId : post.hiddenFrom;
      const change = hide
        ? { hidden: 1, clusterId: null, hiddenFrom: clusterId }
        : { hidden: 0, clusterId, hiddenFrom: null };
      await kysely.updateTable('posts').set(change).where('id', '=', post.id).execute();
      const cluster = await firstOrNull(kysely.selectFrom('clusters').select('signalId').where('id', '=', clusterId));
      await forgetDescription(kysely, { signalId: cluster?.signalId ?? null, postId: post.id });
      if (hide) await forgetEndedSignals(kysely);
      return 'done';
    },

    /**
     * Call before removing posts that may come back: those of them that are hidden will be hidden then, also those that their signal
     * or what they repeat hides.
     */
    async markHidden(posts: readonly PostIdentity[]): Promise<void> {
      for (const post of posts) {
        if (!(await isOutOfView(kysely, post))) continue;
        const mark = { hash: hiddenMarkOf(post.provider, post.externalId), kind: 'hidden' as const, at: now() };
        const insert = kysely.insertInto('tombstones').values(mark);
        await insert.onConflict((conflict) => conflict.column('hash').doNothing()).execute();
      }
    },

    /** Hides those of the stored posts that were hidden when their source took them back. */
    async hideMarked(posts: readonly PostIdentity[]): Promise<void> {
      const marked = kysely.selectFrom('tombstones').select('hash').where('kind', '=', 'hidden');
      if (!(await hasRow(marked.limit(1)))) return;
      const byMark = new Map(posts.map((post) => [hiddenMarkOf(post.provider, post.externalId), post]));
      for (const some of inBatches([...byMark.keys()])) {
        for (const { hash } of await marked.where('hash', 'in', some).execute()) {
          const post = byMark.get(hash);
          if (post !== undefined && (await removeMark(kysely, post))) await this.post(post, true);
        }
      }
    },
  };
}

function isOutOfView(kysely: Kysely<Tables>, post: PostIdentity): Promise<boolean> {
  const outOfView = postsWith(kysely, post)
    .leftJoin('posts as original', 'original.id', 'posts.duplicateOf')
    .leftJoin('clusters', (join) =>
      join.on((on) => on('clusters.id', '=', on.fn.coalesce('original.clusterId', 'posts.clusterId'))),
    )
    .leftJoin('signals', 'signals.id', 'clusters.signalId')
    .select('posts.id')
    .where((where) =>
      where.or((['posts.hidden', 'original.hidden', 'signals.hidden'] as const).map((hidden) => where(hidden, '=', 1))),
    );
  return hasRow(outOfView);
}

async function showSignals(kysely: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const some of inBatches(ids))
    await kysely.updateTable('signals').set({ hidden: 0 }).where('id', 'in', some).execute();
}

/** Returns whether there was one. */
async function removeMark(kysely: Kysely<Tables>, { provider, externalId }: PostIdentity): Promise<boolean> {
  const marks = kysely.deleteFrom('tombstones').where('hash', '=', hiddenMarkOf(provider, externalId));
  return (await marks.returning('hash').execute()).length > 0;
}
