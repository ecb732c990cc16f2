import type { Button } from '@slack/types';
import { z } from 'zod';
import { ACTION, decodeButtonValue, encodeButtonValue, encodeQuery } from './buttons.ts';
import { type Card, card, partsOf, textCard } from './card.ts';
import { button } from './elements.ts';
import { feedbackButtons, type NativePart } from './native-blocks.ts';

const Feedback = z.object({
  about: z.enum(['answer', 'brief']),
  /** The question, or the brief's signal. */
  subject: z.string().min(1).max(500),
  isUseful: z.boolean(),
});
type Feedback = z.output<typeof Feedback>;

/** Thumbs up and down; nothing where Slack doesn't take them. */
export function feedback(about: Feedback['about'], subject: string): NativePart | null {
  const value = (isUseful: boolean) =>
    encodeButtonValue({ about, subject: subject.slice(0, 500).toWellFormed(), isUseful });
  return subject === '' ? null : feedbackButtons(ACTION.feedback, { positive: value(true), negative: value(false) });
}

/** The card, and whether it was useful. */
export const withFeedback = <Shown extends Card>(shown: Shown, about: Feedback['about'], subject: string): Shown => ({
  ...shown,
  ...card(shown.text, [...partsOf(shown), feedback(about, subject)]),
});

export const decodeFeedback = (value: unknown): Feedback | null => decodeButtonValue(Feedback, value);

/** After a vote. A brief that isn't useful can be about a signal that isn't. */
export const feedbackThanksCard = ({ about, subject, isUseful }: Feedback): Card =>
  textCard(isUseful ? 'Thanks, noted as useful.' : 'Thanks, noted as not useful.', [
    about === 'brief' && !isUseful ? notUsefulButton(subject) : null,
  ]);

/** Hides the signal in the workspace. */
export const notUsefulButton = (id: string): Button | null =>
  button(ACTION.choose, {
    text: 'Hide this signal',
    label: 'Hide this signal for everyone in the workspace',
    value: encodeQuery({ show: 'hide', id }),
  });
