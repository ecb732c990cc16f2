import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Account } from '../../accounts/index.ts';
import { formTokenOf, sessionOf } from '../../accounts/sign-in/sessions.ts';
import { isoInstant } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import { addAlertRoutes } from './alerts.ts';
import { addBriefOrderRoutes } from './briefs.ts';
import type { RestApp, SessionRouteDeps } from './rest-app.ts';

const hidden = { schema: { hide: true } };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sections 4.5 and 4.6: for signed-in people, not for API keys. */
export function addAccountRoutes(app: RestApp, { queries, accounts }: SessionRouteDeps): void {
  app.get('/api/me', hidden, async (request, reply) => {
    const { account, token } = sessionOf(request);
    const keys = await accounts.keys.list(account);
    return {
      email: account.email,
      plan: account.plan,
      role: 'ROLE_USER',
      keys: keys.map(({ prefix, name, createdAt, lastUsedAt }) => ({
        prefix,
        name,
        createdAt: isoInstant(createdAt),
        lastUsedAt: lastUsedAt === null ? null : isoInstant(lastUsedAt),
      })),
      usage: {
        limit: Number(reply.getHeader('ratelimit-limit')),
        remaining: Number(reply.getHeader('ratelimit-remaining')),
      },
      csrfToken: formTokenOf(token),
    };
  });
  app.get('/api/billing', hidden, async (request) => {
    const { account } = sessionOf(request);
    const { plan, since } = await accounts.billing(account);
    // Plans are not sold here; the operator sets them.
    return { plan, since: isoInstant(since), setBy: 'operator' };
  });
  app.get<{ Params: { id: string } }>('/api/chunks/:id', hidden, (request) => {
    requirePro(sessionOf(request).account);
    return queries.chunk(request.params.id);
  });
  app.register(async (scope) => addAlertRoutes(scope.withTypeProvider<ZodTypeProvider>(), { queries, accounts }));
  addBriefOrderRoutes(app, { queries, accounts });
  rejectOtherMethods(app);
}

const ALLOWED_METHODS: Readonly<Record<string, readonly string[]>> = {
  '/api/me': ['GET'],
  '/api/billing': ['GET'],
  '/api/chunks/:id': ['GET'],
  '/api/alerts': ['GET', 'POST'],
  '/api/alerts/:id': ['DELETE'],
};

/** Registers all other methods too, so that they require a session before they return 405. */
function rejectOtherMethods(app: RestApp): void {
  for (const [url, allowed] of Object.entries(ALLOWED_METHODS)) {
    const allow = allowed.join(', ');
    const handler = () => {
      throw new ServiceError('METHOD_NOT_ALLOWED', `Method not allowed. Use ${allow}.`, { headers: { allow } });
    };
    app.route({ ...hidden, method: METHODS.filter((method) => !allowed.includes(method)), url, handler });
  }
  for (const url of ['/api/me/*', '/api/billing/*'])
    app.all(url, hidden, () => {
      throw new ServiceError('NOT_FOUND', 'Not found.');
    });
}

function requirePro({ plan }: Account): void {
  if (plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'This requires a Pro subscription.');
}
