import { z } from 'zod';
import type { Card } from '#blocks/card.ts';
import type { Watch } from '#blocks/watch.ts';
import { decodeMute, decodeWatchId } from '#blocks/watch-buttons.ts';
import { watchMutedCard, watchNotFoundCard, watchStoppedCard, watchUpdatedCard } from '#blocks/watch-cards.ts';
import { publishHome } from '../app-home/publish-home.ts';
import { deliver } from '../deliver.ts';
import type { Deps } from '../deps.ts';
import { replyInContext } from '../in-place.ts';
import { parseRequestContext } from '../place.ts';
import type { ButtonArgs } from '../show-button.ts';
import { findManagedWatch } from './handle-watch.ts';

/** "Mute", "Stop" and "Resume". What was pressed stays as it is; the outcome comes beside it, for the one who pressed. */

const Chosen = z.object({ selected_option: z.object({ value: z.string() }) });

export const muteWatch =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const mute = decodeMute(Chosen.safeParse(action).data?.selected_option.value, deps.now());
    await changeWatch(deps, body, mute?.id ?? null, async ({ id }) => {
      const until = mute?.until ?? 0;
      const muted = await deps.watches.mute(id, until);
      return () => (muted === null ? watchNotFoundCard() : watchMutedCard(muted));
    });
  };

export const stopWatch =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    await changeWatch(deps, body, decodeWatchId(action.value), async (watch) => {
      await deps.watches.remove(watch.id);
      return () => watchStoppedCard(watch);
    });
  };

export const resumeWatch =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    await changeWatch(deps, body, decodeWatchId(action.value), async ({ id }) => {
      const watch = await deps.watches.resume(id);
      return () => (watch === null ? watchNotFoundCard() : watchUpdatedCard(watch, 'Resumed'));
    });
  };

async function changeWatch(
  deps: Deps,
  body: unknown,
  id: string | null,
  change: (watch: Watch) => Promise<() => Card>,
): Promise<void> {
  await replyInContext(deps, body, async (context) => {
    const found = await findManagedWatch(deps, id, context);
    await deliver(deps, context, 'refusal' in found ? () => found.refusal : await change(found.watch));
  });
  const { view, ...person } = parseRequestContext(body);
  if (view?.isHome) await publishHome(deps, person);
}
