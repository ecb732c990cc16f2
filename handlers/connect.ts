import {
  checkingDialog,
  connectDialog,
  connectedDialog,
  disconnectedDialog,
  faultOfKey,
  KEY_INPUT,
} from '#blocks/connect-dialog.ts';
import { wordsOfFailure } from '#blocks/failure-words.ts';
import { notYoursDialog } from '#blocks/not-yours-dialog.ts';
import { publishHome } from './app-home/publish-home.ts';
import type { Deps, Place } from './deps.ts';
import { type DrawDialog, fillDialog, inputsOf, type SubmitArgs } from './dialog.ts';
import { failureOf } from './failure-of.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';
import { within } from './within.ts';

/** The dialog that takes a key, for those who may give one. */
export const drawConnectDialog: DrawDialog = async (deps, { userId }) => {
  if (userId !== null && (await deps.settings.mayChange(userId))) return connectDialog(await deps.connection.state());
  return notYoursDialog('Connect', (await deps.settings.get()).managerIds);
};

/** What looks like no key is said at its input; the rest only the service knows, which may take longer than Slack waits. */
export const submitConnectDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const key = inputsOf(view).text(KEY_INPUT);
    const fault = faultOfKey(key);
    if (fault !== null) return ack({ response_action: 'errors', errors: { [KEY_INPUT]: fault } });
    await ack({ response_action: 'update', view: checkingDialog() });
    const place = placeOf(body);
    const userId = await managerOf(deps, place);
    try {
      await within(deps.patience.answerMs, deps.connection.connect(userId, key));
    } catch (error) {
      return refuse(deps, place, error);
    }
    await fillDialog(deps, place, connectedDialog());
    await publishHome(deps, place);
  };

/** The dialog stays, so that another key can be given. */
async function refuse(deps: Deps, place: Place, error: unknown): Promise<void> {
  const reference = deps.newReference();
  const failure = failureOf(error, null, deps.now());
  deps.logger.warn({ reference, failure: failure.kind, err: error }, 'A key was not connected');
  const words = { ...wordsOfFailure(failure), reference };
  await fillDialog(deps, place, connectDialog(await deps.connection.state(), words));
}

/** "Disconnect", after Slack asked whether that is meant. */
export const disconnect =
  (deps: Deps) =>
  async ({ ack, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    await deps.connection.disconnect(await managerOf(deps, place));
    await fillDialog(deps, place, disconnectedDialog(await deps.connection.state()));
    await publishHome(deps, place);
  };

/** Who may change things now; that may have been another matter when the dialog was opened. */
export async function managerOf(deps: Deps, place: Place): Promise<string> {
  if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
  if (place.userId === null || !(await deps.settings.mayChange(place.userId))) throw new RefusedPress('not-manager');
  return place.userId;
}
