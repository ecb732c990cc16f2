import {
  ConnectOrigin,
  checkingDialog,
  connectDialog,
  connectedDialog,
  disconnectedDialog,
  faultOfKey,
  KEY_INPUT,
} from '#blocks/connect-dialog.ts';
import { KEY_REFUSED, wordsOfFailure } from '#blocks/failure-words.ts';
import { notYoursDialog } from '#blocks/not-yours-dialog.ts';
import { decodeQuestion, type Question } from '#blocks/question.ts';
import { answer } from './answer.ts';
import { publishHome } from './app-home/publish-home.ts';
import { audienceAt } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { type DrawDialog, fillDialog, inputsOf, openDialog, type SubmitArgs } from './dialog.ts';
import { failureOf } from './failure-of.ts';
import { orNull } from './freshness.ts';
import { managerOf } from './manager-of.ts';
import { placeOf } from './place.ts';
import { readJson } from './read-json.ts';
import type { PressArgs } from './show-button.ts';
import { within } from './within.ts';

/** The dialog that takes a key, for those who may give one. */
export const drawConnectDialog: DrawDialog = (deps, place) => drawFor(deps, place, null);

/** "Connect key", which may stand below a question that could not be answered without one. */
export const openConnectDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const asked = decodeQuestion(action.value);
    await openDialog(deps, body, (_deps, place) => drawFor(deps, place, asked));
  };

async function drawFor(deps: Deps, { userId, channelId }: Place, asked: Question | null) {
  if (userId !== null && (await deps.settings.mayChange(userId))) {
    const state = await deps.connection.state();
    return () => connectDialog(state, { origin: { asked, channelId } });
  }
  const { managerIds } = await deps.settings.get();
  return () => notYoursDialog('Connect', managerIds);
}

/** What looks like no key is said at its input; the rest only the service knows, which may take longer than Slack waits. */
export const submitConnectDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const key = inputsOf(view).text(KEY_INPUT);
    const fault = faultOfKey(key);
    if (fault !== null) return ack({ response_action: 'errors', errors: { [KEY_INPUT]: fault } });
    await ack({ response_action: 'update', view: checkingDialog() });
    const origin = readJson(ConnectOrigin, view.private_metadata);
    const place = placeOf(body);
    const userId = await managerOf(deps, place);
    try {
      await within(deps.patience.answerMs, deps.connection.connect(userId, key));
    } catch (error) {
      return refuse(deps, place, { error, origin });
    }
    await fillDialog(deps, place, () => connectedDialog());
    await answerWhatWasAsked(deps, place, origin);
    await publishHome(deps, place);
  };

/** What led to the key being asked for is answered where it was given, and can be shared from there. */
async function answerWhatWasAsked(deps: Deps, place: Place, origin: ConnectOrigin | null): Promise<void> {
  const { asked = null, channelId = null } = origin ?? {};
  if (asked === null) return;
  const draw = await orNull(deps, answer(deps, asked, { ...place, channelId }));
  if (draw === null) return;
  await fillDialog(deps, place, () => connectedDialog({ card: draw(audienceAt(place)), asked, channelId }));
}

/** The dialog stays, so that another key can be given. */
async function refuse(
  deps: Deps,
  place: Place,
  { error, origin }: { error: unknown; origin: ConnectOrigin | null },
): Promise<void> {
  const reference = deps.newReference();
  const failure = failureOf(error, null, deps.now());
  deps.logger.warn({ reference, failure: failure.kind, err: error }, 'A key was not connected');
  const failed = { ...(failure.kind === 'unauthorized' ? KEY_REFUSED : wordsOfFailure(failure)), reference };
  const state = await deps.connection.state();
  await fillDialog(deps, place, () => connectDialog(state, { failed, origin }));
}

/** "Disconnect", after Slack asked whether that is meant. */
export const disconnect =
  (deps: Deps) =>
  async ({ ack, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    await deps.connection.disconnect(await managerOf(deps, place));
    const state = await deps.connection.state();
    await fillDialog(deps, place, () => disconnectedDialog(state));
    await publishHome(deps, place);
  };
