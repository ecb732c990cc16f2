import { decodeFeedback, feedbackThanksCard } from '#blocks/kit/feedback.ts';
import { ActionRejectedError } from '../errors.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliver } from '../reply/deliver.ts';
import type { ButtonArgs, RequestContext } from '../request-context.ts';

/** Thumbs up or down below an answer or a brief. The last vote of a person counts. */
export async function giveFeedback(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await refuseOutsiders(deps, context);
  const given = decodeFeedback(action.value);
  if (given === null || context.userId === null) throw new ActionRejectedError('old-button');
  await deps.feedback.give({ userId: context.userId, ...given });
  await deliver(deps, context, () => feedbackThanksCard(given.isUseful));
}
