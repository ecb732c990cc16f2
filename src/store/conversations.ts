import { type ConversationMemory, DAY_MS, NOTHING_IN_MIND, parseMemory } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import type { Conversations } from '#handlers/ports.ts';
import type { Write } from './batched-writes.ts';
import { placesOf } from './last-lists.ts';
import type { Tables } from './tables.ts';

type Requester = Parameters<Conversations['recall']>[0];

/** What conversations are about, for a day. Any process may answer the next message. */
export function conversationStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  return {
    async recall(workspaceId: string, requester: Requester): Promise<ConversationMemory> {
      const places = placesOf(requester);
      const rows = await kysely
        .selectFrom('conversations')
        .select(['place', 'memory_json'])
        .where('workspace_id', '=', workspaceId)
        .where('place', 'in', places)
        .where('changed_at', '>', now() - DAY_MS)
        .execute();
      const known = places.map((place) => rows.find((row) => row.place === place)).find((row) => row !== undefined);
      return known === undefined ? NOTHING_IN_MIND : parseMemory(known.memory_json);
    },
    async remember(workspaceId: string, requester: Requester, memory: ConversationMemory): Promise<void> {
      if (requester.userId === null) return;
      const row = { memory_json: JSON.stringify(memory), changed_at: now() };
      await write(async (handle) => {
        for (const place of placesOf(requester)) {
          await handle
            .insertInto('conversations')
            .values({ workspace_id: workspaceId, place, ...row })
            .onConflict((conflict) => conflict.columns(['workspace_id', 'place']).doUpdateSet(row))
            .execute();
        }
      });
    },
    /** Of all workspaces. */
    async forgetOld(): Promise<void> {
      await kysely
        .deleteFrom('conversations')
        .where('changed_at', '<=', now() - DAY_MS)
        .execute();
    },
  };
}

export type ConversationStore = ReturnType<typeof conversationStore>;
