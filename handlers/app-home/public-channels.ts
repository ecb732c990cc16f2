import type { Deps } from '../deps.ts';

/** Of these channels the public ones. What a private channel talks of stays there: others are not told on their Home. */
export async function filterPublicChannels(
  { slack }: Pick<Deps, 'slack'>,
  channelIds: readonly string[],
): Promise<Set<string>> {
  const asked = [...new Set(channelIds)].map(async (id) => ((await slack.channel(id))?.isPublic ? id : null));
  return new Set((await Promise.all(asked)).filter((id) => id !== null));
}
