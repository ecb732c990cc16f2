/** What is known of a signal as the answer to a question. */
export interface RelevanceInput {
  /** How much of the question the signal is about, by what each concept weighs and can answer. */
  information: number;
  /** What all concepts of the question weigh together. */
  asked: number;
  /** Share of the question that no signal can answer, 0-1: words that none holds, and those of daily life. */
  unheard: number;
  /** Nearness of meaning, as far as it can be trusted, at most 1. */
  nearness: number;
}

/** Fitted by logistic regression on questions and office messages of our own, and rounded; `unheard` was set beside them. */
const FITTED = { coverage: 8, nearness: 18, information: 0.6, unheard: 4, bias: -4.8 } as const;

/** Keeps the logarithm finite. A question of one common word is covered by everything and asks for nothing, which it tells. */
const LEAST_INFORMATION = 0.1;

/** From here on a signal is an answer. */
export const LEAST_RELEVANCE = 0.4;

/** How likely it is that a signal answers a question, 0-1. */
export function relevanceOf({ information, asked, unheard, nearness }: RelevanceInput): number {
  const evidence =
    FITTED.coverage * (asked === 0 ? 0 : information / asked) +
    FITTED.nearness * Math.max(0, nearness) +
    FITTED.information * Math.log(LEAST_INFORMATION + information) +
    FITTED.bias -
    FITTED.unheard * unheard;
  return 1 / (1 + Math.exp(-evidence));
}
