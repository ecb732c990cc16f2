import { type Html, html, TOP_METRICS } from '@pain-signals/contract';
import { z } from 'zod';
import { ALERT_BOUNDS, MAX_ALERT_QUERY_LENGTH } from '../../../accounts/alerts.ts';
import { PASSWORD_LENGTH } from '../../../accounts/sign-in/passwords.ts';
import { plainName } from '../../../text/plain-name.ts';

export const FORM_TOKEN = 'formToken';

export const formTokenField = (token: string): Html =>
  html`<input type="hidden" name="${FORM_TOKEN}" value="${token}">`;

export const emailField = (value: string): Html => html`<p class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${value}">
</p>`;

export const passwordField = (): Html => html`<p class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000">
</p>`;

export const newPasswordField = (): Html => html`<p class="field">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${PASSWORD_LENGTH.min}" maxlength="${PASSWORD_LENGTH.max}" aria-describedby="password-rule">
<span id="password-rule" class="hint">At least ${PASSWORD_LENGTH.min} characters. A sentence is easy to remember.</span>
</p>`;

// Upper bounds against abuse; the accounts module decides which values are valid.
const ShortText = z.string().max(300).refine(isStorable);
const Password = z.string().max(1_000);

/** PostgreSQL rejects NUL in text. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** For signing in and signing up. */
export const SignInForm = z.object({ email: ShortText, password: Password, to: z.string().max(2_000).optional() });
export const PasswordForm = z.object({ password: Password });
export const ConsentForm = z.object({
  answer: z.enum(['allow', 'deny']),
  email: ShortText.default(''),
  password: Password.default(''),
});
export const KeyForm = z.object({ name: ShortText.default('') });

/** Growth is entered in percent and stored as a ratio. */
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
const AlertQuery = z.object({
  query: ShortText.transform(plainName).pipe(z.string().min(1).max(MAX_ALERT_QUERY_LENGTH)),
});
export const AlertForm = AlertQuery.and(SignalAlertForm);
