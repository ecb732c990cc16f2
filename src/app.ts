import type { Tracing } from '@pain-signals/telemetry';
import {
  type AnyMiddlewareArgs,
  App,
  type AppOptions,
  type Authorize,
  type Receiver,
  type ReceiverEvent,
} from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { registerHandlers } from '#handlers/listeners/index.ts';
import type { RequestComposer } from '#handlers/ports.ts';
import { deliverError } from '#handlers/reply/deliver.ts';
import type { OnUninstalled } from '#handlers/settings/uninstalled.ts';
import { createSlackLogger } from './slack/logger.ts';
import type { InFlight, RequestOutcome, RequestOutcomes } from './slack/request-tracking.ts';

export interface SlackAppOptions {
  receiver: Receiver;
  authorize: Authorize<boolean>;
  inFlight: InFlight;
  clientOptions: WebClientOptions;
  depsOf: RequestComposer;
  /** False for a request that was taken before. */
  isFirst: (request: Parameters<RequestComposer>[0]) => Promise<boolean>;
  forget: OnUninstalled;
  outcomes: RequestOutcomes;
  /** Called when a request is answered, however it ended. */
  onAnswered: (outcome: RequestOutcome, startedAt: number, reference: string) => void;
  /** Runs the work on one request with a reference of its own, which errors show and the service's log has. */
  withReference: <T>(work: (reference: string) => Promise<T>) => Promise<T>;
  now: () => number;
  tracing: Tracing;
  logger: Logger;
}

/** A Bolt app with every handler registered. Opens nothing and calls nothing. */
export function createSlackApp(options: SlackAppOptions): App {
  const { receiver, authorize, clientOptions, depsOf: composeRequest, isFirst, forget, logger } = options;
  const app = new TrackedApp(options, {
    receiver,
    authorize,
    clientOptions,
    logger: createSlackLogger(logger),
    extendedErrorHandler: true,
    convoStore: false,
  });
  registerHandlers(app, { composeRequest, isFirst, forget });
  app.error(async ({ error, ...request }: BoltErrorArgs) => {
    const { deps, context } = composeRequest(request);
    await deliverError(deps, context, unwrapBoltError(error));
  });
  return app;
}

/** The arguments of Bolt's error handler with `extendedErrorHandler`. */
interface BoltErrorArgs {
  error: Error;
  body: AnyMiddlewareArgs['body'];
  context: object;
}

/** Bolt wraps errors without a Slack code. */
const unwrapBoltError = (error: Error) =>
  'original' in error && error.original instanceof Error ? error.original : error;

type TrackingOptions = Pick<
  SlackAppOptions,
  'inFlight' | 'outcomes' | 'onAnswered' | 'withReference' | 'now' | 'logger' | 'tracing'
>;

/** Tracks requests after their acknowledgement, with their error replies. */
class TrackedApp extends App {
  readonly #tracking: TrackingOptions;

  constructor(tracking: TrackingOptions, options: AppOptions) {
    super(options);
    this.#tracking = tracking;
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    const { inFlight, outcomes, onAnswered, withReference, now, tracing } = this.#tracking;
    const startedAt = now();
    const span = tracing.start('slack request');
    const answered = withReference((reference) =>
      span
        .run(() => this.#process(event))
        .finally(() => {
          const outcome = outcomes.of(event.body);
          span.end({ ...outcome });
          onAnswered(outcome, startedAt, reference);
        }),
    );
    return inFlight.track(answered);
  }

  /** Bolt throws for bodies of another shape, and acknowledges nothing that no listener takes: Slack would get an error and retry. */
  async #process(event: ReceiverEvent): Promise<void> {
    const { logger } = this.#tracking;
    let isAcknowledged = false;
    const ack: ReceiverEvent['ack'] = async (response) => {
      if (isAcknowledged) return;
      isAcknowledged = true;
      // Over a connection that was closed meanwhile; the answer goes another way.
      await event.ack(response).catch((error: unknown) => logger.warn({ err: error }, 'request not acknowledged'));
    };
    try {
      await super.processEvent({ ...event, ack });
    } catch (error) {
      logger.warn({ err: error }, 'request not understood');
    } finally {
      await ack();
    }
  }
}
