import { ACTION } from '../action-ids.ts';
import type { Subscription } from '../digest-plan.ts';
import { sayDigestState, sayWhen, WHAT_A_DIGEST_IS } from '../digest-setup-card.ts';
import { actions, button, context, header, section } from '../elements.ts';
import { plural } from '../numbers.ts';
import { encodeQuestion } from '../question.ts';
import type { Section } from './home-view.ts';

const MOST_SHOWN = 5;

export interface DigestOnHome {
  subscription: Subscription;
  /** Why it would not arrive. */
  hindrance: string | null;
}

/** Which channels get a digest, when next, each one press away from what can be done about it; for those who may set one up the way to one more. */
export function digestsSection(digests: readonly DigestOnHome[], maySetUp: boolean): Section {
  if (digests.length === 0 && !maySetUp) return [];
  const shown = digests.slice(0, MOST_SHOWN);
  const more = digests.length - shown.length;
  return [
    header('Weekly digests'),
    shown.length === 0 ? section(`No channel gets one yet. ${WHAT_A_DIGEST_IS}`) : null,
    ...shown.map((each) => section(showDigest(each), openButton(each.subscription))),
    context([more > 0 ? `and ${plural(more, 'more channel')}` : null]),
    actions([maySetUp ? button(ACTION.digestSetUp, { text: 'Set up a digest', value: 'any' }) : null]),
  ];
}

function showDigest({ subscription, hindrance }: DigestOnHome): string {
  const says = `<#${subscription.channelId}>: every *${sayWhen(subscription.plan)}*\n${sayDigestState(subscription)}`;
  return hindrance === null ? says : `${says}\n${hindrance}`;
}

const openButton = ({ channelId }: Subscription) =>
  button(ACTION.digest, {
    text: 'Open',
    value: encodeQuestion({ show: 'digest', channelId }),
    label: "Open this channel's digest",
  });
