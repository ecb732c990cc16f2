import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { HOUR_MS } from '@pain-signals/domain';
import type { Logger } from 'pino';
import type { Deps } from '#handlers/ports.ts';
import { tellUnanswered, unansweredRequest } from '#handlers/reply/unanswered.ts';
import type { RequestContext } from '#handlers/request-context.ts';
import { accessFrom } from '../slack/identity.ts';
import type { Store } from '../store/open-store.ts';
import { requestKey } from '../store/seen-requests.ts';
import { type KeptRequest, MOST_LATE_MS } from '../store/unanswered-requests.ts';
import type { Job } from './schedule.ts';

interface Options {
  store: Pick<Store, 'unansweredRequests'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
  now: () => number;
  logger: Logger;
}

export interface UnansweredRequests {
  /** This process answers it. `late` is the write of one that was not kept in time. */
  begin(request: SlackRequest, kept: KeptRequest, late?: Promise<unknown> | null): void;
  /** It was answered, the outbox goes on with it, or, with `isDelivered` false, somebody is still to be told. */
  end(body: object, isDelivered: boolean): Promise<void>;
  /** After an `end` that left it to the outbox: it's begun again. Rejects where that isn't written; then only this process knows. */
  keepAgain(body: object): Promise<void>;
  job: Job;
}

interface SlackRequest {
  body: unknown;
  context: { teamId?: string };
}

/** Null where nobody knows which workspace it is. */
export async function keptRequest(
  { context }: SlackRequest,
  requestContext: RequestContext,
): Promise<KeptRequest | null> {
  // Right after a start Slack may not have said yet whose token it is; nobody waits for that.
  const known = accessFrom(context)?.workspaceId();
  const workspaceId = await Promise.race([known, yieldToEventLoop(context.teamId)]);
  return workspaceId ? { workspaceId, request: unansweredRequest(requestContext) } : null;
}

const EVERY_MS = 15_000;
const MAX_BACKOFF_MS = HOUR_MS;
const REPEAT_UNCONFIRMED_MS = 2 * HOUR_MS;

/** Requests that people wait for: those of this process are renewed, and of one that died, or that Slack took no answer to, people are told. */
export function createUnansweredRequests({
  store: { unansweredRequests },
  depsOf,
  now,
  logger,
}: Options): UnansweredRequests {
  const begun = new WeakMap<object, { key: string; kept: KeptRequest; late: Promise<unknown> | null }>();
  /** Begun and not ended; those whose answer arrived, which is not written yet; and requests that are to be kept for telling. */
  const own = new Map<string, 'open' | 'ended' | KeptRequest>();

  const remove = async (key: string) => {
    await unansweredRequests.remove(key);
    own.delete(key);
  };
  const settle = async (key: string, state: 'open' | 'ended' | KeptRequest) => {
    if (state === 'ended') return remove(key);
    if (state === 'open') return;
    await unansweredRequests.put(key, state);
    own.delete(key);
  };
  const noteLateEnd = (error: unknown) => logger.warn({ err: error }, 'end of a request not kept, will retry');
  const tell = async ({ key, workspaceId, attempts, askedAt, request }: Taken) => {
    const deps = await depsOf(workspaceId);
    const outcome = deps && request && (await tellUnanswered(deps, request));
    const ageMs = now() - askedAt;
    // Each card may arrive after all: one an hour, and few.
    const isUnconfirmed = outcome === 'unconfirmed' && ageMs < REPEAT_UNCONFIRMED_MS;
    if (!isUnconfirmed && (outcome !== 'passing' || ageMs > MOST_LATE_MS)) {
      if (outcome !== 'delivered' && outcome !== 'told')
        logger.error({ workspace: workspaceId, attempts }, 'nobody told of a lost answer');
      return unansweredRequests.remove(key);
    }
    const backoffMs = isUnconfirmed ? MAX_BACKOFF_MS : Math.min(MAX_BACKOFF_MS, EVERY_MS * 2 ** attempts);
    await unansweredRequests.free(key, now() + backoffMs);
  };

  const tellOrRetry = (taken: Taken) =>
    tell(taken).catch((error) => logger.error({ err: error }, 'nobody told of a lost answer, will retry'));

  return {
    begin({ body, context }, kept, late = null) {
      const key = requestKey(body, context);
      if (key === null) return;
      begun.set(Object(body), { key, kept, late });
      own.set(key, 'open');
    },
    async end(body, isDelivered) {
      const request = begun.get(body);
      if (request === undefined || own.get(request.key) !== 'open') return;
      const { key, kept, late } = request;
      if (isDelivered) own.set(key, 'ended');
      // A claim that can't be given up ends by itself, and then they are told.
      else if (late === null) own.delete(key);
      else own.set(key, kept);
      // Nobody waits for a database that is away. What it writes after all is to be removed.
      if (late !== null) return void (isDelivered && late.then(() => remove(key)).catch(noteLateEnd));
      await (isDelivered ? remove(key) : unansweredRequests.free(key, now() + EVERY_MS)).catch(noteLateEnd);
    },
    async keepAgain(body) {
      const request = begun.get(body);
      if (request === undefined || own.get(request.key) === 'open') return;
      own.set(request.key, 'open');
      request.late = unansweredRequests.put(request.key, request.kept, 'claimed');
      await request.late;
      request.late = null;
    },
    job: {
      name: 'unanswered requests',
      everyMs: EVERY_MS,
      async run(_now, stopping) {
        // Another process goes on when this one stops.
        while (!stopping.aborted) {
          for (const [key, state] of own) await settle(key, state);
          // Telling can take long: nobody else may take what this process is answering.
          await unansweredRequests.renew([...own.keys()]);
          const taken = await unansweredRequests.take();
          if (taken.length === 0) return;
          await Promise.all(taken.map(tellOrRetry));
        }
      },
    },
  };
}

type Taken = Awaited<ReturnType<Store['unansweredRequests']['take']>>[number];
