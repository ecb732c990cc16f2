import { randomInt } from 'node:crypto';
import { withTimeout } from '@pain-signals/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@pain-signals/domain';
import { prepare, type Value } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isFromPerson, type MessageEvent } from '#handlers/conversation/messages.ts';
import type { Taken } from '#handlers/listeners/index.ts';
import type { Write } from './batched-writes.ts';
import { createCache } from './cache.ts';
import type { Tables } from './tables.ts';
import type { KeptRequest, UnansweredRequestStore, UnansweredRow } from './unanswered-requests.ts';

/** Longer than Slack sends a request again, and longer than its signature is valid. */
const SEEN_MS = HOUR_MS;
/** Slack sends a mention again when its message is edited, which people do for longer. */
const MESSAGE_SEEN_MS = 7 * DAY_MS;
const MESSAGE = 'message ';
/** Of a dialog that came without a signature, over Socket Mode, where nobody can send again what they captured. */
const SUBMISSION = 'submission ';

type Claim = { requestKey: string; at: number; expiresAt: number };

/** Requests that some process has taken. */
export function seenRequestStore(
  kysely: Kysely<Tables>,
  now: () => number,
  write: Write<Tables>,
  unanswered: Pick<UnansweredRequestStore, 'add' | 'rowOf' | 'addClaimed'>,
  isPostgres: boolean,
) {
  const claimWith = <Values extends Claim>(value: Value<Values>) => {
    const row = { requestKey: value('requestKey'), expiresAt: value('expiresAt') };
    return kysely
      .insertInto('seenRequests')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('requestKey').doUpdateSet(row).where('seenRequests.expiresAt', '<=', value('at')),
      )
      .returning('requestKey');
  };
  const insert = prepare<Claim, { requestKey: string }>(kysely, claimWith);
  /** In one statement: PostgreSQL has it whole or not at all, and answers once. */
  const insertKept = prepare<Claim & UnansweredRow, { requestKey: string }>(kysely, (value) =>
    kysely
      .with('claimed', () => claimWith<Claim & UnansweredRow>(value))
      .with('kept', (handle) => unanswered.addClaimed(handle, value))
      .selectFrom('claimed')
      .select('requestKey'),
  );
  return {
    /** True for the first caller within the hour, of a message within the week, in all processes. With a `request` it is kept as unanswered. */
    async claim(key: string, request: KeptRequest | null = null): Promise<boolean> {
      const at = now();
      const claim = { requestKey: key, at, expiresAt: at + (key.startsWith(MESSAGE) ? MESSAGE_SEEN_MS : SEEN_MS) };
      if (isPostgres && request !== null)
        return (await insertKept({ ...claim, ...unanswered.rowOf(key, request) })).length > 0;
      return write(async (handle) => {
        const claimed = await insert(claim, handle);
        if (claimed.length === 0) return false;
        if (request !== null) await unanswered.add(handle, key, request);
        return true;
      });
    },
    /** Takes one of the `most` turns of any minute; `name` has no spaces. False when all processes together have taken them. */
    async takeTurn(name: string, most: number): Promise<boolean> {
      const at = now();
      // Each turn has its row, which is found by its key: the table holds every request of an hour.
      const turns = Array.from({ length: most }, (_, turn) => `turn ${name} ${turn}`);
      for (;;) {
        const taken = await kysely
          .selectFrom('seenRequests')
          .select('requestKey')
          .where('requestKey', 'in', turns)
          .where('expiresAt', '>', at)
          .execute();
        const free = turns.filter((turn) => !taken.some(({ requestKey }) => requestKey === turn));
        if (free.length === 0) return false;
        const key = free[randomInt(free.length)] ?? '';
        // Another process may have taken it in between.
        if ((await insert({ requestKey: key, at, expiresAt: at + MINUTE_MS })).length > 0) return true;
      }
    },
    /** What a clock that ran ahead claimed would be taken for as long as it was ahead, turns too. Returns the number. */
    async pullBack(at: number): Promise<number> {
      const { numDeletedRows } = await kysely
        .deleteFrom('seenRequests')
        .where('expiresAt', '>', at + 2 * SEEN_MS)
        // Messages are claimed for a week anyway, and one that is claimed for longer holds up no other.
        .where('requestKey', 'not like', `${MESSAGE}%`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    async forgetOld(): Promise<void> {
      await kysely.deleteFrom('seenRequests').where('expiresAt', '<=', now()).execute();
    },
  };
}

export type SeenRequestStore = ReturnType<typeof seenRequestStore>;

const id = z.string().min(1).max(200);
const Event = z.object({ event_id: id });
const Message = z.object({
  event: z.object({ type: z.enum(['app_mention', 'message']), channel: id, ts: id }).loose(),
});
const Command = z.object({ command: z.string(), trigger_id: id });
const Interaction = z.object({ type: z.enum(['block_actions', 'message_action', 'shortcut']), trigger_id: id });
const Submission = z.object({ type: z.literal('view_submission'), trigger_id: id });
/** In Bolt's context; requests of Socket Mode have none. */
const Signed = z.object({ signature: id });

const MAX_REMEMBERED = 20_000;

interface DuplicateCheckOptions {
  seen: Pick<SeenRequestStore, 'claim'>;
  /** Somebody waits, so a slower database counts as away. */
  timeoutMs: number;
  now: () => number;
  logger: Logger;
}

export interface Claimed {
  taken: Taken;
  /** Resolves once the database has it after all; rejects when it never will. */
  written: Promise<unknown>;
}

/**
 * `repeated` for a request that any process has taken before. Slack sends one again when our acknowledgement was lost, with another
 * signature; an attacker who captured one can only send it with its own. Dialogs wait for the content of the response, so only the same
 * signature counts for them: their submissions are idempotent. While the database is away, each process knows its own requests, and one
 * that was to be kept is `unkept`.
 */
export function createDuplicateCheck({ seen, timeoutMs, now, logger }: DuplicateCheckOptions) {
  const own = createCache<true>({ max: MAX_REMEMBERED, ttlMs: SEEN_MS, now });
  return async (
    { body, context }: { body: unknown; context: object },
    request: KeptRequest | null = null,
  ): Promise<Claimed> => {
    const key = requestKey(body, context);
    if (key === null) return { taken: 'first', written: Promise.resolve() };
    const repeated = key.startsWith(SUBMISSION) ? 'first' : 'repeated';
    if (own.has(key)) return { taken: repeated, written: Promise.resolve() };
    own.set(key, true);
    const written = seen.claim(key, request);
    try {
      return { taken: (await withTimeout(timeoutMs, written)) ? 'first' : repeated, written };
    } catch (error) {
      logger.warn({ err: error }, 'request not compared with those of other processes');
      return { taken: request === null ? 'first' : 'unkept', written };
    }
  };
}

export function requestKey(body: unknown, context: object): string | null {
  const message = Message.safeParse(body).data?.event;
  // An edit is another event about the same message.
  if (message !== undefined && isFromPerson(message as unknown as MessageEvent))
    return `${MESSAGE}${message.channel} ${message.ts}`;
  const event = Event.safeParse(body).data;
  if (event !== undefined) return `event ${event.event_id}`;
  const triggered = Command.safeParse(body).data ?? Interaction.safeParse(body).data;
  if (triggered !== undefined) return `trigger ${triggered.trigger_id}`;
  const signed = Signed.safeParse(context).data;
  if (signed !== undefined) return `signature ${signed.signature}`;
  const submission = Submission.safeParse(body).data;
  return submission === undefined ? null : `${SUBMISSION}${submission.trigger_id}`;
}
