import { PASSWORD_LENGTH } from '../accounts/password-rules.ts';
import { type Html, html } from './html.ts';

export const FORM_TOKEN = 'formToken';

export const formTokenField = (token: string): Html =>
  html`<input type="hidden" name="${FORM_TOKEN}" value="${token}">`;

export const emailField = (value: string): Html => html`<p class="field">
<label for="email">E-mail address</label>
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
