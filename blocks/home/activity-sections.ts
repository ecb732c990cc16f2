import type { DigestSubscription, Watch } from '@pain-signals/domain';
import { DIGEST_DESCRIPTION, describeDigestState, describeSchedule } from '../digest/digest-setup-card.ts';
import { ACTION } from '../kit/action-ids.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatDate, type Locale } from '../kit/format.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { watchesButton } from '../watches/watch-buttons.ts';
import { watchRows } from '../watches/watch-list.ts';
import type { Section } from './home-view.ts';

const MAX_DIGESTS = 5;

export interface DigestOnHome {
  subscription: DigestSubscription;
  /** Null when digests arrive. */
  deliveryProblem: string | null;
}

/** @param maySetUp shows the button for another digest */
export function digestsSection(digests: readonly DigestOnHome[], maySetUp: boolean, locale: Locale): Section {
  if (digests.length === 0 && !maySetUp) return [];
  const shown = digests.slice(0, MAX_DIGESTS);
  const more = digests.length - shown.length;
  return [
    header('Weekly digests'),
    shown.length === 0 ? section(DIGEST_DESCRIPTION) : null,
    ...shown.map((each) => section(formatDigest(each), openButton(each.subscription))),
    context([more > 0 ? `and ${locale.plural(more, 'more channel')}` : null]),
    actions([maySetUp ? button(ACTION.digestSetUp, { text: 'Set up a digest', value: 'any' }) : null]),
  ];
}

function formatDigest({ subscription, deliveryProblem }: DigestOnHome): string {
  const says = `<#${subscription.channelId}>, every *${describeSchedule(subscription.plan)}*\n${describeDigestState(subscription)}`;
  return deliveryProblem === null ? says : `${says}\n${deliveryProblem}`;
}

const openButton = ({ channelId }: DigestSubscription) =>
  button(ACTION.digest, {
    text: 'Open',
    value: encodeQuery({ show: 'digest', channelId }),
    label: "Open this channel's digest",
  });

const MAX_WATCHES = 5;

/** The person's own watches; empty without any. */
export const watchesSection = (watches: readonly Watch[], now: number, locale: Locale): Section =>
  watches.length === 0
    ? []
    : [
        header('Watches'),
        ...watchRows(watches, { now, mayChange: () => true, locale, most: MAX_WATCHES }),
        actions([watches.length > MAX_WATCHES ? watchesButton() : null]),
      ];

const MAX_TITLE_LENGTH = 150;

export interface SharedCard {
  userId: string;
  channelId: string;
  title: string;
  link: string | null;
  sharedAt: number;
}

export const sharesSection = (shares: readonly SharedCard[]): Section =>
  shares.length === 0 ? [] : [header('Recently shared'), section(shares.map(formatShare).join('\n'))];

function formatShare({ userId, channelId, title, link, sharedAt }: SharedCard): string {
  const said = escapeMrkdwn(title, MAX_TITLE_LENGTH) || 'A card';
  return `•  ${link === null ? said : `<${link}|${said}>`}\n     in <#${channelId}> by <@${userId}>, ${formatDate(sharedAt, 'minute')}`;
}
