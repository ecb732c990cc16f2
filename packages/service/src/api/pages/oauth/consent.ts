import type { FastifyInstance } from 'fastify';
import type { Account } from '../../../accounts/index.ts';
import type { ConsentRequest } from '../../../accounts/oauth/index.ts';
import { ConsentForm, emailField, formTokenField, passwordField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { CONTENT_SECURITY_POLICY, drawNotice, drawPage } from '../kit/layout.ts';
import type { PageDeps } from '../kit/page-deps.ts';
import { WRONG_PASSWORD } from '../sign-in/sign-in.ts';

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

const drawConsent = ({ action, asked, account, formToken, serviceUrl, email = '', fault }: ConsentPage): string =>
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

const drawConsentExpired = (formToken: string): string =>
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

type ConsentRoute = { Params: { uid: string } };

/** Where a program sends people: to sign in, and to say whether it may read signals for them. */
export function addConsent(app: FastifyInstance, { accounts, oauth, visits, serviceUrl }: PageDeps): void {
  app.get<ConsentRoute>('/consent/:uid', async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    const asked = await oauth.findConsentRequest(request.params.uid, request.raw, reply.raw);
    if (asked === null) return reply.code(410).send(drawConsentExpired(formToken));
    reply.header('content-security-policy', contentSecurityFor(asked));
    const account = session?.account ?? null;
    return reply.send(drawConsent({ action: request.url, asked, account, formToken, serviceUrl }));
  });

  app.post<ConsentRoute>('/consent/:uid', async (request, reply) => {
    const { answer, email, password } = ConsentForm.parse(request.body);
    const visit = await visits.open(request, reply);
    const asked = await oauth.findConsentRequest(request.params.uid, request.raw, reply.raw);
    if (asked === null) return reply.code(410).send(drawConsentExpired(visit.formToken));
    if (answer === 'deny') return reply.redirect(await asked.deny(), 303);
    let account = visit.session?.account ?? null;
    if (account === null) {
      account = await accounts.signIn({ email, password, ip: request.ip });
      if (account === null) {
        reply.header('content-security-policy', contentSecurityFor(asked));
        const page = { action: request.url, asked, account, formToken: visit.formToken, serviceUrl };
        return reply.code(401).send(drawConsent({ ...page, email, fault: WRONG_PASSWORD }));
      }
      visits.begin(reply, await accounts.sessions.start(account));
    }
    return reply.redirect(await asked.allow(account), 303);
  });
}

/** Browsers hold a form to its allowed targets over redirects too, and this one ends at the program. */
function contentSecurityFor({ redirectUri }: ConsentRequest): string {
  const { protocol, origin } = new URL(redirectUri);
  const target = /^https?:$/.test(protocol) ? origin : protocol;
  // A host may hold characters that end a directive.
  if (!/^[\w.:/[\]+-]+$/.test(target)) return CONTENT_SECURITY_POLICY;
  return CONTENT_SECURITY_POLICY.replace("form-action 'self'", `form-action 'self' ${target}`);
}
