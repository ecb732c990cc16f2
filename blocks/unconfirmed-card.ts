import { type Card, card } from './card.ts';
import { section } from './elements.ts';

/** In the place of an answer whose fate nobody knows, since the same answer must not come twice. */
export function unconfirmedAnswerCard(): Card {
  const says = 'Slack did not confirm that my answer reached you. If you do not see it, ask again.';
  return card(says, [section(says)]);
}
