import { createHash, randomUUID } from 'node:crypto';
import { decodeJson } from '@pain-signals/contract';
import { DAY_MS, type DeliveryState, type Digest, MINUTE_MS } from '@pain-signals/domain';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { AlertMessage, Delivery, MessageChange, NewMessage, OutboxMessage } from '#handlers/outbox-port.ts';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

/** Longer than Slack takes to answer a message with a new picture. Longer work renews its claim. */
const LEASE_MS = 60_000;
/** How often a process renews the claims it works on. */
export const RENEW_MS = LEASE_MS / 3;
/** Longer than Slack or the service asks to wait. */
const LONGEST_WAIT_MS = 2 * DAY_MS;
/** The source of an answer in a thread, whose row says who asked. */
const ANSWER = 'answer';
/** As long as the rest of a conversation. */
const ANSWER_KEPT_MS = DAY_MS;
/** An answer that waits for the first data takes three minutes. Slack itself ends a stream after five. */
const LONGEST_ANSWER_MS = 4 * MINUTE_MS;
/** How long a finished message is kept. What was shared in a channel stays: it can be listed and deleted. */
const KEPT_MS = { digest: 400 * DAY_MS, alert: 60 * DAY_MS, share: 30 * DAY_MS, step: DAY_MS };

type Row = Selectable<Tables['outbox']>;
type Posted = { channelId: string; ts: string };
/** The key finds a share for which Slack returned no ts. */
type SharedMessage = Posted & { key: string | null };

/** What a claim needs to know. */
export type FreeMessage = Pick<OutboxMessage, 'id' | 'workspaceId' | 'kind' | 'state' | 'claim'>;

