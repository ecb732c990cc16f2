import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CircuitOpenError,
  RateLimitedError,
  ServiceUnavailableError,
  TimeoutError,
  UnreachableError,
} from '../http/errors.ts';
import type { Slot } from '../rate-limit/ledger.ts';
import type { CallGroup, Pacer } from '../rate-limit/pacer.ts';
import type { Clock, Priority } from '../rate-limit/turn-queue.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

/** How long a call may take, by priority: a person waits for a slash command, nobody waits for a digest. */
const TIMEOUTS: Record<Priority, { queueMs: number; attemptMs: number; totalMs: number }> = {
  person: { queueMs: 2_500, attemptMs: 5_000, totalMs: 8_000 },
  background: { queueMs: 600_000, attemptMs: 15_000, totalMs: 720_000 },
};

/** One call of a caller, which may take several requests. */
export interface CallContext {
  priority: Priority;
  /** When the call fails, ms since the epoch. */
  until: number;
  /** Calls with the same key have the same limits, so they can share one request. */
  coalescingKey: string;
  /** The calls of the answer that this one belongs to. */
  group?: CallGroup | undefined;
  /** The answer can do without it. */
  isOptional?: boolean | undefined;
  /** Made also while the service gets a pause. */
  isCheck?: boolean | undefined;
  /** The most requests while the service is down. Default: as many as there is time for. */
  attempts?: number;
}

export interface Task<T> {
  /** "METHOD path", for errors. */
  what: string;
  breaker: CircuitBreaker;
  /** Counts a request where another limit than the pacer's holds, too. Throws where that leaves none. */
  admit?: (() => Promise<Slot>) | undefined;
  send(timeoutMs: number): Promise<T>;
}

export function createCallPolicy(pacer: Pacer, clock: Clock, random: () => number) {
  const sendOnce = async <T>(
    { priority, until, group, isCheck = false }: CallContext,
    { what, breaker, admit, send }: Task<T>,
    heldUpMs: number,
  ): Promise<T> => {
    const { queueMs, attemptMs } = TIMEOUTS[priority];
    if (!isCheck) breaker.throwWhileOpen(what);
    const maxWaitMs = Math.min(queueMs + heldUpMs, until - clock.now());
    // The queue calls back from wherever the call before ended; request ids and traces belong to the caller.
    const inCallersContext = AsyncLocalStorage.snapshot();
    const admitted = await admit?.();
    let isSent = false;
    const sendAdmitted = () => {
      const timeoutMs = Math.min(attemptMs, timeLeft(until, clock, what));
      isSent = true;
      return send(timeoutMs);
    };
    try {
      return await pacer.schedule({ priority, maxWaitMs, what, group }, () =>
        inCallersContext(() => breaker.run(what, sendAdmitted, { isCheck })),
      );
    } finally {
      void (isSent ? admitted?.complete() : admitted?.release());
    }
  };

  return {
    /** @param withinMs when the caller waits less than the priority's limit */
    begin(
      priority: Priority,
      withinMs = TIMEOUTS[priority].totalMs,
      { group, isOptional = false, isCheck = false }: Pick<CallContext, 'group' | 'isOptional' | 'isCheck'> = {},
    ): CallContext {
      const totalMs = Math.min(withinMs, TIMEOUTS[priority].totalMs);
      return {
        priority,
        until: clock.now() + totalMs,
        coalescingKey: `${priority} ${totalMs}${isOptional ? ' optional' : ''}${isCheck ? ' check' : ''}`,
        group,
        isOptional,
        isCheck,
      };
    },
    /** Sends within the budget, and retries while that can help and time is left. */
    async perform<T>(context: CallContext, task: Task<T>): Promise<T> {
      let refusal: RateLimitedError | null = null;
      let failures = 0;
      let failure: unknown = null;
      for (;;) {
        try {
          // After a 429 the pacer blocks all calls; this one waits there, ahead of background work.
          return await sendOnce(context, task, refusal?.retryAfterMs ?? 0);
        } catch (error) {
          // The earlier 429 says when to come back, which a timeout at the very end does not.
          if (error instanceof TimeoutError && refusal && clock.now() + refusal.retryAfterMs >= context.until)
            throw refusal;
          const waitMs = isServiceRateLimit(error)
            ? error.retryAfterMs
            : retryDelay(context, error, failures++, random);
          // When our own attempts opened the circuit, their error says more.
          failure = error instanceof CircuitOpenError ? (failure ?? error) : error;
          if (waitMs === null || clock.now() + waitMs >= context.until) throw failure;
          refusal = isServiceRateLimit(error) ? error : null;
          if (refusal === null) await clock.sleep(waitMs);
        }
      }
    },
  };
}

export type CallPolicy = ReturnType<typeof createCallPolicy>;

/** The service's 429, not a rejection by our own queue. */
const isServiceRateLimit = (error: unknown): error is RateLimitedError =>
  error instanceof RateLimitedError && error.status !== null;

function retryDelay(
  { priority, attempts }: CallContext,
  error: unknown,
  failures: number,
  random: () => number,
): number | null {
  if (attempts !== undefined && failures + 1 >= attempts) return null;
  // A person learns at once that the service is down; background work waits for its return.
  if (error instanceof CircuitOpenError && priority === 'person') return null;
  return delayBeforeRetry(error, failures, random);
}

function timeLeft(until: number, clock: Clock, what: string): number {
  const left = until - clock.now();
  if (left <= 0) throw new TimeoutError(`No answer in time: ${what}`);
  return left;
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;

/**
 * How long to wait before the next attempt, in milliseconds, or null when another attempt would not help. 5xx and lost
 * connections back off exponentially, with full jitter. A 429 is waited for in the pacer's queue.
 * @param attempt 0 for the first retry
 * @param random in [0, 1)
 */
function delayBeforeRetry(error: unknown, attempt: number, random: () => number): number | null {
  if (error instanceof CircuitOpenError) return error.retryAfterMs;
  if (error instanceof ServiceUnavailableError || error instanceof UnreachableError) {
    return random() * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
  }
  return null;
}
