import type { FastifyInstance } from 'fastify';
import type { ConsentRequest } from '../accounts/oauth/index.ts';
import { drawConsent, drawConsentExpired } from './consent-page.ts';
import type { PageDeps } from './deps.ts';
import { ConsentForm } from './forms.ts';
import { CONTENT_SECURITY_POLICY } from './page-headers.ts';
import { WRONG_PASSWORD } from './sign-in.ts';

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
