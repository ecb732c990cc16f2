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

const TRY_AGAIN_LATER = 'Try again in a minute; if it stays, tell the person who runs this app.';

const MESSAGES: Record<Exclude<Failure['code'], 'bad-area' | 'rate-limited' | 'circuit-open'>, ErrorMessage> = {
  'bad-request': {
    title: 'The service did not accept the question.',
    reason: 'One of its values is outside of what it takes.',
    nextStep: `\`${COMMAND} help\` shows what can be asked.`,
    canRetry: false,
  },
  unauthorized: {
    title: 'The service does not accept our key.',
    reason: 'The API key is missing, mistyped or revoked.',
    nextStep: `Connect one that works: \`${COMMAND} connect\``,
    canRetry: true,
  },
  'key-suspended': {
    title: 'Our key is suspended.',
    reason: 'The service suspends keys that were used against its terms.',
    nextStep: 'The person who runs this app can ask the service why.',
    canRetry: true,
  },
  'not-installed': {
    title: 'Pain Signals is not installed in this workspace.',
    reason: 'It was removed, or its installation was never finished.',
    nextStep: 'An admin can install it again.',
    canRetry: false,
  },
  'pro-required': {
    title: 'This needs a Pro subscription.',
    reason: 'The key works, but its owner has no Pro subscription.',
    nextStep: "The key's owner can subscribe in the settings of the service.",
    canRetry: true,
  },
  'not-found': {
    title: 'There is no such signal.',
    reason: 'Its id is wrong, or it was removed since.',
    nextStep: `Find it by its words: \`${COMMAND} search …\``,
    canRetry: false,
  },
  'search-unavailable': {
    title: 'Finding by meaning is not ready.',
    reason: 'The service is still loading its search.',
    nextStep: `Try again in a minute, or look for words: \`${COMMAND} search …\``,
    canRetry: true,
  },
  unavailable: {
    title: 'The service cannot answer right now.',
    reason: 'It reports trouble of its own.',
    nextStep: TRY_AGAIN_LATER,
    canRetry: true,
  },
  unreachable: {
    title: 'The service cannot be reached.',
    reason: 'There is no connection to it: it is stopped, or its address is wrong.',
    nextStep: TRY_AGAIN_LATER,
    canRetry: true,
  },
  timeout: {
    title: 'The service took too long.',
    reason: 'No answer came within a few seconds.',
    nextStep: TRY_AGAIN_LATER,
    canRetry: true,
  },
  'unexpected-answer': {
    title: 'The service answered something I cannot read.',
    reason: 'Its address may be wrong, or it speaks a newer version.',
    nextStep: 'Tell the person who runs this app.',
    canRetry: true,
  },
  outsider: {
    title: 'Only full members of the workspace that has this app can use it.',
    reason:
      'Guests and people of other organisations can read what it posts in their channels, and open the links in it. Commands, buttons and questions are not for them, since each spends the key of the workspace.',
    nextStep: 'Ask a full member to share here what you need, or to set up a digest or a watch of this channel.',
    canRetry: false,
  },
  'unknown-person': {
    title: 'Slack isn’t telling me who you are.',
    reason: 'Only full members can use this app, and Slack isn’t answering right now when I ask who you are.',
    nextStep: 'Try again in a minute. If it stays, an admin can reinstall the app with the permission `users:read`.',
    canRetry: true,
  },
  'not-manager': {
    title: 'You cannot change this.',
    reason: 'Only admins, the person who installed the app, and people they name in its settings can.',
    nextStep: 'Ask one of them.',
    canRetry: false,
  },
  'old-button': {
    title: 'This button no longer works.',
    reason: 'It comes from another version of the app.',
    nextStep: `Ask again: \`${COMMAND}\``,
    canRetry: false,
  },
  'unknown-shortcut': {
    title: 'This shortcut isn’t available.',
    reason: 'The app that runs here is another version than the one your workspace installed.',
    nextStep: 'Ask the person who runs this app to update it.',
    canRetry: false,
  },
  'too-much-hidden': {
    title: 'No more can be hidden in this workspace.',
    reason: 'It hides as many posts as it can.',
    nextStep: 'Show one of them again first.',
    canRetry: false,
  },
  internal: {
    title: 'Something went wrong on our side.',
    reason: 'The app made a mistake; it is in its log.',
    nextStep: 'Try again, and if it stays, tell the person who runs this app, with the reference below.',
    canRetry: true,
  },
};

/** Of a key that was given just now, while the one before goes on working. */
export const KEY_REJECTED_MESSAGE: ErrorMessage = {
  title: 'The service does not accept this key.',
  reason: 'It is mistyped, revoked, or of another service.',
  nextStep: 'Copy the whole key again.',
  canRetry: false,
};

export function errorMessage(failure: Failure): ErrorMessage {
  if (failure.code === 'rate-limited') return rateLimitMessage(failure.tryAgainAt);
  if (failure.code === 'circuit-open') return circuitOpenMessage(failure.tryAgainAt);
  if (failure.code === 'bad-area') return badAreaMessage(failure.given, failure.valid);
  return MESSAGES[failure.code];
}

function rateLimitMessage(tryAgainAt: number): ErrorMessage {
  return {
    title: 'Too many questions in one minute.',
    reason: 'The service takes 60 a minute from all who share our key.',
    nextStep: `Try again from ${formatDate(tryAgainAt, 'time')}.`,
    canRetry: true,
  };
}

function circuitOpenMessage(tryAgainAt: number): ErrorMessage {
  return {
    title: 'The service keeps failing.',
    reason: 'Its last ten answers were errors, or never came, so it gets a short pause.',
    nextStep: `Try again from ${formatDate(tryAgainAt, 'time')}; if it stays, tell the person who runs this app.`,
    canRetry: true,
  };
}

function badAreaMessage(given: string | null, valid: readonly string[]): ErrorMessage {
  const areas = valid.map((area) =>
    isKnownArea(area) ? escapeMrkdwn(areaName(area), 60) : `\`${escapeMrkdwn(area, 60)}\``,
  );
  return {
    title: given === null ? 'That is no area.' : `“${escapeMrkdwn(given, 60)}” is no area.`,
    reason: areas.length === 0 ? 'The service did not say which there are.' : `There are: ${areas.join('; ')}.`,
    nextStep: 'The first letters are enough, as in `area:auth`.',
    canRetry: false,
  };
}

/** Why a question could not be answered. */
export type Failure =
  | { code: 'bad-area'; given: string | null; valid: readonly string[]; nearest: Query | null }
  | { code: 'rate-limited' | 'circuit-open'; tryAgainAt: number }
  | {
      code:
        | 'bad-request'
        | 'unauthorized'
        | 'key-suspended'
        | 'pro-required'
        | 'not-installed'
        | 'not-found'
        | 'search-unavailable'
        | 'unavailable'
        | 'unreachable'
        | 'timeout'
        | 'unexpected-answer'
        | 'outsider'
        | 'unknown-person'
        | 'old-button'
        | 'unknown-shortcut'
        | 'not-manager'
        | 'too-much-hidden'
        | 'internal';
    };
