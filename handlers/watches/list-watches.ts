import type { Watch } from '#blocks/watch.ts';
import { channelWatchesCard, watchListCard } from '#blocks/watch-list.ts';
import type { Deps, Requester } from '../deps.ts';
import type { CardRenderer } from '../drawing.ts';
import { markRemovedSignals } from './gone-signals.ts';

/** `/pain watches`: what a person has watched, and what this channel is told; where all can read it, that alone. */
export async function listWatches(deps: Deps, { userId, channelId }: Requester): Promise<CardRenderer> {
  const { watches, settings, now } = deps;
  const found = await markRemovedSignals(deps, await watches.list({ ownerId: userId, channelId }));
  const own = found.filter((watch) => watch.channelId !== null || watch.ownerId === userId);
  const ofChannel = found.filter((watch) => watch.channelId !== null && watch.channelId === channelId);
  const changesAll = userId !== null && (await settings.mayChange(userId));
  const mayChange = ({ ownerId }: Watch) => changesAll || ownerId === userId;
  return ({ kind }) =>
    kind === 'channel' ? channelWatchesCard(ofChannel, now()) : watchListCard(own, { now: now(), mayChange });
}
