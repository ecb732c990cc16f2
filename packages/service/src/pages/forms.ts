import { TOP_METRICS } from '@pain-signals/contract';
import { z } from 'zod';
import { ALERT_BOUNDS, MAX_ALERT_QUERY_LENGTH } from '../accounts/own-alerts.ts';

// Lengths that no honest form exceeds; what a field may hold is decided by who keeps it.
const ShortText = z.string().max(300).refine(isStorable);
const Password = z.string().max(1_000);

/** PostgreSQL takes no NUL in texts. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** Of those who have an account, and of those who make one. */
export const SignInForm = z.object({ email: ShortText, password: Password, to: z.string().max(2_000).optional() });
export const PasswordForm = z.object({ password: Password });
export const ConsentForm = z.object({
  answer: z.enum(['allow', 'deny']),
  email: ShortText.default(''),
  password: Password.default(''),
});
export const KeyForm = z.object({ name: ShortText.default('') });

/** Growth is typed in percent and kept as a ratio. */
export const SignalAlertForm = z
  .object({
    metric: z.enum(TOP_METRICS),
    above: z
      .string()
      .trim()
      .regex(/^-?\d{1,10}(\.\d{1,6})?$/)
      .transform(Number),
  })
  .transform(({ metric, above }) => ({ metric, above: metric === 'growth' ? above / 100 : above }))
  .refine(({ above }) => above >= ALERT_BOUNDS.min && above <= ALERT_BOUNDS.max);
const AlertQuery = z.object({ query: ShortText.trim().min(1).max(MAX_ALERT_QUERY_LENGTH) });
export const AlertForm = AlertQuery.and(SignalAlertForm);
