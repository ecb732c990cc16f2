import type { AnyMiddlewareArgs, App, Authorize, Receiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { registerHandlers } from '#handlers/listeners/index.ts';
import type { RequestComposer } from '#handlers/ports.ts';
import { deliverError } from '#handlers/reply/deliver.ts';
import type { OnUninstalled } from '#handlers/settings/uninstalled.ts';
import { createSlackLogger } from './slack/clients.ts';
import { type RequestTracker, TrackedApp } from './slack/request-tracking.ts';

export interface SlackAppOptions {
  receiver: Receiver;
  authorize: Authorize<boolean>;
  clientOptions: WebClientOptions;
  depsOf: RequestComposer;
  take: Parameters<typeof registerHandlers>[1]['take'];
  ended: ConstructorParameters<typeof TrackedApp>[3];
  forget: OnUninstalled;
  tracker: RequestTracker;
  logger: Logger;
}

/** A Bolt app with every handler registered. Opens nothing and calls nothing. */
export function createSlackApp(options: SlackAppOptions): App {
  const { receiver, authorize, clientOptions, depsOf: composeRequest, take, ended, forget, tracker, logger } = options;
  const appOptions = {
    ...{ receiver, authorize, clientOptions },
    logger: createSlackLogger(logger),
    extendedErrorHandler: true,
    convoStore: false,
  } as const;
  const app = new TrackedApp(tracker, logger, appOptions, ended);
  registerHandlers(app, { composeRequest, take, forget });
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
