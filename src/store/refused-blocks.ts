import { DAY_MS } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import type { NativeBlocks } from '#handlers/ports.ts';
import type { Tables } from './tables.ts';

type Surface = Parameters<NativeBlocks['refuse']>[0];
type Kinds = Parameters<NativeBlocks['refuse']>[1];

/** Slack may take them tomorrow. */
const KEPT_MS = DAY_MS;

/** Which of Slack's newer blocks a surface of a workspace refused within the last day. */
export function refusedBlockStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async refused(workspaceId: string, surface: Surface): Promise<ReadonlySet<Kinds[number]>> {
      const rows = await kysely
        .selectFrom('refusedBlocks')
        .select('kind')
        .where('workspaceId', '=', workspaceId)
        .where('surface', '=', surface)
        .where('expiresAt', '>', now())
        .execute();
      return new Set(rows.map(({ kind }) => kind as Kinds[number]));
    },
    /** What was refused while the clock ran ahead is tried again. */
    async pullBack(at: number): Promise<void> {
      await kysely
        .deleteFrom('refusedBlocks')
        .where('expiresAt', '>', at + 2 * KEPT_MS)
        .execute();
    },
    async refuse(workspaceId: string, surface: Surface, kinds: Kinds): Promise<void> {
      const expiry = { expiresAt: now() + KEPT_MS };
      for (const kind of kinds) {
        await kysely
          .insertInto('refusedBlocks')
          .values({ workspaceId, surface, kind, ...expiry })
          .onConflict((conflict) => conflict.columns(['workspaceId', 'surface', 'kind']).doUpdateSet(expiry))
          .execute();
      }
    },
  };
}
