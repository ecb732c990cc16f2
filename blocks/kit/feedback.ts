import { z } from 'zod';
import { ACTION } from './action-ids.ts';
import { decodeButtonValue, encodeButtonValue } from './button-values.ts';
import { type Card, textCard } from './card.ts';
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

/** Null for what this version did not write. */
export const decodeFeedback = (value: unknown): Feedback | null => decodeButtonValue(Feedback, value);

export const feedbackThanksCard = (isUseful: boolean): Card =>
  textCard(isUseful ? 'Thanks, noted as useful.' : 'Thanks, noted as not useful.');
