import type { FastifyInstance } from 'fastify';
import type { PageDeps } from './deps.ts';
import { emailField, formTokenField, newPasswordField } from './form.ts';
import { SignInForm } from './forms.ts';
import { html } from './html.ts';
import { drawNotice, drawPage } from './layout.ts';
import { returnPath, signInPath } from './return-path.ts';

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
