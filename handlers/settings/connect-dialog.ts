import { decodeJson, withTimeout } from '@pain-signals/contract';
import type { Query } from '@pain-signals/domain';
import { errorMessage, KEY_REJECTED_MESSAGE } from '#blocks/errors/error-messages.ts';
import { decodeQuery } from '#blocks/kit/button-values.ts';
import {
  ConnectOrigin,
  checkingDialog,
  connectDialog,
  connectedDialog,
  disconnectedDialog,
  KEY_INPUT,
  keyFormatError,
} from '#blocks/settings/connect-dialog.ts';
import { notAllowedDialog } from '#blocks/settings/settings-dialog.ts';
import { answerQuery } from '../actions/answer-query.ts';
import { failureOf } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { requireManager } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { audienceOf } from '../reply/deliver.ts';
import { type DrawDialog, fillDialog, openDialog, parseInputs } from '../reply/dialogs.ts';
import { optional } from '../reply/service-responses.ts';
import { type ButtonArgs, parseRequestContext, type RequestContext, type SubmitArgs } from '../request-context.ts';

/** The dialog that takes a key, for those who may give one. */
export const drawConnectDialog: DrawDialog = (deps, context) => connectDialogFor(deps, context, null);

/** "Connect key", which may stand below a question that could not be answered without one. */
export const openConnectDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const asked = decodeQuery(action.value);
    await openDialog(deps, body, (_deps, context) => connectDialogFor(deps, context, asked));
  };

async function connectDialogFor(deps: Deps, { userId, channelId }: RequestContext, asked: Query | null) {
  if (userId !== null && (await deps.settings.mayChange(userId))) {
    const state = await deps.connection.state();
    return () => connectDialog(state, { origin: { asked, channelId } });
  }
  const { managerIds } = await deps.settings.get();
  return () => notAllowedDialog('Connect', managerIds);
}

/** What looks like no key is said at its input; the rest only the service knows, which may take longer than Slack waits. */
export const submitConnectDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const key = parseInputs(view).text(KEY_INPUT);
    const fault = keyFormatError(key);
    if (fault !== null) return ack({ response_action: 'errors', errors: { [KEY_INPUT]: fault } });
    await ack({ response_action: 'update', view: checkingDialog() });
    const origin = decodeJson(ConnectOrigin, view.private_metadata);
    const context = parseRequestContext(body);
    const userId = await requireManager(deps, context);
    try {
      await withTimeout(deps.timeouts.answerMs, deps.connection.connect(userId, key));
    } catch (error) {
      return showConnectError(deps, context, { error, origin });
    }
    await fillDialog(deps, context, () => connectedDialog());
    await answerPendingQuery(deps, context, origin);
    await publishHome(deps, context);
  };

/** What led to the key being asked for is answered where it was given, and can be shared from there. */
async function answerPendingQuery(deps: Deps, context: RequestContext, origin: ConnectOrigin | null): Promise<void> {
  const { asked = null, channelId = null } = origin ?? {};
  if (asked === null) return;
  const draw = await optional(deps, answerQuery(deps, asked, { ...context, channelId }));
  if (draw === null) return;
  await fillDialog(deps, context, (locale) =>
    connectedDialog({ card: draw(locale, audienceOf(context)), asked, channelId }),
  );
}

/** The dialog stays, so that another key can be given. */
async function showConnectError(
  deps: Deps,
  context: RequestContext,
  { error, origin }: { error: unknown; origin: ConnectOrigin | null },
): Promise<void> {
  const reference = deps.newReference();
  const failure = failureOf(error, null, deps.now());
  deps.logger.warn({ reference, failure: failure.kind, err: error }, 'A key was not connected');
  const failed = { ...(failure.kind === 'unauthorized' ? KEY_REJECTED_MESSAGE : errorMessage(failure)), reference };
  const state = await deps.connection.state();
  await fillDialog(deps, context, () => connectDialog(state, { failed, origin }));
}

/** "Disconnect", after Slack asked whether that is meant. */
export const disconnect =
  (deps: Deps) =>
  async ({ ack, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    await deps.connection.disconnect(await requireManager(deps, context));
    const state = await deps.connection.state();
    await fillDialog(deps, context, () => disconnectedDialog(state));
    await publishHome(deps, context);
  };
