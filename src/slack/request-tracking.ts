import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { withTimeout } from '@pain-signals/contract';
import type { Query } from '@pain-signals/domain';
import type { Tracing } from '@pain-signals/telemetry';
import { App, type AppOptions, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { isStepEvent } from '#handlers/request-context.ts';

/** Runs work under a new request id, which the service logs with each of its calls. */
export type WithReference = <Result>(work: (reference: string) => Result) => Result;

/** Bolt doesn't wait for listeners after the acknowledgement, but a program that stops must. */
export function createInFlight() {
  const running = new Set<Promise<unknown>>();
  return {
    /** How much work is under way. */
    get size(): number {
      return running.size;
    },
    /** Counts the work until it ends or fails. */
    track<T>(work: Promise<T>): Promise<T> {
      const ended = work.then(noop, noop).finally(() => running.delete(ended));
      running.add(ended);
      return work;
    },
    /** Resolves when nothing is under way. */
    idle: (): Promise<void> => waitUntilEmpty(running),
    /** Waits for the work under way, at most `timeoutMs`. Returns how much is left. */
    async drain(timeoutMs: number): Promise<number> {
      await withTimeout(timeoutMs, waitUntilEmpty(running)).catch(noop);
      return running.size;
    },
  };
}

export type InFlight = ReturnType<typeof createInFlight>;

const noop = () => undefined;

async function waitUntilEmpty(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

/** What became of a request from Slack: for the log and the metrics, without anybody's words. */
interface RequestOutcome {
  kind: string;
  /** What was asked for; 'none' for dialogs, events and menus that ask the service nothing. */
  query: Query['show'] | 'none';
  /** 'ok', or the code of the error that the person was shown. */
  outcome: string;
}

interface TrackerOptions {
  inFlight: InFlight;
  register: Registry;
  tracing: Tracing;
  now: () => number;
  logger: Logger;
}

/** In seconds: from a card out of the cache to what people give up on. */
const ANSWER_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Keyed by the parsed body, which Bolt hands unchanged to every listener. */
export function createRequestTracker({ inFlight, register, tracing, now, logger }: TrackerOptions) {
  const durations = new Histogram({
    name: 'painsignals_slack_request_duration_seconds',
    help: 'Time from a request of Slack to its whole answer, by kind, what was asked and outcome: ok or an error code',
    labelNames: ['kind', 'query', 'outcome'],
    buckets: ANSWER_BUCKETS,
    registers: [register],
  });
  new Gauge({
    name: 'painsignals_in_flight',
    help: 'Requests and jobs under way',
    registers: [register],
    collect() {
      this.set(inFlight.size);
    },
  });
  const references = new AsyncLocalStorage<string>();
  const withReference: WithReference = (work) => {
    const reference = newReference();
    return references.run(reference, () => work(reference));
  };
  const queries = new WeakMap<object, Query['show'] | undefined>();
  const failures = new WeakMap<object, string>();
  const deliveries = new WeakMap<object, boolean>();
  return {
    /** Notes what the request of this body asks for. */
    noteQuery: (body: object, query: Query['show'] | undefined): void => void queries.set(body, query),
    noteFailure: (body: object, code: string): void => void failures.set(body, code),
    noteDelivery: (body: object, isDelivered: boolean): void => void deliveries.set(body, isDelivered),
    /** False when the person didn't get the last answer of this request. */
    isDelivered: (body: object): boolean => deliveries.get(body) ?? true,
    /** Null unless one was noted. */
    failureOf: (body: object): string | null => failures.get(body) ?? null,
    /** Errors show it, and the service's log has it. Null outside of such work. */
    reference: (): string | null => references.getStore() ?? null,
    /** For work that no request asked for. */
    withReference,
    /** Handles a request under a new reference. Counts, times and logs it when it ends. */
    run(body: object, work: () => Promise<void>): Promise<void> {
      const startedAt = now();
      const span = tracing.start('slack request');
      const ended = withReference((requestId) =>
        span.run(work).finally(() => {
          const outcome: RequestOutcome = {
            kind: kindOf(body),
            query: queries.get(body) ?? 'none',
            outcome: failures.get(body) ?? 'ok',
          };
          span.end({ ...outcome });
          const ms = now() - startedAt;
          durations.observe({ ...outcome }, ms / 1_000);
          logger.info({ ...outcome, ms, requestId }, 'request finished');
        }),
      );
      return inFlight.track(ended);
    },
  };
}

export type RequestTracker = ReturnType<typeof createRequestTracker>;

/** Short enough to read out from a card. */
export const newReference = (): string => randomBytes(4).toString('hex');

const KINDS: ReadonlySet<unknown> = new Set([
  'block_actions',
  'block_suggestion',
  'message_action',
  'shortcut',
  'view_submission',
  'view_closed',
]);

/** Only kinds that Slack documents: a label with free values would grow without end. */
function kindOf(body: object): string {
  if ('command' in body) return 'command';
  if ('event' in body) return 'event';
  return 'type' in body && KINDS.has(body.type) ? String(body.type) : 'other';
}

/** Called when nothing is left to do for a request. Must not throw. */
type RequestEnded = (body: object, isDelivered: boolean) => Promise<void>;

/** Tracks requests after their acknowledgement, with their error replies. */
export class TrackedApp extends App {
  readonly #tracker: RequestTracker;
  readonly #logger: Logger;
  readonly #ended: RequestEnded;

  constructor(
    tracker: RequestTracker,
    logger: Logger,
    options: AppOptions,
    ended: RequestEnded = async () => undefined,
  ) {
    super(options);
    this.#tracker = tracker;
    this.#logger = logger;
    this.#ended = ended;
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    return this.#tracker.run(event.body, () => this.#process(event));
  }

  /** Bolt throws for bodies of another shape, and acknowledges nothing that no listener takes: Slack would get an error and retry. */
  async #process(event: ReceiverEvent): Promise<void> {
    let isAcknowledged = false;
    const ack: ReceiverEvent['ack'] = async (response) => {
      if (isAcknowledged) return;
      isAcknowledged = true;
      // Over a connection that was closed meanwhile; the answer goes another way.
      await event
        .ack(response)
        .catch((error: unknown) => this.#logger.warn({ err: error }, 'request not acknowledged'));
    };
    // Bolt acknowledges an event before any work: too early for one that is to be kept first, and for a removal.
    const isEarly = 'event' in event.body && !isStepEvent(event.body);
    const handled = {
      ...event,
      ack: isEarly ? async () => undefined : ack,
      customProperties: { ...event.customProperties, acknowledge: ack },
    };
    try {
      await super.processEvent(handled);
    } catch (error) {
      this.#logger.warn({ err: error }, 'request not understood');
    } finally {
      if (!this.#mustComeAgain(event.body)) await ack();
      await this.#ended(event.body, this.#tracker.isDelivered(event.body));
    }
  }

  /**
   * Slack sends an event again that is not acknowledged. Nothing else would answer one whose installation could not be read, delete a
   * workspace's data after an uninstall, or end a step that could neither be kept nor completed.
   */
  #mustComeAgain(body: object): boolean {
    const failure = this.#tracker.failureOf(body);
    return failure !== null && failure !== 'not-installed' && 'event' in body;
  }
}
