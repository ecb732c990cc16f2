import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { PostIdentity } from '../posts/posts.ts';
import { forgetBriefsNaming, forgetDescription } from '../signals/descriptions.ts';

/** What came of hiding or showing something: nothing where it was so already, or where there is no such thing. */
export type HideResult = 'done' | 'as before' | 'unknown';

/** What the operator puts out of sight, and back. Nothing is deleted. */
export function hidingStore(kysely: Kysely<Tables>) {
  return {
    /** A public signal, by its id or that of one merged into it. */
    async signal(id: string, hide: boolean): Promise<HideResult> {
      const signal = await survivorOf(kysely, id);
      if (signal === null) return 'unknown';
      if ((signal.hidden === 1) === hide) return 'as before';
      await kysely
        .updateTable('signals')
        .set({ hidden: hide ? 1 : 0 })
        .where('id', '=', signal.id)
        .execute();
      await forgetBriefsNaming(kysely, signal.id);
      return 'done';
    },

    /** A hidden post is in no cluster, so nothing counts, quotes or finds it. */
    async post({ provider, externalId }: PostIdentity, hide: boolean): Promise<HideResult> {
      const post = await kysely
        .selectFrom('posts')
        .select(['id', 'hidden', 'cluster_id', 'hidden_from'])
        .where('provider', '=', provider)
        .where('external_id', '=', externalId)
        .executeTakeFirst();
      if (post === undefined) return 'unknown';
      if ((post.hidden === 1) === hide) return 'as before';
      const clusterId = hide ? post.cluster_id : post.hidden_from;
      await kysely
        .updateTable('posts')
        .set(
          hide
            ? { hidden: 1, cluster_id: null, hidden_from: clusterId }
            : { hidden: 0, cluster_id: clusterId, hidden_from: null },
        )
        .where('id', '=', post.id)
        .execute();
      await forgetDescription(kysely, { signalId: await signalOf(kysely, clusterId), postId: post.id });
      return 'done';
    },
  };
}
export type HidingStore = ReturnType<typeof hidingStore>;

async function signalOf(kysely: Kysely<Tables>, clusterId: string | null): Promise<string | null> {
  const row = await kysely.selectFrom('clusters').select('signal_id').where('id', '=', clusterId).executeTakeFirst();
  return row?.signal_id ?? null;
}

async function survivorOf(kysely: Kysely<Tables>, id: string) {
  const seen = new Set<string>();
  for (let wanted = id; !seen.has(wanted); ) {
    seen.add(wanted);
    const row = await kysely
      .selectFrom('signals')
      .select(['id', 'state', 'hidden', 'merged_into'])
      .where('id', '=', wanted)
      .executeTakeFirst();
    if (row === undefined || row.state === 'candidate') return null;
    if (row.merged_into === null) return row;
    wanted = row.merged_into;
  }
  return null;
}
