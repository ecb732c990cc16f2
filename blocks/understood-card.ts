import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context } from './elements.ts';
import { type AskQuestion, encodeCorrection, type Question, SearchQuestion } from './question.ts';
import { WORDS_LENGTH } from './signal-name.ts';
import { sayUnderstood } from './understood-words.ts';

export interface Understood {
  question: Question;
  isUnderstood: boolean;
  /** The same words, searched for by their meaning. */
  asked: AskQuestion | null;
  askedBy: string;
  /** A search by meaning is what they asked for. */
  isAsk?: boolean;
}

const NOT_A_COMMAND = 'Not read as a command, so this is one search by meaning';
const BY_MEANING = 'Searched by meaning';

/** An answer with what the question was taken for, and one press to have it taken otherwise. */
export function understoodCard<Shown extends Card>(answer: Shown, understood: Understood): Shown {
  const { question, isUnderstood, isAsk = false } = understood;
  const searched = isAsk ? BY_MEANING : NOT_A_COMMAND;
  const says = isUnderstood ? `Understood as: ${sayUnderstood(question)}` : searched;
  const { text, blocks } = card(`${answer.text} ${says}.`, [
    ...answer.blocks,
    context([isUnderstood ? `Understood as: *${sayUnderstood(question)}*` : searched]),
    actions([otherReading(understood)]),
  ]);
  return { ...answer, text, blocks };
}

function otherReading({ isUnderstood, asked, askedBy }: Understood): Button | null {
  if (asked === null) return null;
  if (isUnderstood) {
    const value = encodeCorrection({ question: asked, askedBy });
    return button(ACTION.correct, { text: 'Not meant? Search by meaning', value });
  }
  const words = asked.question.slice(0, WORDS_LENGTH).toWellFormed();
  const question = SearchQuestion.parse({ show: 'search', words });
  return button(ACTION.correct, {
    text: 'Search for these words instead',
    value: encodeCorrection({ question, askedBy }),
  });
}
