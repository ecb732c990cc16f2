import { waitingDialog } from '#blocks/card-dialog.ts';
import { COMPARE_INPUT, CompareOrigin, compareDialog } from '#blocks/compare-dialog.ts';
import { questionAbout } from '#blocks/named-question.ts';
import { decodeQuestion } from '#blocks/question.ts';
import { answer } from './answer.ts';
import { audienceAt, deliver } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { inputsOf, openDialog, type SubmitArgs } from './dialog.ts';
import { readSignalName } from './parsing/signal-names.ts';
import { placeOf } from './place.ts';
import { readJson } from './read-json.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';
import { tellError } from './tell-error.ts';

/** "Compare…" on a signal: asks with which other one. The answer comes where the dialog was opened. */
export const openCompareDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    await openDialog(deps, body, async ({ client }, { responseUrl }) => {
      const asked = decodeQuestion(action.value);
      if (asked?.show !== 'signal') throw new RefusedPress('old-button');
      const { data } = await client.signal(asked.id);
      const { channelId, view } = placeOf(body);
      const origin = { id: data.id, responseUrl, channelId: view === null ? channelId : null };
      return () => compareDialog(origin, data.topic);
    });
  };

export const submitCompareDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const named = inputsOf(view).text(COMPARE_INPUT);
    if (named === '') return ack({ response_action: 'errors', errors: { [COMPARE_INPUT]: 'Name another signal.' } });
    const origin = readJson(CompareOrigin, view.private_metadata);
    const isFromChannel = origin !== null && origin.channelId !== null;
    await (isFromChannel ? ack() : ack({ response_action: 'update', view: waitingDialog('Compare') }));
    const here = placeOf(body);
    const place: Place = isFromChannel ? { ...here, ...origin, view: null } : here;
    try {
      if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
      if (origin === null) throw new RefusedPress('old-button');
      const question = questionAbout('compare', [{ by: 'id', id: origin.id }, readSignalName(named)]);
      const draw = await answer(deps, question, place);
      await deliver(deps, place, () => draw(audienceAt(place)));
    } catch (error) {
      // The dialog may be closed by now, so the error goes where the answer would have gone.
      await tellError(deps, error, body, place);
    }
  };
