import type { FastifyInstance } from 'fastify';
import { emailField, formTokenField, newPasswordField, passwordField, SignInForm } from '../kit/forms.ts';
import { html } from '../kit/html.ts';
import { drawNotice, drawPage } from '../kit/layout.ts';
import type { PageDeps } from '../kit/page-deps.ts';
import { returnPath, signInPath } from '../kit/visit.ts';

interface SignInPage {
  formToken: string;
  to: string;
  email?: string;
  fault?: string;
  mayJoin: boolean;
}

export const WRONG_PASSWORD = 'This address and this password do not belong together.';

export function addSignIn(app: FastifyInstance, { accounts, visits }: PageDeps): void {
  const mayJoin = accounts.signUp !== null;
  app.get<{ Querystring: { to?: unknown } }>('/sign-in', async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    const to = returnPath(request.query.to);
    if (session !== null) return reply.redirect(to, 303);
    return reply.send(drawSignIn({ formToken, to, mayJoin }));
  });

  app.post('/sign-in', async (request, reply) => {
    const { email, password, to } = SignInForm.parse(request.body);
    const account = await accounts.signIn({ email, password, ip: request.ip });
    if (account === null) {
      const { formToken } = await visits.open(request, reply);
      const page = { formToken, to: returnPath(to), email, fault: WRONG_PASSWORD, mayJoin };
      return reply.code(401).send(drawSignIn(page));
    }
    await visits.end(request, reply);
    visits.begin(reply, await accounts.sessions.start(account));
    return reply.redirect(returnPath(to), 303);
  });

  app.post('/sign-out', async (request, reply) => {
    await visits.end(request, reply);
    return reply.redirect('/sign-in', 303);
  });
}

const drawSignIn = ({ formToken, to, email = '', fault, mayJoin }: SignInPage): string =>
  drawPage({
    title: 'Sign in',
    email: null,
    formToken,
    body: html`<div class="narrow">
<h1>Sign in</h1>
${to.startsWith('/signals/') ? html`<p>The page of a signal is for people with a Pro account here. You get to it right after signing in.</p>` : null}
${drawNotice(fault ?? null)}
<form method="post" action="/sign-in" class="card">
${formTokenField(formToken)}
<input type="hidden" name="to" value="${to}">
${emailField(email)}
${passwordField()}
<p class="buttons"><button>Sign in</button></p>
</form>
<p class="quiet">${mayJoin ? html`No account yet? <a href="/sign-up?to=${encodeURIComponent(to)}">Make one</a>. ` : html`Accounts are made by whoever runs this service, with <code>npm run -s cli -- user add EMAIL --pro</code>. `}Forgot your password, or never had one? Ask them for a link to set it.</p>
</div>`,
  });

/** Only where SIGNUP is open. */
export function addSignUp(app: FastifyInstance, { accounts, visits }: PageDeps): void {
  const { signUp } = accounts;
  if (signUp === null) return;
  app.get<{ Querystring: { to?: unknown } }>('/sign-up', async (request, reply) => {
    const { formToken } = await visits.open(request, reply);
    return reply.send(drawSignUp({ formToken, to: returnPath(request.query.to), email: '', fault: null }));
  });
  app.post('/sign-up', async (request, reply) => {
    const { email, password, to } = SignInForm.parse(request.body);
    const outcome = await signUp({ email, password, ip: request.ip });
    if ('fault' in outcome) {
      const { formToken } = await visits.open(request, reply);
      const page = { formToken, to: returnPath(to), email, fault: outcome.fault };
      return reply.code(400).send(drawSignUp(page));
    }
    visits.begin(reply, await accounts.sessions.start(outcome.account));
    return reply.redirect(returnPath(to), 303);
  });
}

interface SignUpPage {
  formToken: string;
  /** Where to go with the new account. */
  to: string;
  email: string;
  fault: string | null;
}

const drawSignUp = ({ formToken, to, email, fault }: SignUpPage): string =>
  drawPage({
    title: 'Make an account',
    email: null,
    formToken,
    body: html`<div class="narrow">
<h1>Make an account</h1>
${drawNotice(fault)}
<form method="post" action="/sign-up" class="card">
${formTokenField(formToken)}
<input type="hidden" name="to" value="${to}">
${emailField(email)}
${newPasswordField()}
<p class="buttons"><button>Make an account</button></p>
</form>
<p class="quiet">You have one already? <a href="${signInPath(to)}">Sign in</a>.</p>
</div>`,
  });
