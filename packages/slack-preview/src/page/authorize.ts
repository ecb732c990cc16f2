import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { FIRST_PERSON_ID, findTeam, isOrganisation, TEAMS } from '../workspace/directory.ts';
import type { State } from '../workspace/state.ts';
import { html } from './text/html.ts';

const AuthorizeQuery = z.object({
  client_id: z.string().min(1),
  scope: z.string().default(''),
  state: z.string().default(''),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  /** What the admin chose; absent: the page is shown. */
  allow: z.string().optional(),
});

/** Slack's page that asks an admin whether, and where, an app may be installed. */
export async function authorizeRoutes(
  server: FastifyInstance,
  { state, clientId }: { state: State; clientId: string },
): Promise<void> {
  server.get('/oauth/v2/authorize', (request, reply) => {
    const asked = AuthorizeQuery.safeParse(request.query);
    if (!asked.success || asked.data.client_id !== clientId) {
      return reply.code(400).type('text/plain').send('Invalid client_id or redirect_uri');
    }
    const { allow, redirect_uri, scope, state: flow } = asked.data;
    if (allow === undefined) {
      return reply.type('text/html; charset=utf-8').send(String(page(request.url, scope)));
    }
    const back = new URL(redirect_uri);
    back.searchParams.set('state', flow);
    const team = findTeam(allow);
    if (team === undefined) back.searchParams.set('error', 'access_denied');
    else {
      const grant = { team, installerId: FIRST_PERSON_ID, scopes: scope };
      back.searchParams.set('code', state.installs.issueCode(grant));
    }
    return reply.redirect(back.toString());
  });
}

const page = (url: string, scope: string) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Install Pain Signals</title></head>
<body><main><h1>Pain Signals asks for access</h1>
<p>It wants: ${scope.split(',').join(', ')}</p>
<ul>${TEAMS.map(
  (team) =>
    html`<li><a href="${url}&allow=${team.id}">Allow in ${team.name}${isOrganisation(team) ? ' (all workspaces)' : ''}</a></li>`,
)}</ul>
<p><a href="${url}&allow=nobody">Cancel</a></p></main></body></html>`;
