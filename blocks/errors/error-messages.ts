import { areaName, isKnownArea } from '@pain-signals/contract';
import { COMMAND, type Query } from '@pain-signals/domain';
import { formatDate } from '../kit/format.ts';
import { escapeMrkdwn } from '../kit/text.ts';

/** Three sentences in mrkdwn, and whether asking again can help. */
export interface ErrorMessage {
  title: string;
  reason: string;
  nextStep: string;
  canRetry: boolean;
}

const TRY_AGAIN_LATER = 'Try again in a minute. If this keeps happening, contact the team that runs this app.';

/** What the app refuses to do, and why. */
const REJECTIONS = {
  outsider: {
    title: 'Only full members of this workspace can use Pain Signals.',
    reason: 'Guests and people from other organizations can read what it posts.',
    nextStep: `Ask a full member to share what you need here. If your own workspace has the app, type \`${COMMAND}\` there.`,
    canRetry: false,
  },
  'unknown-person': {
    title: 'Can’t check your membership.',
    reason: 'Only full members can use this app, and Slack isn’t answering right now.',
    nextStep:
      'Try again in a minute. If this keeps happening, an admin can reinstall the app with the `users:read` permission.',
    canRetry: true,
  },
  'unknown-channel': {
    title: 'Can’t check who can see that channel.',
    reason: 'It may be shared with another organization, so nothing was posted or changed.',
    nextStep: 'Try again in a minute.',
    canRetry: true,
  },
  'unknown-members': {
    title: 'Can’t check who’s in that channel.',
    reason: 'It may be private, so nothing was posted or changed.',
    nextStep: 'Try again in a minute.',
    canRetry: true,
  },
  'not-manager': {
    title: 'Only admins, managers and the person who installed the app can do this.',
    reason: `To see who the managers are, type \`${COMMAND} settings\`.`,
    nextStep: 'Ask one of them.',
    canRetry: false,
  },
  'not-in-channel': {
    title: 'You’re not in that channel.',
    reason: 'It’s private, so only its members can share there or change its digest and watches.',
    nextStep: 'Choose a channel you’re in.',
    canRetry: false,
  },
  'old-button': {
    title: 'This button no longer works.',
    reason: 'It has expired, or the item it belonged to was deleted.',
    nextStep: 'Start again with a list.',
    canRetry: false,
  },
  'unknown-shortcut': {
    title: 'This shortcut isn’t available.',
    reason: 'This workspace has a different version of Pain Signals than the one that’s running.',
    nextStep: 'Ask the team that runs this app to update the installation.',
    canRetry: false,
  },
  'too-many-signals-hidden': {
    title: 'This workspace can’t hide more signals.',
    reason: 'It has hidden 1,000, the most it can.',
    nextStep: 'To make room, show one again.',
    canRetry: false,
  },
  'too-many-posts-hidden': {
    title: 'This workspace can’t hide more posts.',
    reason: 'It has hidden 1,000, the most it can.',
    nextStep: 'To make room, show one again: in a signal’s evidence, press *Read hidden post*, then *Show again*.',
    canRetry: false,
  },
} satisfies Record<string, ErrorMessage>;

const MESSAGES = {
  ...REJECTIONS,
  'bad-request': {
    title: 'The service didn’t accept this request.',
    reason: 'One of its values is out of range.',
    nextStep: 'Help lists what you can type.',
    canRetry: false,
  },
  unauthorized: {
    title: 'The API key doesn’t work.',
    reason: 'It’s mistyped or revoked.',
    nextStep: 'Set another API key.',
    canRetry: true,
  },
  'key-suspended': {
    title: 'The API key is suspended.',
    reason: 'The service suspends keys that break its terms of use.',
    nextStep: 'Contact the person who runs the service, or set another API key.',
    canRetry: true,
  },
  'not-installed': {
    title: 'Pain Signals isn’t installed in this workspace.',
    reason: 'It was removed, or the installation wasn’t finished.',
    nextStep: 'Ask an admin to install it.',
    canRetry: false,
  },
  'pro-required': {
    title: 'This needs the service’s Pro plan.',
    reason: 'The API key works, but its owner isn’t on Pro.',
    nextStep: 'Ask the key’s owner to upgrade in the service’s settings, or set another API key.',
    canRetry: true,
  },
  'not-found': {
    title: 'Signal not found.',
    reason: 'It may have been removed, it may have too few posts to be confirmed yet, or the ID may be wrong.',
    nextStep: 'Search for it by name.',
    canRetry: false,
  },
  'search-unavailable': {
    title: 'Post search is still starting up.',
    reason: 'Questions can’t be answered until it’s ready.',
    nextStep: 'Try again in a minute, or search names and summaries only.',
    canRetry: true,
  },
  unavailable: {
    title: 'The service can’t answer right now.',
    reason: 'It’s having problems or restarting.',
    nextStep: TRY_AGAIN_LATER,
    canRetry: true,
  },
  unreachable: {
    title: 'Can’t reach the service.',
    reason: 'It’s down, or its address is wrong.',
    nextStep: TRY_AGAIN_LATER,
    canRetry: true,
  },
  timeout: {
    title: 'The service isn’t answering.',
    reason: 'It may be busy.',
    nextStep: TRY_AGAIN_LATER,
    canRetry: true,
  },
  'unexpected-answer': {
    title: 'The service sent an unexpected response.',
    reason: 'Its address may be wrong, or it may be running a newer version than this app supports.',
    nextStep: 'Contact the team that runs this app.',
    canRetry: true,
  },
  'store-unavailable': {
    title: 'Pain Signals can’t reach its database.',
    reason: 'It’s down or busy, so your request may not have gone through.',
    nextStep: TRY_AGAIN_LATER,
    canRetry: true,
  },
  unanswered: {
    title: 'Your request may not have been answered.',
    reason: 'Pain Signals restarted, or couldn’t reach Slack.',
    nextStep: 'If you don’t see an answer, try again.',
    canRetry: true,
  },
  internal: {
    title: 'Something went wrong.',
    reason: 'The error was logged.',
    nextStep: 'Try again. If this keeps happening, send the reference below to the team that runs this app.',
    canRetry: true,
  },
} satisfies Record<string, ErrorMessage>;

