import { areaName, COMMAND, isKnownArea, type Query } from '@pain-signals/domain';
import { formatDate } from '../kit/format.ts';
import { escapeMrkdwn } from '../kit/text.ts';

/** Three sentences in mrkdwn, and whether asking again can help. */
export interface ErrorMessage {
  happened: string;
  because: string;
  next: string;
  canRetry: boolean;
}

const TRY_AGAIN_LATER = 'Try again in a minute; if it stays, tell whoever runs this app.';

const MESSAGES: Record<Exclude<Failure['kind'], 'bad-area' | 'rate-limited'>, ErrorMessage> = {
  'bad-request': {
    happened: 'The service did not accept the question.',
    because: 'One of its values is outside of what it takes.',
    next: `\`${COMMAND} help\` shows what can be asked.`,
    canRetry: false,
  },
  unauthorized: {
    happened: 'The service does not accept our key.',
    because: 'The API key is missing, mistyped or revoked.',
    next: `Connect one that works: \`${COMMAND} connect\``,
    canRetry: true,
  },
  'key-suspended': {
    happened: 'Our key is suspended.',
    because: 'The service suspends keys that were used against its terms.',
    next: 'Whoever runs this app can ask the service why.',
    canRetry: true,
  },
  'not-installed': {
    happened: 'Pain Signals is not installed in this workspace.',
    because: 'It was removed, or its installation was never finished.',
    next: 'An admin can install it again.',
    canRetry: false,
  },
  'pro-required': {
    happened: 'This needs a Pro subscription.',
    because: 'The key works, but its owner has no Pro subscription.',
    next: 'Whoever owns the key can subscribe in the settings of the service.',
    canRetry: true,
  },
  'not-found': {
    happened: 'There is no such signal.',
    because: 'Its id is wrong, or it was removed since.',
    next: `Find it by its words: \`${COMMAND} search …\``,
    canRetry: false,
  },
  'search-unavailable': {
    happened: 'Finding by meaning is not ready.',
    because: 'The service is still loading its search.',
    next: `Try again in a minute, or look for words: \`${COMMAND} search …\``,
    canRetry: true,
  },
  unavailable: {
    happened: 'The service cannot answer right now.',
    because: 'It reports trouble of its own.',
    next: TRY_AGAIN_LATER,
    canRetry: true,
  },
  unreachable: {
    happened: 'The service cannot be reached.',
    because: 'There is no connection to it: it is stopped, or its address is wrong.',
    next: TRY_AGAIN_LATER,
    canRetry: true,
  },
  timeout: {
    happened: 'The service took too long.',
    because: 'No answer came within a few seconds.',
    next: TRY_AGAIN_LATER,
    canRetry: true,
  },
  'unexpected-answer': {
    happened: 'The service answered something I cannot read.',
    because: 'Its address may be wrong, or it speaks a newer version.',
    next: 'Tell whoever runs this app.',
    canRetry: true,
  },
  outsider: {
    happened: 'Only full members of the workspace that has this app can use it.',
    because:
      'Guests and people of other organisations can read what it posts in their channels, and open the links in it. Commands, buttons and questions are not for them, since each spends the key of the workspace.',
    next: 'Ask a full member to share here what you need, or to set up a digest or a watch of this channel.',
    canRetry: false,
  },
  'not-manager': {
    happened: 'You cannot change this.',
    because: 'Only admins, whoever installed the app, and people they name in its settings can.',
    next: 'Ask one of them.',
    canRetry: false,
  },
  'old-button': {
    happened: 'This button no longer works.',
    because: 'It comes from another version of the app.',
    next: `Ask again: \`${COMMAND}\``,
    canRetry: false,
  },
  'too-much-hidden': {
    happened: 'No more can be hidden in this workspace.',
    because: 'It hides as many posts as it can.',
    next: 'Show one of them again first.',
    canRetry: false,
  },
  internal: {
    happened: 'Something went wrong on our side.',
    because: 'The app made a mistake; it is in its log.',
    next: 'Try again, and if it stays, tell whoever runs this app, with the reference below.',
    canRetry: true,
  },
};

/** Of a key that was given just now, while the one before goes on working. */
export const KEY_REJECTED_MESSAGE: ErrorMessage = {
  happened: 'The service does not accept this key.',
  because: 'It is mistyped, revoked, or of another service.',
  next: 'Copy all of it anew.',
  canRetry: false,
};

export function errorMessage(failure: Failure): ErrorMessage {
  if (failure.kind === 'rate-limited') return rateLimitMessage(failure.tryAgainAt);
  if (failure.kind === 'bad-area') return badAreaMessage(failure.given, failure.valid);
  return MESSAGES[failure.kind];
}

function rateLimitMessage(tryAgainAt: number): ErrorMessage {
  return {
    happened: 'Too many questions in one minute.',
    because: 'The service takes 60 a minute from all who share our key.',
    next: `Try again from ${formatDate(tryAgainAt, 'time')}.`,
    canRetry: true,
  };
}

function badAreaMessage(given: string | null, valid: readonly string[]): ErrorMessage {
  const areas = valid.map((area) =>
    isKnownArea(area) ? escapeMrkdwn(areaName(area), 60) : `\`${escapeMrkdwn(area, 60)}\``,
  );
  return {
    happened: given === null ? 'That is no area.' : `“${escapeMrkdwn(given, 60)}” is no area.`,
    because: areas.length === 0 ? 'The service did not say which there are.' : `There are: ${areas.join('; ')}.`,
    next: 'The first letters are enough, as in `area:auth`.',
    canRetry: false,
  };
}

/** Why a question could not be answered. */
export type Failure =
  | { kind: 'bad-area'; given: string | null; valid: readonly string[]; nearest: Query | null }
  | { kind: 'rate-limited'; tryAgainAt: number }
  | {
      kind:
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
        | 'old-button'
        | 'not-manager'
        | 'too-much-hidden'
        | 'internal';
    };