/** One state machine for everything that must be posted once: shares, digests and alerts. */
export function outboxStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  const insert = (workspaceId: string, message: NewMessage) => {
    const at = now();
    const key = keyOf(message);
    const id = message.id ?? randomUUID();
    const row = {
      ...columnsOf({
        ...DEFAULTS,
        dueAt: at,
        ...message,
        id,
        key,
        workspaceId,
        isOpen: true,
        claim: '',
      } as OutboxMessage),
      ...{ claim: randomUUID(), createdAt: at },
      freeAt: firstFreeAt(message.state, at, message.dueAt),
    };
    return { row, query: kysely.insertInto('outbox').values(row) };
  };
  const select = (workspaceId: string) =>
    kysely.selectFrom('outbox').selectAll().where('workspaceId', '=', workspaceId);
  const waitingFor = async (
    workspaceId: string,
    { sourceId, ownerId }: Pick<AlertMessage, 'sourceId' | 'ownerId'>,
  ): Promise<AlertMessage | null> => {
    const row = await select(workspaceId)
      .where((each) => each.and({ kind: 'alert', sourceId, ownerId, state: 'waiting' }))
      .where('channelId', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : messageOf<AlertMessage>(row);
  };

  return {
    /** The notice to an owner that waits for others like it. */
    waitingFor,
    /** Null when there is one with this key. */
    async add<Message extends OutboxMessage>(
      workspaceId: string,
      message: NewMessage<Message>,
    ): Promise<Message | null> {
      const { query } = insert(workspaceId, message as NewMessage);
      const row = await query
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : messageOf<Message>(row);
    },
    /**
     * Adds the watches of a notice to one for the same owner that waits for others like it; false where there is none. Only while the
     * workspace's watches are locked.
     */
    async join(
      workspaceId: string,
      { sourceId = '', ownerId = null, pausedWatches = [] }: NewMessage<AlertMessage>,
    ): Promise<boolean> {
      const waiting = sourceId === '' ? null : await waitingFor(workspaceId, { sourceId, ownerId });
      if (waiting === null) return false;
      const all = [...new Set([...(waiting.pausedWatches ?? []), ...pausedWatches])];
      const { numUpdatedRows } = await kysely
        .updateTable('outbox')
        .set({ contentJson: columnsOf({ ...waiting, pausedWatches: all }).contentJson })
        // A process that has claimed it tells what it has read.
        .where((each) => each.and({ id: waiting.id, claim: waiting.claim, state: 'waiting' }))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** See Outbox.begin. */
    async begin<Message extends OutboxMessage>(
      workspaceId: string,
      message: NewMessage<Message>,
    ): Promise<Message | DeliveryState> {
      const { row, query } = insert(workspaceId, { ...message, state: 'claimed' } as NewMessage);
      const { id: _, ...again } = row;
      const claimed = await query
        .onConflict((conflict) =>
          conflict
            .columns(['workspaceId', 'kind', 'sourceId', 'sendKey'])
            .doUpdateSet(again)
            .where((each) =>
              each.or([
                each('outbox.state', '=', 'refused'),
                each.and([each('outbox.state', '=', 'claimed'), each('outbox.freeAt', '<=', now())]),
              ]),
            ),
        )
        .returningAll()
        .executeTakeFirst();
      if (claimed !== undefined) return messageOf<Message>(claimed);
      const { state, freeAt } = await select(workspaceId)
        .where((each) => each.and({ kind: row.kind, sourceId: row.sourceId, sendKey: row.sendKey }))
        .executeTakeFirstOrThrow();
      return state === 'posting' && (freeAt ?? 0) <= now() ? 'unconfirmed' : state;
    },
    /** Messages of all workspaces that nobody works on and that may go on, the longest due first. */
    async free(limit: number, exceptWorkspaces: readonly string[]): Promise<FreeMessage[]> {
      return kysely
        .selectFrom('outbox')
        .select(['id', 'workspaceId', 'kind', 'state', 'claim'])
        .where('freeAt', '<=', now())
        .$if(exceptWorkspaces.length > 0, (query) => query.where('workspaceId', 'not in', exceptWorkspaces))
        .orderBy('freeAt')
        .orderBy('dueAt')
        .limit(limit)
        .execute();
    },
    /** Null when another process was faster. A post that was under way when its process died is unconfirmed from now on. */
    async claim({ id, claim, state }: FreeMessage): Promise<OutboxMessage | null> {
      const next = { waiting: 'claimed', posting: 'unconfirmed' } as const;
      const row = await write((handle) =>
        handle
          .updateTable('outbox')
          .set({
            claim: randomUUID(),
            freeAt: now() + LEASE_MS,
            state: state === 'waiting' || state === 'posting' ? next[state] : state,
          })
          .where('id', '=', id)
          .where('claim', '=', claim)
          .where('freeAt', '<=', now())
          .returningAll()
          .executeTakeFirst(),
      );
      return row === undefined ? null : messageOf(row);
    },
    /** Keeps the claim on what is being prepared or posted; what waits for its time stays as it is. */
    async renew({ id, claim }: Pick<OutboxMessage, 'id' | 'claim'>): Promise<void> {
      await write((handle) =>
        handle
          .updateTable('outbox')
          .set({ freeAt: now() + LEASE_MS })
          .where('id', '=', id)
          .where('claim', '=', claim)
          .where('state', 'in', ['claimed', 'posting'])
          .where('freeAt', 'is not', null)
          .execute(),
      );
    },
    /** See Outbox.change. */
    async change<Message extends OutboxMessage>(
      workspaceId: string,
      message: Message,
      { freeAt = now() + LEASE_MS, ...change }: MessageChange<Message>,
    ): Promise<boolean> {
      const { id, claim, ...columns } = columnsOf({ ...message, ...change });
      const { numUpdatedRows } = await write(
        (handle) =>
          handle
            .updateTable('outbox')
            .set({ ...columns, freeAt })
            .where('id', '=', id)
            .where('claim', '=', claim)
            .where('workspaceId', '=', workspaceId)
            .executeTakeFirst(),
        // Until it is written that Slack has the message, a crash leaves it unconfirmed.
        { isUrgent: 'threadPosted' in change || change.state === 'confirmed' },
      );
      if (numUpdatedRows !== 1n) return false;
      Object.assign(message, change, { isOpen: freeAt !== null });
      return true;
    },
    /** Where a message was posted; null when that isn't confirmed. */
    async findPosted(workspaceId: string, id: string): Promise<Posted | null> {
      const row = await select(workspaceId).where('id', '=', id).where('state', '=', 'confirmed').executeTakeFirst();
      return row?.channelId && row.messageTs ? { channelId: row.channelId, ts: row.messageTs } : null;
    },
    /** What follows a message is posted below another one from now on. */
    async movePosted(workspaceId: string, id: string, { channelId, ts }: Posted): Promise<void> {
      await kysely
        .updateTable('outbox')
        .set({ channelId, messageTs: ts })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('state', '=', 'confirmed')
        .execute();
    },
    /** The message that was posted with this ts: not an answer, whose thread has its own memory. Null for others. */
    async postedAt(workspaceId: string, { channelId, ts }: Posted): Promise<OutboxMessage | null> {
      const row = await select(workspaceId)
        .where((each) => each.and({ channelId, messageTs: ts, state: 'confirmed' }))
        .where('sourceId', '<>', ANSWER)
        .orderBy('createdAt', 'desc')
        .executeTakeFirst();
      return row === undefined ? null : messageOf(row);
    },
    async find<Message extends OutboxMessage>(
      workspaceId: string,
      kind: Message['kind'],
      id: string,
    ): Promise<Message | null> {
      const row = await select(workspaceId).where('kind', '=', kind).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : messageOf<Message>(row);
    },
    /** Newest first. `postedSince` leaves out what was not posted. */
    async list<Message extends OutboxMessage>(
      workspaceId: string,
      kind: Message['kind'],
      { sourceId, postedSince, state, limit }: ListOptions,
    ): Promise<(Message & { createdAt: number })[]> {
      const rows = await select(workspaceId)
        .where('kind', '=', kind)
        .where('sourceId', '=', sourceId)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'confirmed'))
        .$if(postedSince !== undefined, (query) => query.where('postedAt', '>=', postedSince ?? 0))
        .orderBy(postedSince === undefined ? 'createdAt' : 'postedAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...messageOf<Message>(row), createdAt: row.createdAt }));
    },
    /** See Shares.beginAnswer. */
    async beginAnswer(workspaceId: string, answer: Answer): Promise<void> {
      const { row } = insert(workspaceId, answerMessage(answer, 'claimed'));
      const kept = kysely.insertInto('outbox').values({ ...row, freeAt: now() + LONGEST_ANSWER_MS });
      await kept.onConflict((conflict) => conflict.doNothing()).execute();
    },
    /** See Shares.markAnswer. Who is recovering it loses the claim. */
    async markAnswer(workspaceId: string, { channelId, ts }: Posted, state: DeliveryState): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('outbox')
        .set({ state, claim: randomUUID() })
        .where((row) => row.and({ workspaceId, kind: 'share', sourceId: ANSWER, channelId, messageTs: ts }))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** See Shares.rememberAnswer. */
    async rememberAnswer(workspaceId: string, answer: Answer): Promise<void> {
      const { row, query } = insert(workspaceId, answerMessage(answer, 'confirmed'));
      const { state, freeAt, claim } = row;
      await query
        .onConflict((conflict) =>
          conflict.columns(['workspaceId', 'kind', 'sourceId', 'sendKey']).doUpdateSet({ state, freeAt, claim }),
        )
        .execute();
    },
    /** After the message of a share was deleted. */
    async removeShare(workspaceId: string, { channelId, ts, key }: SharedMessage): Promise<void> {
      await kysely
        .deleteFrom('outbox')
        .where((row) => row.and({ workspaceId, kind: 'share', channelId }))
        .where(({ eb, and, or }) =>
          or([
            eb('messageTs', '=', ts),
            ...(key === null ? [] : [and([eb('sendKey', '=', hash(key)), eb('messageTs', 'is', null)])]),
          ]),
        )
        .execute();
    },
    /** See Shares.sharerOf. The key of a share with a ts names another message than this one. */
    async sharerOf(workspaceId: string, { channelId, ts, key }: SharedMessage): Promise<string | null | undefined> {
      const rows = await kysely
        .selectFrom('outbox')
        .select(['kind', 'ownerId', 'messageTs'])
        .where((row) => row.and({ workspaceId, channelId }))
        .where(({ eb, and, or }) =>
          or([
            eb('messageTs', '=', ts),
            ...(key === null ? [] : [and([eb('sendKey', '=', hash(key)), eb('messageTs', 'is', null)])]),
          ]),
        )
        .execute();
      const row = rows.find(({ messageTs }) => messageTs === ts) ?? rows[0];
      return row?.kind === 'share' ? row.ownerId : row && null;
    },
    /** Messages that wait for longer than any retry, as after a clock that ran ahead, go on now. Returns their ids. */
    async pullBack(at: number): Promise<string[]> {
      const rows = await kysely
        .updateTable('outbox')
        .set({ freeAt: at })
        .where('freeAt', '>', at + LONGEST_WAIT_MS)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    /**
     * Of all workspaces, after a restore: shares and answers that were under way. The sharer was told how it ended after the backup;
     * another message would repeat it or be wrong, and answers in Slack must not be replaced.
     */
    async forgetUnfinishedShares(): Promise<void> {
      await kysely
        .deleteFrom('outbox')
        .where('kind', '=', 'share')
        .where((row) =>
          row.or([
            row('state', 'in', ['claimed', 'posting']),
            row.and([row('sourceId', '=', ANSWER), row('state', '<>', 'confirmed')]),
          ]),
        )
        .execute();
    },
    /** Of all workspaces: rows that are no longer needed. */
    async forgetOld(): Promise<void> {
      for (const [kind, keptMs] of Object.entries(KEPT_MS)) {
        await kysely
          .deleteFrom('outbox')
          .where('freeAt', 'is', null)
          .where('kind', '=', kind as keyof typeof KEPT_MS)
          .where('createdAt', '<=', now() - keptMs)
          .$if(kind === 'share', (query) =>
            query.where((row) => row.or([row('state', '<>', 'confirmed'), row('sourceId', 'not in', ['', ANSWER])])),
          )
          .execute();
      }
      await kysely
        .deleteFrom('outbox')
        .where((row) => row.and({ kind: 'share', sourceId: ANSWER }))
        .where('createdAt', '<=', now() - ANSWER_KEPT_MS)
        .execute();
    },
  };
}

type Answer = Posted & { userId: string };

const answerMessage = ({ channelId, ts, userId: ownerId }: Answer, state: DeliveryState): NewMessage =>
  ({
    kind: 'share',
    sourceId: ANSWER,
    key: `${channelId} ${ts}`,
    state,
    ownerId,
    channelId,
    ts,
  }) as unknown as NewMessage;

const firstFreeAt = (state: NewMessage['state'], at: number, dueAt = at): number | null => {
  if (state === 'confirmed') return null;
  return state === 'claimed' || state === 'posting' ? at + LEASE_MS : Math.max(at, dueAt);
};

/** A digest that waits for its turn. */
export const newDelivery = (
  delivery: Pick<Delivery, 'sourceId' | 'channelId' | 'key' | 'date'> & { dueAt?: number },
): NewMessage<Delivery> => ({ kind: 'digest', digest: null, threadBegun: 0, threadPosted: 0, ...delivery });

interface ListOptions {
  sourceId: string;
  state?: DeliveryState;
  postedSince?: number;
  limit: number;
}

const DEFAULTS = {
  ...{ sourceId: '', ownerId: null, state: 'waiting', notice: null, attempts: 0 },
  ...{ ts: null, link: null, error: null, postedAt: null },
} as const;

const columnsOf = (message: OutboxMessage): Omit<Row, 'freeAt' | 'createdAt'> => {
  const { id, workspaceId, kind, sourceId, key, state, notice, ownerId, channelId, ts, link, ...others } = message;
  const { error, attempts, dueAt, postedAt, claim, isOpen: _, ...content } = others;
  return {
    ...{ id, workspaceId, kind, sourceId, sendKey: key, state, notice, ownerId },
    ...{ channelId, messageTs: ts, link, error, attempts, dueAt, postedAt, claim },
    contentJson: JSON.stringify(content),
  };
};

/** The error of a message whose content is damaged: what columns say of it still tells its owner. */
export const UNREADABLE = 'unreadable';

const Content = z.looseObject({});

/** Used for content that can't be read: a digest is composed again, and a share without intent is reported to its sharer. */
const emptyContent = ({ kind, dueAt }: Pick<Row, 'kind' | 'dueAt'>): Record<string, unknown> =>
  ({
    digest: { date: new Date(dueAt).toISOString().slice(0, 10), digest: null, threadBegun: 0, threadPosted: 0 },
    share: { title: '', again: '' },
    alert: { text: '' },
    step: { inputs: {} },
  })[kind];

/** A digest that another version wrote is left out of comparisons. */
function messageOf<Message extends OutboxMessage>(row: Row): Message {
  const { sendKey: key, messageTs: ts, contentJson, freeAt, createdAt: _, ...columns } = row;
  const known: { digest?: Pick<Digest, 'version'> | null } | null = decodeJson(Content, contentJson);
  const content = known ?? { ...emptyContent(row), digest: null, error: UNREADABLE };
  return {
    ...{ ...columns, key, ts, isOpen: freeAt !== null },
    ...content,
    ...(content.digest && content.digest.version !== 1 ? { digest: null } : {}),
  } as unknown as Message;
}

/** The key of a share can be as long as its query. */
const keyOf = ({ kind, key }: Pick<NewMessage, 'kind' | 'key'>): string => (kind === 'share' ? hash(key) : key);

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');
