import { z } from 'zod';
import type { Card } from '#blocks/card.ts';
import type { Watch } from '#blocks/watch.ts';
import { decodeMute, decodeWatchId } from '#blocks/watch-buttons.ts';
import { watchGoneCard, watchMutedCard, watchOnCard, watchStoppedCard } from '#blocks/watch-cards.ts';
import { publishHome } from '../app-home/publish-home.ts';
import { deliver } from '../deliver.ts';
import type { Deps } from '../deps.ts';
import { inPlace } from '../in-place.ts';
import { placeOf } from '../place.ts';
import type { PressArgs } from '../show-button.ts';
import { watchToChange } from './handle-watch.ts';

/** "Mute", "Stop" and "Resume". What was pressed stays as it is; the outcome comes beside it, for the one who pressed. */

const Chosen = z.object({ selected_option: z.object({ value: z.string() }) });

export const muteWatch =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const mute = decodeMute(Chosen.safeParse(action).data?.selected_option.value, deps.now());
    await changeWatch(deps, body, mute?.id ?? null, async ({ id }) => {
      const until = mute?.until ?? 0;
      const muted = await deps.watches.mute(id, until);
      return () => (muted === null ? watchGoneCard() : watchMutedCard(muted));
    });
  };

export const stopWatch =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    await changeWatch(deps, body, decodeWatchId(action.value), async (watch) => {
      await deps.watches.remove(watch.id);
      return () => watchStoppedCard(watch);
    });
  };

export const resumeWatch =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    await changeWatch(deps, body, decodeWatchId(action.value), async ({ id }) => {
      const watch = await deps.watches.resume(id);
      return () => (watch === null ? watchGoneCard() : watchOnCard(watch, 'Resumed'));
    });
  };

async function changeWatch(
  deps: Deps,
  body: unknown,
  id: string | null,
  change: (watch: Watch) => Promise<() => Card>,
): Promise<void> {
  await inPlace(deps, body, async (place) => {
    const found = await watchToChange(deps, id, place);
    await deliver(deps, place, 'refusal' in found ? () => found.refusal : await change(found.watch));
  });
  const { view, ...person } = placeOf(body);
  if (view?.isHome) await publishHome(deps, person);
}
