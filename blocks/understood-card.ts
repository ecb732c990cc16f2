import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context } from './elements.ts';
import { type AskQuery, encodeCorrection, type Query, SearchQuery } from './question.ts';
import { MAX_WORDS_LENGTH } from './signal-name.ts';
import { describeInterpretation } from './understood-words.ts';

export interface Interpretation {
  question: Query;
  isUnderstood: boolean;
  /** The same words, searched for by their meaning. */
  asked: AskQuery | null;
  askedBy: string;
  /** A search by meaning is what they asked for. */
  isAsk?: boolean;
}

const NOT_A_COMMAND = 'Not read as a command, so this is one search by meaning';
const BY_MEANING = 'Searched by meaning';

/** An answer with what the question was taken for, and one press to have it taken otherwise. */
export function interpretationCard<Shown extends Card>(answer: Shown, understood: Interpretation): Shown {
  const { question: query, isUnderstood, isAsk = false } = understood;
  const searched = isAsk ? BY_MEANING : NOT_A_COMMAND;
  const says = isUnderstood ? `Understood as: ${describeInterpretation(query)}` : searched;
  const { text, blocks } = card(`${answer.text} ${says}.`, [
    ...answer.blocks,
    context([isUnderstood ? `Understood as: *${describeInterpretation(query)}*` : searched]),
    actions([alternativeButton(understood)]),
  ]);
  return { ...answer, text, blocks };
}

function alternativeButton({ isUnderstood, asked, askedBy }: Interpretation): Button | null {
  if (asked === null) return null;
  if (isUnderstood) {
    const value = encodeCorrection({ question: asked, askedBy });
    return button(ACTION.correctQuery, { text: 'Not meant? Search by meaning', value });
  }
  const words = asked.question.slice(0, MAX_WORDS_LENGTH).toWellFormed();
  const question = SearchQuery.parse({ show: 'search', words });
  return button(ACTION.correctQuery, {
    text: 'Search for these words instead',
    value: encodeCorrection({ question, askedBy }),
  });
}
