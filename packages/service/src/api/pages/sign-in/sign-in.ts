import { type Html, html } from '@pain-signals/contract';
import type { FastifyInstance } from 'fastify';
import { drawInSlack } from '../kit/error-page.ts';
import { emailField, formTokenField, newPasswordField, passwordField, SignInForm } from '../kit/forms.ts';
import { drawNarrowPage, drawNotice } from '../kit/layout.ts';
import { landingPath, type PageDeps, returnPath, signInPath } from '../kit/visit.ts';

type SignInRoute = { Querystring: { to?: unknown } };

interface SignInPage {
  formToken: string;
  /** The path to go to afterwards. */
  to: string;
  email?: string;
  error?: string;
}

export const WRONG_PASSWORD = 'Incorrect email or password.';

export function addSignIn(app: FastifyInstance, { accounts, visits }: PageDeps): void {
  const canSignUp = accounts.signUp !== null;
  app.get<SignInRoute>('/sign-in', async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    const to = returnPath(request.query.to);
    if (session !== null) return reply.redirect(landingPath(to, session.account.plan), 303);
    visits.noteWanted(reply, to);
    return reply.send(drawSignIn({ formToken, to }, canSignUp));
  });

  app.post('/sign-in', async (request, reply) => {
    const { email, password, to } = SignInForm.parse(request.body);
    const browserToken = visits.browserToken(request);
    const verified = await accounts.signIn({ email, password, ip: request.ip, browserToken });
    const session = verified && (await accounts.sessions.start(verified));
    if (session === null) {
      const { formToken } = await visits.open(request, reply);
      const page = { formToken, to: returnPath(to), email, error: WRONG_PASSWORD };
      return reply.code(401).send(drawSignIn(page, canSignUp));
    }
    await visits.end(request, reply);
    visits.begin(reply, session);
    return reply.redirect(landingPath(returnPath(to), session.account.plan), 303);
  });

  app.post('/sign-out', async (request, reply) => {
    await visits.end(request, reply);
    return reply.redirect('/sign-in', 303);
  });
}

const drawSignIn = ({ formToken, to, email = '', error }: SignInPage, canSignUp: boolean): string =>
  drawNarrowPage(
    'Sign in',
    html`${to.startsWith('/signals/') ? drawPageWanted(to) : null}
${drawNotice(error ?? null)}
<form method="post" action="/sign-in" class="card">
${formTokenField(formToken)}
<input type="hidden" name="to" value="${to}">
${emailField(email)}
${passwordField()}
<p class="buttons"><button>Sign in</button></p>
</form>
<p class="quiet">${canSignUp ? html`No account yet? <a href="/sign-up?to=${encodeURIComponent(to)}">Create one</a>. ` : null}Forgot your password? Ask the person who runs this service for a reset link.${canSignUp ? null : ' No account yet? Ask them for one.'}</p>`,
    formToken,
  );

function drawPageWanted(to: string): Html {
  const [, id = ''] = /^\/signals\/([^/?#]+)/.exec(to) ?? [];
  return html`<p>Signal pages are part of the Pro plan. Sign in to see the signal.</p>
${drawInSlack(id)}`;
}

/** Only when SIGNUP is open. */
export function addSignUp(app: FastifyInstance, { accounts, visits }: PageDeps): void {
  const { signUp } = accounts;
  if (signUp === null) return;
  app.get<SignInRoute>('/sign-up', async (request, reply) => {
    const { formToken } = await visits.open(request, reply);
    return reply.send(drawSignUp({ formToken, to: returnPath(request.query.to) }));
  });
  app.post('/sign-up', async (request, reply) => {
    const { email, password, to } = SignInForm.parse(request.body);
    const outcome = await signUp({ email, password, ip: request.ip });
    if ('error' in outcome) {
      const { formToken } = await visits.open(request, reply);
      return reply.code(400).send(drawSignUp({ formToken, to: returnPath(to), email, error: outcome.error }));
    }
    const session = await accounts.sessions.start(outcome);
    if (session === null) return reply.redirect(signInPath(returnPath(to)), 303);
    visits.begin(reply, session);
    return reply.redirect(landingPath(returnPath(to), outcome.account.plan), 303);
  });
}

const drawSignUp = ({ formToken, to, email = '', error }: SignInPage): string =>
  drawNarrowPage(
    'Create an account',
    html`${drawNotice(error ?? null)}
<form method="post" action="/sign-up" class="card">
${formTokenField(formToken)}
<input type="hidden" name="to" value="${to}">
${emailField(email)}
${newPasswordField()}
<p class="buttons"><button>Create account</button></p>
</form>
<p class="quiet">Already have an account? <a href="${signInPath(to)}">Sign in</a>.</p>`,
    formToken,
  );
