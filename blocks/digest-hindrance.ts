import { BOT_NAME } from './share-cards.ts';

const INVITE_FIRST = `type \`/invite @${BOT_NAME}\` there, or nothing can be delivered.`;

/** Why a digest would not reach its channel, null where it would. `channel` is null where Slack does not tell of it. */
export function deliveryProblem(channel: { isMember: boolean; isArchived: boolean } | null): string | null {
  if (channel === null) return `⚠ *I cannot see this channel.* If it is private, ${INVITE_FIRST}`;
  if (channel.isArchived) return '⚠ *This channel is archived*: nobody can post in it.';
  return channel.isMember ? null : `⚠ *I am not in this channel.* T${INVITE_FIRST.slice(1)}`;
}
