import { html } from '@pain-signals/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { formTokenField, newPasswordField, PasswordForm } from '../kit/forms.ts';
import { drawNarrowPage, drawNotice } from '../kit/layout.ts';
import { landingPath, type PageDeps } from '../kit/visit.ts';

type LinkRoute = { Params: { token: string } };

/** The page behind a one-time link. Opening it does not use the link, since mail programs open links too. */
export function addSetPassword(app: FastifyInstance, { accounts, visits }: PageDeps): void {
  app.get<LinkRoute>('/password/:token', async (request, reply) => {
    const { formToken } = await visits.open(request, reply);
    const account = await accounts.passwordLinks.find(request.params.token);
    if (account === null) return sendLinkExpired(reply);
    return reply.send(drawSetPassword({ token: request.params.token, ...account, formToken, error: null }));
  });

  app.post<LinkRoute>('/password/:token', async (request, reply) => {
    const { token } = request.params;
    const { password } = PasswordForm.parse(request.body);
    const outcome = await accounts.passwordLinks.use(token, password);
    const { formToken } = await visits.open(request, reply);
    if (outcome === null) return sendLinkExpired(reply);
    if ('error' in outcome) {
      const { account, error } = outcome;
      return reply.code(400).send(drawSetPassword({ token, ...account, formToken, error }));
    }
    const session = await accounts.sessions.start(outcome);
    if (session === null) return sendLinkExpired(reply);
    visits.begin(reply, session);
    return reply.redirect(landingPath(visits.takeWanted(request, reply), outcome.account.plan), 303);
  });
}

interface SetPasswordPage {
  token: string;
  email: string;
  /** False for a new account, which is signed in nowhere. */
  hasPassword: boolean;
  formToken: string;
  error: string | null;
}

const drawSetPassword = ({ token, email, hasPassword, formToken, error }: SetPasswordPage): string =>
  drawNarrowPage(
    'Set a password',
    html`<p>For <b>${email}</b>. This also signs you in${hasPassword ? ' here, and out everywhere else' : null}.</p>
${drawNotice(error)}
<form method="post" action="/password/${token}" class="card">
${formTokenField(formToken)}
<input type="hidden" autocomplete="username" value="${email}">
${newPasswordField()}
<p class="buttons"><button>Set password</button></p>
</form>`,
    formToken,
  );

const sendLinkExpired = (reply: FastifyReply) =>
  reply
    .code(410)
    .send(
      drawNarrowPage(
        'This link no longer works',
        html`<p>Password links work once, for 24 hours. Ask the person who runs this service for a new one, or <a href="/sign-in">sign in</a>.</p>`,
      ),
    );
