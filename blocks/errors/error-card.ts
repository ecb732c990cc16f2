import type { Query } from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { connectButton } from '../kit/modal.ts';
import { hiddenListButton } from '../signals/hidden-signals-card.ts';
import { emergingButton, helpButton, mainListButtons, searchButton, trendingButton } from '../signals/list-controls.ts';
import { type ErrorMessage, errorMessage, type Failure, hasKnownAreas, isRejection } from './error-messages.ts';

interface ErrorContext {
  /** In the log beside the cause. */
  reference: string;
  /** What was asked, for the button that asks it again. */
  query: Query | null;
}

/** What title, why, and what to do about it. */
export function errorCard(failure: Failure, { reference, query }: ErrorContext): Card {
  const words = errorMessage(failure);
  const { title, reason, nextStep } = words;
  // What a person can see and mend by themselves needs no look into the log.
  const isPlain = !words.canRetry && (isRejection(failure.code) || ['bad-area', 'not-found'].includes(failure.code));
  return card(`${title} ${reason} ${nextStep}${isPlain ? '' : ` Reference ${reference}.`}`, [
    section(`*${title}*\n${reason}\n${nextStep}`),
    actions([
      ...[meantButton(failure), areasButton(failure), keyButton(failure, query), retryButton(words, query)],
      ...nextButtons(failure),
    ]),
    isPlain ? null : context([`Reference \`${reference}\``]),
  ]);
}

function meantButton(failure: Failure): Button | null {
  if (failure.code !== 'bad-area' || failure.nearest === null || failure.nearest.show !== 'search') return null;
  const text = `Use ${failure.nearest.area ?? ''}`;
  return button(ACTION.didYouMean, { text, value: encodeQuery(failure.nearest), style: 'primary' });
}

/** Areas of another service are in the text: its list has only ours. */
const areasButton = (failure: Failure): Button | null =>
  failure.code === 'bad-area' && hasKnownAreas(failure)
    ? button(ACTION.help, { text: 'Mentions by area', value: encodeQuery({ show: 'areas' }) })
    : null;

const ABOUT_KEY: readonly Failure['code'][] = ['unauthorized', 'key-suspended', 'pro-required'];

/** What was asked comes back with it, to be answered as soon as there is a key. */
function keyButton({ code }: Failure, query: Query | null): Button | null {
  if (!ABOUT_KEY.includes(code)) return null;
  const value = (query && encodeQuery(query)) ?? 'connect';
  return connectButton('primary', value);
}

/** What the next step names. */
function nextButtons({ code }: Failure): (Button | null)[] {
  switch (code) {
    case 'bad-request':
      return [helpButton()];
    case 'too-many-signals-hidden':
      return [hiddenListButton()];
    case 'not-found':
    case 'search-limit':
    case 'search-unavailable':
      return [searchButton()];
    case 'list-limit':
      return [trendingButton(), emergingButton()];
    case 'old-button':
      return mainListButtons();
    default:
      return [];
  }
}

function retryButton({ canRetry }: ErrorMessage, query: Query | null): Button | null {
  if (!canRetry || query === null) return null;
  return button(ACTION.retry, { text: 'Try again', value: encodeQuery(query) });
}

/** Ends a streamed answer whose process died or could not end it. In the second case, the answer may be beside it. */
export function interruptedAnswerCard(): Card {
  return textCard('This answer was interrupted. If there’s no other answer here, ask again.');
}

/** Replaces an answer that Slack did not confirm: it must not be posted twice. */
export function unconfirmedAnswerCard(): Card {
  return textCard('Slack didn’t confirm that the answer reached you. If you don’t see it, ask again.');
}
