import { decodeJson } from '@pain-signals/contract';
import { errorMessage, KEY_REJECTED_MESSAGE } from '#blocks/errors/error-messages.ts';
import {
  answeredDialog,
  ConnectOrigin,
  checkingDialog,
  connectDialog,
  connectedDialog,
  disconnectedDialog,
  KEY_INPUT,
  keyFormatError,
  notConnectedCard,
} from '#blocks/settings/connect-dialog.ts';
import { answerQuery } from '../actions/answer-query.ts';
import { audienceOf } from '../audience.ts';
import { failureOf, logFailure } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { requireManager } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { fillDialog, openDialog, parseInputs } from '../reply/dialogs.ts';
import type { RequestContext, SubmitArgs } from '../request-context.ts';
import { managerDialog } from './settings-dialog.ts';

/** "Connect key", which may be below a query that needs one to be answered. */
export async function openConnectDialog(deps: Deps, context: RequestContext): Promise<void> {
  await openDialog(deps, context, drawConnectDialog);
}

export const drawConnectDialog = managerDialog('API key', async ({ connection }, { channelId, input }) => {
  const asked = input.query?.show === 'dialog' ? null : (input.query ?? null);
  return connectDialog(await connection.state(), { origin: { asked, channelId } });
});

/** A malformed key is rejected at its input. Whether a key works only the service knows, which can take longer than Slack waits. */
export async function submitConnectDialog(
  deps: Deps,
  context: RequestContext,
  { ack, view }: SubmitArgs,
): Promise<void> {
  const key = parseInputs(view).text(KEY_INPUT);
  const formatError = keyFormatError(key);
  if (formatError !== null) return ack({ response_action: 'errors', errors: { [KEY_INPUT]: formatError } });
  await ack({ response_action: 'update', view: checkingDialog() });
  const origin = decodeJson(ConnectOrigin, view.private_metadata);
  const userId = await requireManager(deps, context);
  const { kind } = await deps.connection.state();
  try {
    await deps.connection.connect(userId, key, deps.timeouts.answerMs);
  } catch (error) {
    return showConnectError(deps, context, { error, origin });
  }
  await fillDialog(deps, context, connectedDialog({ isFirstKey: kind === 'none' }));
  await answerPendingQuery(deps, context, origin);
  await publishHome(deps, context);
}

/** Answers the query that needed the key, in the dialog. It may set up a watch, which must be said however long it takes. */
async function answerPendingQuery(deps: Deps, context: RequestContext, origin: ConnectOrigin | null): Promise<void> {
  const { asked = null, channelId = null } = origin ?? {};
  if (asked === null) return;
  const draw = await answerQuery(deps, asked, { ...context, channelId }).catch((error: unknown) => {
    const failure = failureOf(error, asked, deps.now());
    logFailure(deps, 'warn', { failure, error }, 'query not answered after connecting');
    return null;
  });
  if (draw === null) return;
  await fillDialog(deps, context, answeredDialog({ card: draw(await audienceOf(deps, context)), asked, channelId }));
}

/** The dialog stays open for another key. */
async function showConnectError(
  deps: Deps,
  context: RequestContext,
  { error, origin }: { error: unknown; origin: ConnectOrigin | null },
): Promise<void> {
  const reference = deps.newReference();
  const failure = failureOf(error, null, deps.now());
  deps.logger.warn({ reference, failure: failure.code, err: error }, 'key not connected');
  const message = failure.code === 'unauthorized' ? KEY_REJECTED_MESSAGE : errorMessage(failure);
  const failed = { ...message, reference, isUnconfirmed: failure.code === 'store-unavailable' };
  const state = await deps.connection.state();
  await fillDialog(deps, context, connectDialog(state, { failed, origin }), { instead: notConnectedCard(failed) });
}

/** "Disconnect". Slack has asked for confirmation. */
export async function disconnect(deps: Deps, context: RequestContext): Promise<void> {
  await deps.connection.disconnect(await requireManager(deps, context));
  const state = await deps.connection.state();
  await fillDialog(deps, context, disconnectedDialog(state));
  await publishHome(deps, context);
}
