import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../accounts/index.ts';
import { ServiceError } from '../../../model/service-error.ts';
import { AlertForm, KeyForm, SignalAlertForm } from '../kit/forms.ts';
import { type PageDeps, signInPath } from '../kit/visit.ts';
import { drawSettings, type SettingsPage } from './settings-page.ts';

type ItemRoute = { Params: { id: string } };
type FormOutcome = Partial<Pick<SettingsPage, 'newKey' | 'error' | 'done'>> & { status?: number };
type FormAction = (account: Account, request: FastifyRequest<ItemRoute>) => Promise<FormOutcome>;
/** Runs a form's action and shows the settings, instead of redirecting: a new key is shown once and stored nowhere. */
type HandleForm = (
  action: FormAction,
) => (request: FastifyRequest<ItemRoute>, reply: FastifyReply) => Promise<FastifyReply>;

/** The settings with the section "Integrations", where keys are created (section 5, rule 1). */
export function addSettings(app: FastifyInstance, deps: PageDeps): void {
  const { accounts, queries, visits, countVisit, serviceUrl } = deps;
  const handle: HandleForm = (action) => async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    if (session === null) return reply.redirect(signInPath('/settings'), 303);
    const { account } = session;
    await countVisit(account.id);
    const { status = 200, ...outcome } = await action(account, request).catch(toErrorOutcome);
    const page = {
      account,
      fairUse: await accounts.fairUse(account),
      keys: await accounts.keys.list(account),
      programs: await accounts.programs.list(account),
      alerts: await Promise.all((await accounts.alerts.list(account)).map(queries.judgeAlert)),
    };
    return reply.code(status).send(drawSettings({ ...page, formToken, serviceUrl, ...outcome }));
  };
  app.get<ItemRoute>(
    '/settings',
    handle(async () => ({})),
  );
  addKeyForms(app, handle, deps);
  addProgramForm(app, handle, deps);
  addAlertForms(app, handle, deps);
}

function addKeyForms(app: FastifyInstance, handle: HandleForm, { accounts: { keys } }: PageDeps): void {
  app.post<ItemRoute>(
    '/settings/keys',
    handle(async (account, { body }) => ({ newKey: (await keys.create(account, KeyForm.parse(body).name)).key })),
  );
  app.post<ItemRoute>(
    '/settings/keys/:id/revoke',
    handle(async (account, { params: { id } }) =>
      (await keys.revoke(account, id)) ? { done: `Key ${id} revoked.` } : notFound('You have no key with this prefix.'),
    ),
  );
}

function addProgramForm(app: FastifyInstance, handle: HandleForm, { accounts: { programs } }: PageDeps): void {
  app.post<ItemRoute>(
    '/settings/programs/:id/disconnect',
    handle(async (account, { params: { id } }) => {
      const name = await programs.disconnect(account, id);
      return name === null ? notFound('This app is not connected.') : { done: `${name} disconnected.` };
    }),
  );
}

function addAlertForms(app: FastifyInstance, handle: HandleForm, { accounts: { alerts }, queries }: PageDeps): void {
  app.post<ItemRoute>(
    '/settings/alerts',
    handle(async (account, { body }) => {
      const { data } = AlertForm.safeParse(body);
      if (data === undefined) return INVALID_ALERT;
      await alerts.create(account, { ...data, signalId: null });
      return { done: `Watch on “${data.query}” added. See Watches below.` };
    }),
  );
  app.post<ItemRoute>(
    '/signals/:id/alerts',
    handle(async (account, { body, params }) => {
      const { id, topic } = await queries.getSignal(params.id);
      const { data } = SignalAlertForm.safeParse(body);
      if (data === undefined) return INVALID_ALERT;
      await alerts.create(account, { ...data, signalId: id, query: null });
      return { done: `Watch on “${topic}” added. See Watches below.` };
    }),
  );
  app.post<ItemRoute>(
    '/settings/alerts/:id/remove',
    handle(async (account, { params: { id } }) =>
      (await alerts.remove(account, id)) ? { done: 'Watch removed.' } : notFound('This watch doesn’t exist.'),
    ),
  );
}

const INVALID_ALERT: FormOutcome = {
  error: 'Enter what the signals are about, choose a metric, and enter a number.',
  status: 400,
};

const notFound = (error: string): FormOutcome => ({ error, status: 404 });

function toErrorOutcome(error: unknown): FormOutcome {
  if (!(error instanceof ServiceError)) throw error;
  return { error: error.message, status: error.status };
}
