import { decodeJson } from '@pain-signals/contract';
import {
  CONVERSATION_KEPT_MS,
  type ConversationMemory,
  LIST_NUMBERS_KEPT_MS,
  NOTHING_IN_MIND,
  parseMemory,
} from '@pain-signals/domain';
import { prepare } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ShownPage } from '#handlers/ports.ts';
import { isDirectMessage, type Requester } from '#handlers/request-context.ts';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

type Place = { workspaceId: string; place: string };

/** What conversations are about, for a day. Any process may answer the next message. */
export function conversationStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  const find = prepare<Place & { after: number }, { memoryJson: string }>(kysely, (value) =>
    kysely
      .selectFrom('conversations')
      .select('memoryJson')
      .where('workspaceId', '=', value('workspaceId'))
      .where('place', '=', value('place'))
      .where('changedAt', '>', value('after')),
  );
  const save = prepare<Place & { memory: string; at: number }, unknown>(kysely, (value) => {
    const row = { memoryJson: value('memory'), changedAt: value('at') };
    return kysely
      .insertInto('conversations')
      .values({ workspaceId: value('workspaceId'), place: value('place'), ...row })
      .onConflict((conflict) => conflict.columns(['workspaceId', 'place']).doUpdateSet(row));
  });

  return {
    async recall(workspaceId: string, requester: Requester): Promise<ConversationMemory> {
      for (const place of placesOf(requester)) {
        const [known] = await find({ workspaceId, place, after: now() - CONVERSATION_KEPT_MS });
        if (known !== undefined) return parseMemory(known.memoryJson);
      }
      return NOTHING_IN_MIND;
    },
    async remember(workspaceId: string, requester: Requester, memory: ConversationMemory): Promise<void> {
      if (requester.userId === null) return;
      const row = { memory: JSON.stringify(memory), at: now() };
      await write(async (handle) => {
        for (const place of placesOf(requester)) await save({ workspaceId, place, ...row }, handle);
      });
    },
    /** Of all workspaces. */
    async forgetOld(): Promise<void> {
      await kysely
        .deleteFrom('conversations')
        .where('changedAt', '<=', now() - CONVERSATION_KEPT_MS)
        .execute();
    },
    /** Those of a clock that ran ahead would be remembered for as long as it was ahead. */
    async pullBack(at: number): Promise<void> {
      await kysely
        .deleteFrom('conversations')
        .where('changedAt', '>', at + CONVERSATION_KEPT_MS)
        .execute();
    },
  };
}

/** For one list: the pages shown last. */
const MAX_SIGNALS = 100;

/** `ids` by number, the one shown last at the end. `isOfThread`: shown in a thread of this channel. */
const RememberedList = z.object({
  key: z.string(),
  ids: z.array(z.tuple([z.number(), z.string()])),
  total: z.number().optional(),
  isOfThread: z.literal(true).optional(),
});
type RememberedList = z.output<typeof RememberedList>;

/** The numbered lists that people of a workspace saw last. */
export function lastListStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  const select = prepare<Place & { at: number }, { listJson: string }>(kysely, (value) =>
    kysely
      .selectFrom('lastLists')
      .select('listJson')
      .where('workspaceId', '=', value('workspaceId'))
      .where('place', '=', value('place'))
      .where('expiresAt', '>', value('at')),
  );
  const save = prepare<Place & { list: string; expiresAt: number }, unknown>(kysely, (value) => {
    const row = { listJson: value('list'), expiresAt: value('expiresAt') };
    return kysely
      .insertInto('lastLists')
      .values({ workspaceId: value('workspaceId'), place: value('place'), ...row })
      .onConflict((conflict) => conflict.columns(['workspaceId', 'place']).doUpdateSet(row));
  });
  const find = async (place: Place, handle = kysely): Promise<RememberedList | null> =>
    decodeJson(RememberedList, (await select({ ...place, at: now() }, handle))[0]?.listJson);

  return {
    /** See LastLists. */
    async remember(workspaceId: string, requester: Requester, shown: ShownPage): Promise<void> {
      if (requester.userId === null) return;
      await write(async (handle) => {
        const places = placesOf(requester);
        for (const [at, place] of places.entries()) {
          const known = await find({ workspaceId, place }, handle);
          // Numbers that this person saw in the channel stay what they are. In direct messages, each answer is a thread.
          const isOfThread = at > 0 && !isDirectMessage(requester);
          if (isOfThread && known !== null && !known.isOfThread) continue;
          const list = { ...withPage(known, shown), ...(isOfThread && { isOfThread }) };
          await save(
            { workspaceId, place, list: JSON.stringify(list), expiresAt: now() + LIST_NUMBERS_KEPT_MS },
            handle,
          );
        }
      });
    },
    /** See LastLists. */
    async recall(workspaceId: string, requester: Requester): Promise<ReadonlyMap<number, string> | null> {
      for (const place of placesOf(requester)) {
        const list = await find({ workspaceId, place });
        if (list !== null) return new Map(list.ids);
      }
      return null;
    },
    /** See LastLists. */
    async total(workspaceId: string, requester: Requester): Promise<number | null> {
      for (const place of placesOf(requester)) {
        const list = await find({ workspaceId, place });
        if (list !== null) return list.total ?? null;
      }
      return null;
    },
    async forgetOld(): Promise<void> {
      await kysely.deleteFrom('lastLists').where('expiresAt', '<=', now()).execute();
    },
    /** See the one of conversations. */
    async pullBack(at: number): Promise<void> {
      await kysely
        .deleteFrom('lastLists')
        .where('expiresAt', '>', at + 2 * LIST_NUMBERS_KEPT_MS)
        .execute();
    },
  };
}

/** The thread, then the person in the channel around it: slash commands don't work in threads. */
function placesOf({ channelId, userId, threadTs }: Requester): string[] {
  const inChannel = JSON.stringify([channelId, userId]);
  return threadTs ? [JSON.stringify([channelId, threadTs]), inChannel] : [inChannel];
}

function withPage(known: RememberedList | null, { key, firstRank, signalIds, total, all }: ShownPage): RememberedList {
  const numbered = (ids: readonly string[], from: number) => ids.map((id, at): [number, string] => [from + at, id]);
  const page = numbered(signalIds, firstRank);
  const ranks = new Set(page.map(([rank]) => rank));
  const seen = known?.key === key ? known.ids : [];
  const others = (all === undefined ? seen : numbered(all, 1)).filter(([rank]) => !ranks.has(rank));
  return { key, ids: [...others, ...page].slice(-MAX_SIGNALS), ...(total === undefined ? {} : { total }) };
}
