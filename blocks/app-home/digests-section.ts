import { ACTION } from '../action-ids.ts';
import type { DigestSubscription } from '../digest-plan.ts';
import { DIGEST_DESCRIPTION, describeDigestState, describeSchedule } from '../digest-setup-card.ts';
import { actions, button, context, header, section } from '../elements.ts';
import { plural } from '../numbers.ts';
import { encodeQuery } from '../question.ts';
import type { Section } from './home-view.ts';

const MAX_DIGESTS = 5;

export interface DigestOnHome {
  subscription: DigestSubscription;
  /** Why it would not arrive. */
  hindrance: string | null;
}

/** Which channels get a digest, when next, each one press away from what can be done about it; for those who may set one up the way to one more. */
export function digestsSection(digests: readonly DigestOnHome[], maySetUp: boolean): Section {
  if (digests.length === 0 && !maySetUp) return [];
  const shown = digests.slice(0, MAX_DIGESTS);
  const more = digests.length - shown.length;
  return [
    header('Weekly digests'),
    shown.length === 0 ? section(`No channel gets one yet. ${DIGEST_DESCRIPTION}`) : null,
    ...shown.map((each) => section(formatDigest(each), openButton(each.subscription))),
    context([more > 0 ? `and ${plural(more, 'more channel')}` : null]),
    actions([maySetUp ? button(ACTION.digestSetUp, { text: 'Set up a digest', value: 'any' }) : null]),
  ];
}

function formatDigest({ subscription, hindrance }: DigestOnHome): string {
  const says = `<#${subscription.channelId}>: every *${describeSchedule(subscription.plan)}*\n${describeDigestState(subscription)}`;
  return hindrance === null ? says : `${says}\n${hindrance}`;
}

const openButton = ({ channelId }: DigestSubscription) =>
  button(ACTION.digest, {
    text: 'Open',
    value: encodeQuery({ show: 'digest', channelId }),
    label: "Open this channel's digest",
  });
