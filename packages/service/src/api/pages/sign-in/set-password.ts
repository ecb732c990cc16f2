import type { FastifyInstance, FastifyReply } from 'fastify';
import { formTokenField, newPasswordField, PasswordForm } from '../kit/forms.ts';
import { html } from '../kit/html.ts';
import { drawNotice, drawPage } from '../kit/layout.ts';
import type { PageDeps } from '../kit/page-deps.ts';

type LinkRoute = { Params: { token: string } };

/** The page behind a one-time link. Opening it does not use the link up: mail programs look at links too. */
export function addSetPassword(app: FastifyInstance, { accounts, visits }: PageDeps): void {
  app.get<LinkRoute>('/password/:token', async (request, reply) => {
    const { formToken } = await visits.open(request, reply);
    const account = await accounts.passwordLinks.find(request.params.token);
    if (account === null) return sendLinkExpired(reply, formToken);
    return reply.send(drawSetPassword({ token: request.params.token, email: account.email, formToken, fault: null }));
  });

  app.post<LinkRoute>('/password/:token', async (request, reply) => {
    const { token } = request.params;
    const { password } = PasswordForm.parse(request.body);
    const outcome = await accounts.passwordLinks.use(token, password, request.ip);
    const { formToken } = await visits.open(request, reply);
    if (outcome === null) return sendLinkExpired(reply, formToken);
    if ('fault' in outcome) {
      const { email } = (await accounts.passwordLinks.find(token)) ?? { email: '' };
      return reply.code(400).send(drawSetPassword({ token, email, formToken, fault: outcome.fault }));
    }
    visits.begin(reply, await accounts.sessions.start(outcome.account));
    return reply.redirect('/settings', 303);
  });
}

interface SetPasswordPage {
  token: string;
  email: string;
  formToken: string;
  fault: string | null;
}

const drawSetPassword = ({ token, email, formToken, fault }: SetPasswordPage): string =>
  drawPage({
    title: 'Set a password',
    email: null,
    formToken,
    body: html`<div class="narrow">
<h1>Set a password</h1>
<p>For <b>${email}</b>. You are then signed in here, and signed out everywhere else.</p>
${drawNotice(fault)}
<form method="post" action="/password/${token}" class="card">
${formTokenField(formToken)}
<input type="hidden" autocomplete="username" value="${email}">
${newPasswordField()}
<p class="buttons"><button>Set the password</button></p>
</form>
</div>`,
  });

const sendLinkExpired = (reply: FastifyReply, formToken: string) =>
  reply.code(410).send(
    drawPage({
      title: 'This link no longer works',
      email: null,
      formToken,
      body: html`<div class="narrow">
<h1>This link no longer works</h1>
<p>A link to set a password works once and for 24 hours. Ask whoever runs this service for a new one, or <a href="/sign-in">sign in</a>.</p>
</div>`,
    }),
  );
