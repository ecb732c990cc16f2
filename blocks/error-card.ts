import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, section } from './elements.ts';
import { type FailureWords, wordsOfFailure } from './failure-words.ts';
import { encodeQuestion, type Question } from './question.ts';

/** Why a question could not be answered. */
export type Failure =
  | { kind: 'bad-area'; given: string | null; valid: readonly string[]; nearest: Question | null }
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

interface Case {
  /** Stands in the log beside the cause. */
  reference: string;
  /** What was asked, for the button that asks it again. */
  question: Question | null;
}

/** What happened, why, and what to do about it. */
export function errorCard(failure: Failure, { reference, question }: Case): Card {
  const words = wordsOfFailure(failure);
  const { happened, because, next } = words;
  return card(`${happened} ${because} ${next} Reference ${reference}.`, [
    section(`*${happened}*\n${because}\n${next}`),
    actions([meantButton(failure), keyButton(failure, question), retryButton(words, question)]),
    context([`Reference \`${reference}\``]),
  ]);
}

function meantButton(failure: Failure): Button | null {
  if (failure.kind !== 'bad-area' || failure.nearest === null || failure.nearest.show !== 'search') return null;
  const text = `Use ${failure.nearest.area ?? ''}`;
  return button(ACTION.didYouMean, { text, value: encodeQuestion(failure.nearest), style: 'primary' });
}

const ABOUT_KEY: readonly Failure['kind'][] = ['unauthorized', 'key-suspended', 'pro-required'];

/** What was asked comes back with it, to be answered as soon as there is a key. */
function keyButton({ kind }: Failure, question: Question | null): Button | null {
  if (!ABOUT_KEY.includes(kind)) return null;
  const value = (question && encodeQuestion(question)) ?? 'connect';
  return button(ACTION.openConnect, { text: 'Connect key', value, style: 'primary' });
}

function retryButton({ canRetry }: FailureWords, question: Question | null): Button | null {
  if (!canRetry || question === null) return null;
  return button(ACTION.retry, { text: 'Try again', value: encodeQuestion(question) });
}
