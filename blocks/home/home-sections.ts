import {
  COMMAND,
  type ConnectionState,
  type DigestSubscription,
  type Settings,
  type SettingsChange,
  type SharedCard,
  TopQuery,
  TrendingQuery,
  type Watch,
} from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { DIGEST_DESCRIPTION, describeDigestState, describeSchedule } from '../digest/digest-setup-card.ts';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatDate, plural } from '../kit/format.ts';
import { connectButton } from '../kit/modal.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { describeConnection } from '../settings/connect-dialog.ts';
import { formatChanges, formatSetting, listPeople, openChangesButton } from '../settings/settings-dialog.ts';
import { hiddenListButton } from '../signals/hidden-signals-card.ts';
import { watchRows } from '../watches/watch-list.ts';
import { watchesButton } from '../watches/watch-texts.ts';
import type { Section } from './home-view.ts';

export interface FirstSteps {
  isConnected: boolean;
  hasShared: boolean;
  hasDigest: boolean;
  hasWatch: boolean;
  /** May change settings and key. */
  mayChange: boolean;
  /** May set up digests. */
  maySetUp: boolean;
}

interface Step {
  says: string;
  /** The same once it is done. */
  done: string;
  isDone: boolean;
  button?: Button | null;
}

/** Each with its button until it is done; empty once all are. */
export function firstStepsSection(steps: FirstSteps): Section {
  const all = stepsOf(steps);
  if (all.every(({ isDone }) => isDone)) return [];
  return [
    header('Get started'),
    ...all.map(({ says, done, isDone, button: next = null }, at) =>
      isDone ? section(`✓  ${done}`) : section(`*${at + 1}.*  ${says}`, next),
    ),
  ];
}

function stepsOf({ isConnected, hasShared, hasDigest, hasWatch, mayChange, maySetUp }: FirstSteps): Step[] {
  const trending = encodeQuery(TrendingQuery.parse({ show: 'trending' }));
  const connect = {
    says: mayChange ? 'Connect your API key' : 'Ask an admin or manager to connect an API key',
    done: '',
    isDone: false,
    button: mayChange ? connectButton('primary') : null,
  };
  return [
    ...(isConnected ? [] : [connect]),
    {
      says: `See what’s rising, and share a signal with your team: \`${COMMAND} trending\` in a channel`,
      done: 'Your team has shared a signal',
      isDone: hasShared,
      button: button(ACTION.trending, { text: 'See what’s rising', value: trending }),
    },
    ...(maySetUp || hasDigest
      ? [
          {
            says: 'Turn on the weekly digest in your team’s channel',
            done: 'Your team has set up a weekly digest',
            isDone: hasDigest,
            button: button(ACTION.digestSetUp, { text: 'Choose a channel', value: 'any' }),
          },
        ]
      : []),
    {
      says: `Get a DM when a signal grows: pick one here, or type \`${COMMAND} watch 1\` after opening a list`,
      done: 'You’re watching a signal or a search',
      isDone: hasWatch,
      button: button(ACTION.top, {
        text: 'Pick a signal',
        label: 'Pick a signal to watch',
        value: encodeQuery(TopQuery.parse({ show: 'top', pick: 'watch' })),
      }),
    },
  ];
}

const MAX_DIGESTS = 5;

interface DigestOnHome {
  subscription: DigestSubscription;
  /** Null when digests arrive. */
  deliveryProblem: string | null;
}

export interface DigestsOnHome {
  digests: readonly DigestOnHome[];
  /** Left out, since Slack didn't say who can read their channels. */
  unknown: number;
}

/** @param maySetUp shows the button for another digest */
export function digestsSection({ digests, unknown }: DigestsOnHome, maySetUp: boolean): Section {
  if (digests.length === 0 && unknown === 0 && !maySetUp) return [];
  const shown = digests.slice(0, MAX_DIGESTS);
  const more = digests.length - shown.length;
  return [
    header('Weekly digests'),
    shown.length === 0 && unknown === 0 ? section(DIGEST_DESCRIPTION) : null,
    ...shown.map((each) => section(formatDigest(each), openButton(each.subscription))),
    context([more > 0 ? `and ${plural(more, 'more channel')}` : null, leftOut(unknown, 'digest')]),
    actions([maySetUp ? button(ACTION.digestSetUp, { text: 'Set up a digest', value: 'any' }) : null]),
  ];
}

