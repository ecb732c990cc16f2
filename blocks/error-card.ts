import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, section } from './elements.ts';
import { type ErrorMessage, errorMessage } from './failure-words.ts';
import { encodeQuery, type Query } from './question.ts';

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

interface ErrorContext {
  /** Stands in the log beside the cause. */
  reference: string;
  /** What was asked, for the button that asks it again. */
  question: Query | null;
}

/** What happened, why, and what to do about it. */
export function errorCard(failure: Failure, { reference, question: query }: ErrorContext): Card {
  const words = errorMessage(failure);
  const { happened, because, next } = words;
  return card(`${happened} ${because} ${next} Reference ${reference}.`, [
    section(`*${happened}*\n${because}\n${next}`),
    actions([meantButton(failure), keyButton(failure, query), retryButton(words, query)]),
    context([`Reference \`${reference}\``]),
  ]);
}

function meantButton(failure: Failure): Button | null {
  if (failure.kind !== 'bad-area' || failure.nearest === null || failure.nearest.show !== 'search') return null;
  const text = `Use ${failure.nearest.area ?? ''}`;
  return button(ACTION.didYouMean, { text, value: encodeQuery(failure.nearest), style: 'primary' });
}

const ABOUT_KEY: readonly Failure['kind'][] = ['unauthorized', 'key-suspended', 'pro-required'];

/** What was asked comes back with it, to be answered as soon as there is a key. */
function keyButton({ kind }: Failure, query: Query | null): Button | null {
  if (!ABOUT_KEY.includes(kind)) return null;
  const value = (query && encodeQuery(query)) ?? 'connect';
  return button(ACTION.openConnect, { text: 'Connect key', value, style: 'primary' });
}

function retryButton({ canRetry }: ErrorMessage, query: Query | null): Button | null {
  if (!canRetry || query === null) return null;
  return button(ACTION.retry, { text: 'Try again', value: encodeQuery(query) });
}
