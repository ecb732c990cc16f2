import { COMMAND, type DigestSubscription } from '@pain-signals/domain';
import { describePlan } from './digest-card.ts';
import { describeDigestState, describeSchedule, WHO_CAN_CHANGE } from './digest-setup-card.ts';

/** @param before the channel's digest until then, if it had one */
export function digestSaved(
  { channelId, plan }: DigestSubscription,
  before: DigestSubscription | null,
  problem: string | null,
): string {
  const done = before === null ? 'Turned on' : before.pausedBecause === null ? 'Saved' : 'Saved and resumed';
  const message = `*${done}.* <#${channelId}> gets its digest every ${describeSchedule(plan)}. To pause or change it, type \`${COMMAND} digest\` there.`;
  return problem === null ? message : `${message}\n${problem}`;
}

/** It was saved, paused or removed meanwhile, maybe by the app. `kept`: null where it is gone; `now`: null for people who may not see it. */
export function digestNotSaved(
  channelId: string,
  kept: { now: DigestSubscription | null; mayChange: boolean } | null,
): string {
  const typed = `type \`${COMMAND} digest\` there`;
  if (kept === null)
    return `*Not saved.* The digest of <#${channelId}> was removed after you opened this. To set one up again, ${typed}.`;
  const lead = `*Not saved.* The digest of <#${channelId}> changed after you opened this.`;
  const wayOn = kept.mayChange ? `To change it, ${typed}.` : `To see it, ${typed}. ${WHO_CAN_CHANGE}`;
  return [lead, kept.now && describeKept(kept.now), wayOn].filter(Boolean).join('\n');
}

function describeKept(now: DigestSubscription): string {
  const { plan, ownerId, changedBy, pausedBecause } = now;
  const state = `${describeDigestState(now)}.`;
  if (pausedBecause === 'unreadable') return state;
  const by = changedBy === null ? `set up by <@${ownerId}>` : `saved by <@${changedBy}>`;
  return `It’s now every *${describeSchedule(plan)}*, ${describePlan(plan)}, ${by}. ${state}`;
}
