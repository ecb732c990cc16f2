import { z } from 'zod';
import { type Channel, FIRST_CHANNEL_ID, FIRST_PERSON_ID, findPerson, PEOPLE } from '../workspace/directory.ts';
import type { State } from '../workspace/state.ts';
import type { Viewer } from './text/viewer.ts';

const pageQuery = z.object({
  as: z.string().catch(FIRST_PERSON_ID),
  channel: z.string().catch(FIRST_CHANNEL_ID),
  thread: z.string().optional().catch(undefined),
  tab: z.enum(['home', 'messages']).catch('messages'),
});

/** What a page shows and to whom. */
export interface PageContext {
  readonly viewer: Viewer;
  readonly channel: Channel;
  readonly threadTs: string | undefined;
  readonly tab: 'home' | 'messages';
}

/** Parses a page's URL. Falls back to something visible when this person cannot see what it names. */
export function parsePageContext(given: unknown, state: State): PageContext {
  const { as, channel: channelId, thread, tab } = pageQuery.parse(given);
  const person = PEOPLE.find(({ id }) => id === as) ?? findPerson(FIRST_PERSON_ID);
  if (person === undefined) throw new Error('The workspace has nobody in it.');
  const mine = channelsOf(person.id, state);
  const channel = mine.find(({ id }) => id === channelId) ?? mine.find(({ id }) => id === FIRST_CHANNEL_ID) ?? mine[0];
  if (channel === undefined) throw new Error('The workspace has no channels.');
  const threadTs = thread !== undefined && state.messages.find(channel.id, thread) ? thread : undefined;
  return { viewer: { person, channels: state.channels, now: state.now() }, channel, threadTs, tab };
}

/** The channels a person sees in the sidebar. */
export function channelsOf(userId: string, { channels }: State): Channel[] {
  return channels.all.filter(({ memberIds }) => memberIds.includes(userId));
}

export function addressOf(
  { viewer, channel, threadTs }: PageContext,
  change: Readonly<Record<string, string>> = {},
): string {
  const words = {
    as: viewer.person.id,
    channel: channel.id,
    ...(threadTs !== undefined && { thread: threadTs }),
    ...change,
  };
  return `/?${new URLSearchParams(words)}`;
}
