import type { Watch } from '@pain-signals/domain';
import { z } from 'zod';
import type { Card } from '#blocks/kit/card.ts';
import type { Locale } from '#blocks/kit/format.ts';
import {
  watchMutedCard,
  watchNotAllowedCard,
  watchNotFoundCard,
  watchStoppedCard,
  watchUpdatedCard,
} from '#blocks/watches/watch-cards.ts';
import { decodeMute, decodeWatchId } from '#blocks/watches/watch-texts.ts';
import { ActionRejectedError } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliver } from '../reply/deliver.ts';
import { replyInContext } from '../reply/dialogs.ts';
import type { ButtonArgs, RequestContext } from '../request-context.ts';

/** "Mute", "Stop" and "Resume". The message stays; only the person who pressed sees the outcome. */

const Chosen = z.object({ selected_option: z.object({ value: z.string() }) });

export async function muteWatch(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const mute = decodeMute(Chosen.safeParse(action).data?.selected_option.value, deps.now());
  await changeWatch(deps, context, mute?.id ?? null, async ({ id }) => {
    const until = mute?.until ?? 0;
    const muted = await deps.watches.mute(id, until);
    return (locale) => (muted === null ? watchNotFoundCard() : watchMutedCard(muted, locale));
  });
}

export async function stopWatch(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await changeWatch(deps, context, decodeWatchId(action.value), async (watch) => {
    const isRemoved = await deps.watches.remove(watch.id);
    return (locale) => (isRemoved ? watchStoppedCard(watch, locale) : watchNotFoundCard());
  });
}

export async function resumeWatch(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await changeWatch(deps, context, decodeWatchId(action.value), async ({ id }) => {
    const watch = await deps.watches.resume(id);
    return (locale) => (watch === null ? watchNotFoundCard() : watchUpdatedCard(watch, 'Resumed', locale));
  });
}

async function changeWatch(
  deps: Deps,
  context: RequestContext,
  id: string | null,
  change: (watch: Watch) => Promise<(locale: Locale) => Card>,
): Promise<void> {
  await replyInContext(deps, context, async (target) => {
    const found = await findManagedWatch(deps, id, target);
    await deliver(deps, target, 'refusal' in found ? () => found.refusal : await change(found.watch));
  });
  if (context.view?.isHome) await publishHome(deps, context);
}

/** The watch, or a card that says why this person may not change it. Owners and managers may. */
export async function findManagedWatch(
  deps: Deps,
  id: string | null,
  context: Pick<RequestContext, 'userId' | 'userTeamId'>,
): Promise<{ watch: Watch } | { refusal: Card }> {
  await refuseOutsiders(deps, context);
  if (id === null || context.userId === null) throw new ActionRejectedError('old-button');
  const watch = await deps.watches.find(id);
  if (watch === null) return { refusal: watchNotFoundCard() };
  const isAllowed = watch.ownerId === context.userId || (await deps.settings.mayChange(context.userId));
  return isAllowed ? { watch } : { refusal: watchNotAllowedCard(watch.ownerId) };
}