/** For a key that was just given, while the one before still works. */
export const KEY_REJECTED_MESSAGE: ErrorMessage = {
  title: 'This key doesn’t work.',
  reason: 'It’s mistyped, revoked or from another service.',
  nextStep: 'Copy the whole key again.',
  canRetry: false,
};

export function errorMessage(failure: Failure): ErrorMessage {
  if (failure.code === 'rate-limited') return rateLimitMessage(failure.tryAgainAt);
  if (failure.code === 'search-limit') return searchLimitMessage(failure.tryAgainAt);
  if (failure.code === 'list-limit') return listLimitMessage(failure.tryAgainAt);
  if (failure.code === 'circuit-open') return circuitOpenMessage(failure.tryAgainAt);
  if (failure.code === 'bad-area') return badAreaMessage(failure);
  return MESSAGES[failure.code];
}

function rateLimitMessage(tryAgainAt: number): ErrorMessage {
  return {
    title: 'Too many requests.',
    reason: 'This workspace’s account allows 60 requests a minute, across all its keys and apps.',
    nextStep: `Try again at ${formatDate(tryAgainAt, 'time')}.`,
    canRetry: true,
  };
}

function searchLimitMessage(tryAgainAt: number): ErrorMessage {
  return {
    title: 'Posts can’t be searched right now.',
    reason: 'This workspace’s API key has reached its search limit.',
    nextStep: `Try again at ${formatDate(tryAgainAt, 'time')}, or search names and summaries only.`,
    canRetry: true,
  };
}

function listLimitMessage(tryAgainAt: number): ErrorMessage {
  return {
    title: 'No more signals can be listed right now.',
    reason: 'Under the fair-use limit, this workspace’s API key can list only some of the signals each day.',
    nextStep: `The limit resets ${formatDate(tryAgainAt, 'minute')}. Until then, you can still open *Trending* and *Emerging*, or ask a question: \`${COMMAND} ask …\``,
    canRetry: true,
  };
}

function circuitOpenMessage(tryAgainAt: number): ErrorMessage {
  return {
    title: 'The service keeps failing.',
    reason: 'The last ten requests failed, so the app is giving it a short break.',
    nextStep: `Try again after ${formatDate(tryAgainAt, 'time')}. If this keeps happening, contact the team that runs this app.`,
    canRetry: true,
  };
}

type BadArea = Extract<Failure, { code: 'bad-area' }>;

export const hasKnownAreas = ({ valid }: BadArea): boolean => valid.length > 0 && valid.every(isKnownArea);

function badAreaMessage({ given, valid }: BadArea): ErrorMessage {
  const areas = valid.map((area) =>
    isKnownArea(area) ? escapeMrkdwn(areaName(area), 60) : `\`${escapeMrkdwn(area, 60)}\``,
  );
  return {
    title: given === null ? 'Unknown area.' : `There’s no area called “${escapeMrkdwn(given.toLowerCase(), 60)}”.`,
    reason: describeAreas(areas),
    nextStep: 'A single word from the name is enough: `area:auth`, `area:tooling`',
    canRetry: false,
  };
}

/** A name can hold a comma. */
function describeAreas(areas: readonly string[]): string {
  if (areas.length === 0) return 'The service didn’t list its areas.';
  return `Areas: ${areas.join('; ')}.`;
}

export type RejectionCode = keyof typeof REJECTIONS;

/** Whether a request failed because the app refuses what was asked. */
export const isRejection = (code: Failure['code']): code is RejectionCode => Object.hasOwn(REJECTIONS, code);

/** Why a request failed. */
export type Failure =
  | { code: 'bad-area'; given: string | null; valid: readonly string[]; nearest: Query | null }
  | { code: 'rate-limited' | 'search-limit' | 'list-limit' | 'circuit-open'; tryAgainAt: number }
  | { code: keyof typeof MESSAGES };
