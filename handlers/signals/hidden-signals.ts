import { withTimeout } from '@pain-signals/contract';
import type { HideQuery } from '@pain-signals/domain';
import {
  decodeHideChoice,
  hiddenSignalCard,
  hiddenSignalsCard,
  hideCard,
  shownAgainCard,
} from '#blocks/signals/hidden-signals-card.ts';
import { ActionRejectedError } from '../errors.ts';
import { maySetUpChannelPosts, refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { replyInContext } from '../reply/dialogs.ts';
import { type ButtonArgs, isPrivateMessage, type RequestContext, type Requester } from '../request-context.ts';

/** "Not useful here": asks for the reason. */
export async function askWhyHidden({ client }: Deps, query: HideQuery): Promise<CardRenderer> {
  const { data } = await client.signal(query.id);
  return () => hideCard(query, data.topic);
}

/** What the workspace has hidden. */
export async function showHidden(deps: Deps, { userId, userTeamId = null }: Requester): Promise<CardRenderer> {
  const [hidden, mayChange] = await Promise.all([
    deps.hiddenSignals.list(),
    maySetUpChannelPosts(deps, { userId, userTeamId }),
  ]);
  return () => hiddenSignalsCard(hidden, { mayChange, linkTo: deps.linkTo });
}

/** Hides a signal in the whole workspace, for the reason that was pressed. */
export async function hideSignal(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await replyInContext(deps, context, async (target) => {
    const userId = await requireMember(deps, target);
    const choice = decodeHideChoice(action.value);
    if (choice === null) throw new ActionRejectedError('old-button');
    const { id, reason } = choice;
    const { data } = await withTimeout(deps.timeouts.answerMs, deps.client.signal(id));
    if (!(await deps.hiddenSignals.hide(userId, { id: data.id, topic: data.topic, reason }))) {
      throw new ActionRejectedError('too-much-hidden');
    }
    await answer(deps, target, () => hiddenSignalCard({ id: data.id, topic: data.topic, reason }));
  });
}

/** "Undo" and "Show again". */
export async function unhideSignal(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await replyInContext(deps, context, async (target) => {
    const userId = await requireMember(deps, target);
    const id = action.value ?? '';
    const hidden = (await deps.hiddenSignals.list()).find((signal) => signal.id === id);
    await deps.hiddenSignals.unhide(userId, id);
    await answer(deps, target, () => shownAgainCard(id, hidden?.topic ?? null));
  });
}

/** Returns the user id of somebody who may decide for the workspace. */
async function requireMember(deps: Deps, context: RequestContext): Promise<string> {
  await refuseOutsiders(deps, context);
  const { userId } = context;
  if (userId === null || !(await maySetUpChannelPosts(deps, context))) throw new ActionRejectedError('not-manager');
  return userId;
}

const answer = (deps: Deps, context: RequestContext, draw: CardRenderer): Promise<void> =>
  deliver(deps, context, draw({ kind: 'person' }), { replaceOriginal: isPrivateMessage(context) });
