import { type Html, html } from '@pain-signals/contract';
import { networkOf } from '@pain-signals/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../accounts/index.ts';
import type { ConsentRequest } from '../../../accounts/oauth/index.ts';
import type { Session } from '../../../accounts/sign-in/sessions.ts';
import { ConsentForm, emailField, formTokenField, passwordField } from '../kit/forms.ts';
import { CONTENT_SECURITY_POLICY, drawNarrowPage, drawNotice, drawPage } from '../kit/layout.ts';
import type { PageDeps } from '../kit/visit.ts';
import { WRONG_PASSWORD } from '../sign-in/sign-in.ts';

interface ConsentPage {
  action: string;
  consent: ConsentRequest;
  /** Null for visitors, who sign in with this form. */
  account: Account | null;
  formToken: string;
  serviceUrl: string;
  email?: string;
  error?: string;
}

const drawConsent = ({ action, consent, account, formToken, serviceUrl, email = '', error }: ConsentPage): string =>
  drawPage({
    title: 'Connect an app',
    email: account?.email ?? null,
    formToken,
    body: html`<div class="narrow">
<h1>Connect ${consent.clientName}?</h1>
<p>It wants to <b>read pain signals</b> on your behalf, over MCP at ${new URL(serviceUrl).host}. It can’t change anything and doesn’t see your password. Its calls count toward your limit of 60 per minute.</p>
<p class="quiet">${consent.clientHost === null ? 'The app chose its own name.' : html`The app is described by <b>${consent.clientHost}</b>.`} You’ll be sent to <b>${redirectTarget(consent)}</b>. Continue only if you just started this yourself.</p>
${drawNotice(error ?? null)}
${account?.plan === 'free' ? drawNotice('Your account is on the Free plan. You can connect the app, but its calls return 403 until you upgrade to Pro.') : null}
<form method="post" action="${action}" class="card">
${formTokenField(formToken)}
${account === null ? signInFields(email) : html`<p>You are signed in as <b>${account.email}</b>.</p>`}
<p class="buttons"><button name="answer" value="allow">${account === null ? 'Sign in and connect' : 'Connect'}</button>
<button name="answer" value="deny" class="plain" formnovalidate>Cancel</button></p>
</form>
</div>`,
  });

const signInFields = (email: string): Html => html`${emailField(email)}${passwordField()}`;

/** A host says who answers in the web's own schemes alone: any program can name a site behind a scheme of its own. */
function redirectTarget({ redirectUri }: ConsentRequest): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

const drawConsentExpired = (): string =>
  drawNarrowPage(
    'This request has expired',
    html`<p>It was already answered, is older than 15 minutes, or was started in another browser. Start again from the app.</p>`,
  );

export const drawOAuthError = (message: string): string =>
  drawNarrowPage('Can’t connect the app', html`<p>Its request is invalid: ${message}.</p>`);

type ConsentRoute = { Params: { uid: string } };

/** Where programs send people to sign in and allow access. */
export function addConsent(app: FastifyInstance, { accounts, oauth, visits, serviceUrl }: PageDeps): void {
  const findRequest = ({ params, raw, ip }: FastifyRequest<ConsentRoute>, reply: FastifyReply) =>
    oauth.findConsentRequest(params.uid, raw, reply.raw, networkOf(ip));

  app.get<ConsentRoute>('/consent/:uid', async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    const consent = await findRequest(request, reply);
    if (consent === null) return reply.code(410).send(drawConsentExpired());
    reply.header('content-security-policy', contentSecurityFor(consent));
    const account = session?.account ?? null;
    return reply.send(drawConsent({ action: request.url, consent, account, formToken, serviceUrl }));
  });

  app.post<ConsentRoute>('/consent/:uid', async (request, reply) => {
    const { answer, email, password } = ConsentForm.parse(request.body);
    const visit = await visits.open(request, reply);
    const consent = await findRequest(request, reply);
    if (consent === null) return reply.code(410).send(drawConsentExpired());
    if (answer === 'deny') return reply.redirect(await consent.deny(), 303);
    let session: Session | null = visit.session;
    if (session === null) {
      const browserToken = visits.browserToken(request);
      const verified = await accounts.signIn({ email, password, ip: request.ip, browserToken });
      const begun = verified && (await accounts.sessions.start(verified));
      if (begun === null) {
        reply.header('content-security-policy', contentSecurityFor(consent));
        const page = { action: request.url, consent, account: null, formToken: visit.formToken, serviceUrl };
        return reply.code(401).send(drawConsent({ ...page, email, error: WRONG_PASSWORD }));
      }
      visits.begin(reply, begun);
      session = begun;
    }
    const signedIn = session;
    const next = await consent.allow(signedIn.account, () => accounts.sessions.isOpen(signedIn));
    return next === null ? reply.code(410).send(drawConsentExpired()) : reply.redirect(next, 303);
  });
}

/** Browsers apply form-action to redirects too, and this form redirects to the program. */
function contentSecurityFor({ redirectUri }: ConsentRequest): string {
  const { protocol, origin } = new URL(redirectUri);
  const target = /^https?:$/.test(protocol) ? origin : protocol;
  // Some characters in a host would end the directive.
  if (!/^[\w.:/[\]+-]+$/.test(target)) return CONTENT_SECURITY_POLICY;
  return CONTENT_SECURITY_POLICY.replace("form-action 'self'", `form-action 'self' ${target}`);
}
