import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../accounts/index.ts';
import { ServiceError } from '../../../model/service-error.ts';
import { AlertForm, KeyForm, SignalAlertForm } from '../kit/forms.ts';
import type { PageDeps } from '../kit/page-deps.ts';
import { signInPath } from '../kit/visit.ts';
import { drawSettings, type SettingsPage } from './settings-page.ts';

type ItemRoute = { Params: { id: string } };
type FormOutcome = Partial<Pick<SettingsPage, 'newKey' | 'fault' | 'done'>> & { status?: number };
type FormAction = (account: Account, request: FastifyRequest<ItemRoute>) => Promise<FormOutcome>;
/** A form's answer: does what was asked and draws the settings as they are then. What is shown once is thereby kept nowhere. */
type HandleForm = (
  deed: FormAction,
) => (request: FastifyRequest<ItemRoute>, reply: FastifyReply) => Promise<FastifyReply>;

/** The settings with their section "Integrations", where keys are made (section 5, rule 1). */
export function addSettings(app: FastifyInstance, deps: PageDeps): void {
  const { accounts, queries, visits, serviceUrl } = deps;
  const after: HandleForm = (deed) => async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    if (session === null) return reply.redirect(signInPath('/settings'), 303);
    const { account } = session;
    const { status = 200, ...outcome } = await deed(account, request).catch(toErrorOutcome);
    const page = {
      account,
      keys: await accounts.keys.list(account),
      programs: await accounts.programs.list(account),
      alerts: await Promise.all((await accounts.alerts.list(account)).map(queries.judgeAlert)),
    };
    return reply.code(status).send(drawSettings({ ...page, formToken, serviceUrl, ...outcome }));
  };
  app.get<ItemRoute>(
    '/settings',
    after(async () => ({})),
  );
  addKeyForms(app, after, deps);
  addProgramForm(app, after, deps);
  addAlertForms(app, after, deps);
}

function addKeyForms(app: FastifyInstance, after: HandleForm, { accounts: { keys } }: PageDeps): void {
  app.post<ItemRoute>(
    '/settings/keys',
    after(async (account, { body }) => ({ newKey: (await keys.create(account, KeyForm.parse(body).name)).key })),
  );
  app.post<ItemRoute>(
    '/settings/keys/:id/revoke',
    after(async (account, { params: { id } }) =>
      (await keys.revoke(account, id)) ? { done: `The key ${id} is revoked.` } : notFound('You have no such key.'),
    ),
  );
}

function addProgramForm(app: FastifyInstance, after: HandleForm, { accounts: { programs } }: PageDeps): void {
  app.post<ItemRoute>(
    '/settings/programs/:id/disconnect',
    after(async (account, { params: { id } }) => {
      const name = await programs.disconnect(account, id);
      return name === null ? notFound('No such program is connected.') : { done: `${name} is disconnected.` };
    }),
  );
}

function addAlertForms(app: FastifyInstance, after: HandleForm, { accounts: { alerts }, queries }: PageDeps): void {
  app.post<ItemRoute>(
    '/settings/alerts',
    after(async (account, { body }) => {
      const { data } = AlertForm.safeParse(body);
      if (data === undefined) return INVALID_ALERT;
      await alerts.create(account, { ...data, signalId: null });
      return { done: `The alert on “${data.query}” is set.` };
    }),
  );
  app.post<ItemRoute>(
    '/signals/:id/alerts',
    after(async (account, { body, params }) => {
      const { id, topic } = await queries.getSignal(params.id);
      const { data } = SignalAlertForm.safeParse(body);
      if (data === undefined) return INVALID_ALERT;
      await alerts.create(account, { ...data, signalId: id, query: null });
      return { done: `The alert on “${topic}” is set.` };
    }),
  );
  app.post<ItemRoute>(
    '/settings/alerts/:id/remove',
    after(async (account, { params: { id } }) =>
      (await alerts.remove(account, id)) ? { done: 'The alert is removed.' } : notFound('You have no such alert.'),
    ),
  );
}

const INVALID_ALERT: FormOutcome = {
  fault: 'Say what the signals are about, which figure, and above what number.',
  status: 400,
};

const notFound = (fault: string): FormOutcome => ({ fault, status: 404 });

function toErrorOutcome(error: unknown): FormOutcome {
  if (!(error instanceof ServiceError)) throw error;
  return { fault: error.message, status: error.status };
}
