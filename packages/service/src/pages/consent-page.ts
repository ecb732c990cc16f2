import type { Account } from '../accounts/index.ts';
import type { ConsentRequest } from '../accounts/oauth/index.ts';
import { emailField, formTokenField, passwordField } from './form.ts';
import { type Html, html } from './html.ts';
import { drawNotice, drawPage } from './layout.ts';

interface ConsentPage {
  action: string;
  asked: ConsentRequest;
  /** Null for visitors, who sign in with the same form. */
  account: Account | null;
  formToken: string;
  serviceUrl: string;
  email?: string;
  fault?: string;
}

export const drawConsent = ({
  action,
  asked,
  account,
  formToken,
  serviceUrl,
  email = '',
  fault,
}: ConsentPage): string =>
  drawPage({
    title: 'Connect a program',
    email: account?.email ?? null,
    formToken,
    body: html`<div class="narrow">
<h1>Connect ${asked.clientName}?</h1>
<p>It wants to <b>read pain signals</b> in your name, over MCP at ${new URL(serviceUrl).host}. It can change nothing and does not learn your password. Its calls count in your 60 a minute.</p>
<p class="quiet">The name is what the program calls itself. It will be answered at <b>${redirectTarget(asked)}</b>: go on only if you just started it.</p>
${drawNotice(fault ?? null)}
${account?.plan === 'free' ? drawNotice('Your account is on the Free plan. It can be connected, but every call answers 403 until it is on Pro.') : null}
<form method="post" action="${action}" class="card">
${formTokenField(formToken)}
${account === null ? signInFields(email) : html`<p>You are signed in as <b>${account.email}</b>.</p>`}
<p class="buttons"><button name="answer" value="allow">${account === null ? 'Sign in and connect' : 'Connect'}</button>
<button name="answer" value="deny" class="plain" formnovalidate>Cancel</button></p>
</form>
</div>`,
  });

const signInFields = (email: string): Html => html`${emailField(email)}${passwordField()}`;

function redirectTarget({ redirectUri }: ConsentRequest): string {
  const { protocol, host } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

export const drawConsentExpired = (formToken: string): string =>
  drawPage({
    title: 'This request has ended',
    email: null,
    formToken,
    body: html`<div class="narrow"><h1>This request has ended</h1>
<p>It was answered already, is older than a quarter of an hour, or was started in another browser. Start again from your program.</p></div>`,
  });

export const drawOAuthError = (message: string): string =>
  drawPage({
    title: 'The program cannot be connected',
    email: null,
    formToken: '',
    body: html`<div class="narrow"><h1>The program cannot be connected</h1><p>Its request is not right: ${message}.</p></div>`,
  });
