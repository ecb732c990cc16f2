import { decodeJson } from '@pain-signals/contract';
import {
  CONVERSATION_KEPT_MS,
  type ConversationMemory,
  LIST_NUMBERS_KEPT_MS,
  NOTHING_IN_MIND,
  parseMemory,
  type ShownPage,
  type ShownSignals,
} from '@pain-signals/domain';
import { prepare } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { isDirectMessage, type Requester } from '#handlers/request-context.ts';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

type Place = { workspaceId: string; place: string };
/** What a message of the app is about. Null for other messages, and for one that shows no signals. */
export type FindShown = (
  workspaceId: string,
  message: { channelId: string; ts: string },
) => Promise<ShownSignals | null>;

/** What conversations are about, for a day. Any process may answer the next message. */
export function conversationStore(
  kysely: Kysely<Tables>,
  now: () => number,
  write: Write<Tables>,
  findShown: FindShown,
) {
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
      const findAt = async (place: string) => {
        const [known] = await find({ workspaceId, place, after: now() - CONVERSATION_KEPT_MS });
        return known && parseMemory(known.memoryJson);
      };
      const { thread, inChannel } = placesOf(requester);
      const inThread =
        thread && ((await findAt(thread.place)) ?? (await findShown(workspaceId, thread.message))?.memory);
      return inThread ?? (await findAt(inChannel)) ?? NOTHING_IN_MIND;
    },
    async remember(workspaceId: string, requester: Requester, memory: ConversationMemory): Promise<void> {
      if (requester.userId === null) return;
      const row = { memory: JSON.stringify(memory), at: now() };
      await write(async (handle) => {
        for (const place of placesChangedBy(requester)) await save({ workspaceId, place, ...row }, handle);
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
export function lastListStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>, findShown: FindShown) {
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
  const findSeen = async (workspaceId: string, requester: Requester, of?: 'thread'): Promise<RememberedList | null> => {
    const { thread, inChannel } = placesOf(requester);
    const inThread = thread && (await find({ workspaceId, place: thread.place }));
    if (inThread) return inThread;
    const shown = thread && (await findShown(workspaceId, thread.message));
    if (shown?.list) return withPage(null, shown.list);
    // Below a list whose numbers aren't known, no other list is meant.
    return of === 'thread' || shown?.memory.signalId === null ? null : find({ workspaceId, place: inChannel });
  };

  return {
    /** See LastLists. */
    async remember(workspaceId: string, requester: Requester, shown: ShownPage): Promise<void> {
      if (requester.userId === null) return;
      await write(async (handle) => {
        for (const [at, place] of placesChangedBy(requester).entries()) {
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
    async recall(
      workspaceId: string,
      requester: Requester,
      of?: 'thread',
    ): Promise<ReadonlyMap<number, string> | null> {
      const list = await findSeen(workspaceId, requester, of);
      return list && new Map(list.ids);
    },
    /** See LastLists. */
    async total(workspaceId: string, requester: Requester): Promise<number | null> {
      return (await findSeen(workspaceId, requester))?.total ?? null;
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

/** The thread with the message above it, and the person in the channel around it: slash commands don't work in threads. */
function placesOf({ channelId, userId, threadTs }: Requester) {
  const inChannel = JSON.stringify([channelId, userId]);
  if (!threadTs || channelId === null) return { thread: null, inChannel };
  return { thread: { place: JSON.stringify([channelId, threadTs]), message: { channelId, ts: threadTs } }, inChannel };
}

/** What one person alone is shown in a channel's thread changes nothing for the others there. */
function placesChangedBy(requester: Requester): string[] {
  const { thread, inChannel } = placesOf(requester);
  const isSeenByAll = !requester.responseUrl || isDirectMessage(requester);
  return thread !== null && isSeenByAll ? [thread.place, inChannel] : [inChannel];
}

function withPage(known: RememberedList | null, { key, firstRank, signalIds, total, all }: ShownPage): RememberedList {
  const numbered = (ids: readonly string[], from: number) => ids.map((id, at): [number, string] => [from + at, id]);
  const page = numbered(signalIds, firstRank);
  const ranks = new Set(page.map(([rank]) => rank));
  const seen = known?.key === key ? known.ids : [];
  const others = (all === undefined ? seen : numbered(all, 1)).filter(([rank]) => !ranks.has(rank));
  return { key, ids: [...others, ...page].slice(-MAX_SIGNALS), ...(total === undefined ? {} : { total }) };
}