/** Private channels must not show, so what may be of one is left out. */
const leftOut = (unknown: number, what: string): string | null =>
  unknown === 0 ? null : `Can’t check who can see ${plural(unknown, `more ${what}`)}. Look again in a minute.`;

function formatDigest({ subscription, deliveryProblem }: DigestOnHome): string {
  const says = `<#${subscription.channelId}>, every *${describeSchedule(subscription.plan)}*\n${describeDigestState(subscription)}`;
  return deliveryProblem === null ? says : `${says}\n${deliveryProblem}`;
}

const openButton = ({ channelId }: DigestSubscription) =>
  button(ACTION.digest, {
    text: 'Open',
    value: encodeQuery({ show: 'digest', channelId }),
    label: 'Open this channel’s digest',
  });

const MAX_WATCHES = 5;

/** The person's own watches; empty without any. */
export const watchesSection = (watches: readonly Watch[], now: number): Section =>
  watches.length === 0
    ? []
    : [
        header('Watches'),
        ...watchRows(watches, { now, mayChange: () => true, most: MAX_WATCHES }),
        actions([watches.length > MAX_WATCHES ? watchesButton() : null]),
      ];

const MAX_TITLE_LENGTH = 150;

type Shown = Omit<SharedCard, 'ts' | 'signalIds'>;

/** @param unknown how many are left out, since Slack didn't say who can read their channels */
export const sharesSection = (shares: readonly Shown[], unknown: number): Section =>
  shares.length === 0 && unknown === 0
    ? []
    : [
        header('Recently shared'),
        shares.length === 0 ? null : section(shares.map(formatShare).join('\n')),
        context([leftOut(unknown, 'shared card')]),
      ];

function formatShare({ userId, channelId, title, link, sharedAt }: Shown): string {
  const said = escapeMrkdwn(title, MAX_TITLE_LENGTH) || 'A card';
  return `•  ${link === null ? said : `<${link}|${said}>`}  ·  shared in <#${channelId}> by <@${userId}>, ${formatDate(sharedAt, 'minute')}`;
}

interface Chosen extends Settings {
  connected: ConnectionState;
  changes: readonly SettingsChange[];
}

/** For people who may change settings. */
export function settingsSection(chosen: Chosen): Section {
  const { connected, defaultArea, defaultChannelId, managerIds, setUpBy, changes } = chosen;
  return [
    header('Settings'),
    section(
      [
        describeConnection(connected),
        `*Default area:* ${formatSetting('defaultArea', defaultArea)}`,
        `*Default channel:* ${formatSetting('defaultChannelId', defaultChannelId)}`,
        `*Who can change settings:* ${listPeople(managerIds, ['admins', 'the person who installed the app'])}`,
        `*Who can set up digests and watches for channels:* ${formatSetting('setUpBy', setUpBy)}`,
      ].join('\n'),
    ),
    actions([
      button(ACTION.openSettings, { text: 'Settings', value: 'settings' }),
      connectButton(),
      openChangesButton(),
      hiddenListButton(),
    ]),
    changes.length === 0 ? null : context(['*Recent changes*']),
    ...formatChanges(changes),
  ];
}

const NOT_CONNECTED =
  '✗ *Not connected.* An admin, a manager or the person who installed the app can connect an API key here.';

/** For everybody else. */
export const connectionSection = (connected: ConnectionState): Section => [
  header('Settings'),
  section(
    connected.kind === 'none'
      ? NOT_CONNECTED
      : '✓ Connected. Admins, managers and the person who installed the app can change the API key.',
  ),
  actions([hiddenListButton()]),
];
