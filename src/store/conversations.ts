import { decodeJson } from '@pain-signals/contract';
import { type ConversationMemory, DAY_MS, HOUR_MS, NOTHING_IN_MIND, parseMemory } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LastLists } from '#handlers/ports.ts';
import type { Requester } from '#handlers/request-context.ts';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

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

/** For one list: the pages shown last. */
const MAX_SIGNALS = 100;
const KEPT_MS = HOUR_MS;

/** `ids` by number, the one shown last at the end. */
const RememberedList = z.object({ key: z.string(), ids: z.array(z.tuple([z.number(), z.string()])) });
type RememberedList = z.output<typeof RememberedList>;

/** The numbered lists that people of a workspace saw last. */
export function lastListStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  const find = async (handle: Kysely<Tables>, workspaceId: string, place: string): Promise<RememberedList | null> => {
    const row = await handle
      .selectFrom('last_lists')
      .select('list_json')
      .where('workspace_id', '=', workspaceId)
      .where('place', '=', place)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return row === undefined ? null : decodeJson(RememberedList, row.list_json);
  };

  return {
    /** See LastLists. */
    async remember(workspaceId: string, requester: Requester, shown: ShownPage): Promise<void> {
      if (requester.userId === null) return;
      await write(async (handle) => {
        for (const place of placesOf(requester)) {
          const list = withPage(await find(handle, workspaceId, place), shown);
          const row = { list_json: JSON.stringify(list), expires_at: now() + KEPT_MS };
          await handle
            .insertInto('last_lists')
            .values({ workspace_id: workspaceId, place, ...row })
            .onConflict((conflict) => conflict.columns(['workspace_id', 'place']).doUpdateSet(row))
            .execute();
        }
      });
    },
    /** See LastLists. */
    async recall(workspaceId: string, requester: Requester): Promise<ReadonlyMap<number, string> | null> {
      for (const place of placesOf(requester)) {
        const list = await find(kysely, workspaceId, place);
        if (list !== null) return new Map(list.ids);
      }
      return null;
    },
    async forgetOld(): Promise<void> {
      await kysely.deleteFrom('last_lists').where('expires_at', '<=', now()).execute();
    },
  };
}

type ShownPage = Parameters<LastLists['remember']>[1];

/** The thread, then the person in the channel around it: slash commands don't work in threads. */
function placesOf({ channelId, userId, threadTs }: Requester): string[] {
  const inChannel = JSON.stringify([channelId, userId]);
  return threadTs ? [JSON.stringify([channelId, threadTs]), inChannel] : [inChannel];
}

function withPage(known: RememberedList | null, { key, firstRank, signalIds }: ShownPage): RememberedList {
  const page = signalIds.map((id, at): [number, string] => [firstRank + at, id]);
  const ranks = new Set(page.map(([rank]) => rank));
  const others = known?.key === key ? known.ids.filter(([rank]) => !ranks.has(rank)) : [];
  return { key, ids: [...others, ...page].slice(-MAX_SIGNALS) };
}

export type LastListStore = ReturnType<typeof lastListStore>;
