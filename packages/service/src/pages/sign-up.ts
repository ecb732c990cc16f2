import type { FastifyInstance } from 'fastify';
import type { PageDeps } from './deps.ts';
import { emailField, formTokenField, newPasswordField } from './form.ts';
import { SignUpForm } from './forms.ts';
import { html } from './html.ts';
import { drawPage, notice } from './layout.ts';

/** Only where SIGNUP is open. */
export function addSignUp(app: FastifyInstance, { accounts, visits }: PageDeps): void {
  const { signUp } = accounts;
  if (signUp === null) return;
  app.get('/sign-up', async (request, reply) => {
    const { formToken } = await visits.of(request, reply);
    return reply.send(drawSignUp(formToken, '', null));
  });
  app.post('/sign-up', async (request, reply) => {
    const { email, password } = SignUpForm.parse(request.body);
    const outcome = await signUp({ email, password, ip: request.ip });
    if ('fault' in outcome) {
      const { formToken } = await visits.of(request, reply);
      return reply.code(400).send(drawSignUp(formToken, email, outcome.fault));
    }
    visits.begin(reply, await accounts.sessions.start(outcome.account));
    return reply.redirect('/settings', 303);
  });
}

const drawSignUp = (formToken: string, email: string, fault: string | null): string =>
  drawPage({
    title: 'Make an account',
    email: null,
    formToken,
    body: html`<div class="narrow">
<h1>Make an account</h1>
${notice(fault)}
<form method="post" action="/sign-up" class="card">
${formTokenField(formToken)}
${emailField(email)}
${newPasswordField()}
<p class="buttons"><button>Make an account</button></p>
</form>
<p class="quiet">You have one already? <a href="/sign-in">Sign in</a>.</p>
</div>`,
  });
