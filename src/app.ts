import { type AnyMiddlewareArgs, App, type Authorize, type Receiver, type ReceiverEvent } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { registerHandlers } from '#handlers/listeners/index.ts';
import type { RequestComposer, SeenEvents } from '#handlers/ports.ts';
import { deliverError } from '#handlers/reply/deliver.ts';
import type { OnUninstalled } from '#handlers/settings/uninstalled.ts';
import { ignoreDuplicates } from './slack/idempotency.ts';
import type { InFlight } from './slack/in-flight.ts';
import { createSlackLogger } from './slack/logger.ts';
import type { RequestOutcome, RequestOutcomes } from './slack/request-outcomes.ts';

export interface SlackAppOptions {
  receiver: Receiver;
  authorize: Authorize<boolean>;
  inFlight: InFlight;
  clientOptions: WebClientOptions;
  depsOf: RequestComposer;
  seen: SeenEvents;
  forget: OnUninstalled;
  outcomes: RequestOutcomes;
  /** Called when a request is answered, however it ended. */
  onAnswered: (outcome: RequestOutcome, startedAt: number) => void;
  now: () => number;
  logger: Logger;
}

/** A Bolt app with every handler registered. Opens nothing and calls nothing. */
export function createSlackApp(options: SlackAppOptions): App {
  const { receiver, authorize, clientOptions, depsOf: composeRequest, seen, forget, logger } = options;
  const app = new TrackedApp(options, {
    receiver,
    authorize,
    clientOptions,
    logger: createSlackLogger(logger),
    extendedErrorHandler: true,
    convoStore: false,
  });
  app.use(ignoreDuplicates(seen));
  registerHandlers(app, composeRequest, forget);
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

type TrackingOptions = Pick<SlackAppOptions, 'inFlight' | 'outcomes' | 'onAnswered' | 'now'>;

/** Tracks requests after their acknowledgement, with their error replies. */
class TrackedApp extends App {
  readonly #tracking: TrackingOptions;

  constructor(tracking: TrackingOptions, options: ConstructorParameters<typeof App>[0]) {
    super(options);
    this.#tracking = tracking;
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    const { inFlight, outcomes, onAnswered, now } = this.#tracking;
    const startedAt = now();
    const work = super.processEvent(event).finally(() => onAnswered(outcomes.of(event.body), startedAt));
    return inFlight.track(work);
  }
}
