import { decodeJson } from '@pain-signals/contract';
import { queryForSignals } from '@pain-signals/domain';
import { COMPARE_INPUT, CompareOrigin, compareDialog } from '#blocks/compare/compare-dialog.ts';
import { decodeQuery } from '#blocks/kit/button-values.ts';
import { loadingModal } from '#blocks/kit/modal.ts';
import { parseSignalName } from '../commands/signal-names.ts';
import { ActionRejectedError } from '../errors.ts';
import type { Deps } from '../ports.ts';
import type { AnswerQuery } from '../reply/card-renderer.ts';
import { audienceOf, deliver, deliverError } from '../reply/deliver.ts';
import { openDialog, parseInputs } from '../reply/dialogs.ts';
import { type ButtonArgs, parseRequestContext, type RequestContext, type SubmitArgs } from '../request-context.ts';

/** "Compare…" on a signal: asks with which other one. The answer comes where the dialog was opened. */
export const openCompareDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    await openDialog(deps, body, async ({ client }, { responseUrl }) => {
      const asked = decodeQuery(action.value);
      if (asked?.show !== 'signal') throw new ActionRejectedError('old-button');
      const { data } = await client.signal(asked.id);
      const { channelId, view } = parseRequestContext(body);
      const origin = { id: data.id, responseUrl, channelId: view === null ? channelId : null };
      return () => compareDialog(origin, data.topic);
    });
  };

export const submitCompareDialog =
  (answerQuery: AnswerQuery) =>
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const named = parseInputs(view).text(COMPARE_INPUT);
    if (named === '') return ack({ response_action: 'errors', errors: { [COMPARE_INPUT]: 'Name another signal.' } });
    const origin = decodeJson(CompareOrigin, view.private_metadata);
    const isFromChannel = origin !== null && origin.channelId !== null;
    await (isFromChannel ? ack() : ack({ response_action: 'update', view: loadingModal('Compare') }));
    const here = parseRequestContext(body);
    const context: RequestContext = isFromChannel ? { ...here, ...origin, view: null } : here;
    try {
      if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
      if (origin === null) throw new ActionRejectedError('old-button');
      const query = queryForSignals('compare', [{ by: 'id', id: origin.id }, parseSignalName(named)]);
      const draw = await answerQuery(deps, query, context);
      await deliver(deps, context, (locale) => draw(locale, audienceOf(context)));
    } catch (error) {
      // The dialog may be closed by now, so the error goes where the answer would have gone.
      await deliverError(deps, error, body, context);
    }
  };
