import { TOP_METRICS } from '@pain-signals/contract';
import { z } from 'zod';
import { ALERT_BOUNDS, MAX_ALERT_QUERY_LENGTH } from '../../accounts/alerts.ts';
import { sessionOf } from '../../accounts/sign-in/sessions.ts';
import { isoInstant } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { JudgedAlert } from '../../queries/alerts.ts';
import type { RestApp, SessionRouteDeps } from './rest-app.ts';

const MAX_BODY_BYTES = 4_096;
const hidden = { schema: { hide: true } };

const NewAlert = z
  .object({
    signalId: z.uuid().optional(),
    query: z
      .string()
      .min(1)
      .max(MAX_ALERT_QUERY_LENGTH)
      .regex(/^[^\0]*$/)
      .optional(),
    metric: z.enum(TOP_METRICS),
    above: z.number().min(ALERT_BOUNDS.min).max(ALERT_BOUNDS.max),
  })
  .refine(({ signalId, query }) => (signalId === undefined) !== (query === undefined));

/** Section 4.6. */
export function addAlertRoutes(app: RestApp, { queries, accounts }: SessionRouteDeps): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.get('/api/alerts', hidden, async (request) => {
    const alerts = await accounts.alerts.list(sessionOf(request).account);
    return (await Promise.all(alerts.map(queries.judgeAlert))).map(toAlertResponse);
  });
  app.post('/api/alerts', hidden, async (request, reply) => {
    const { data } = NewAlert.safeParse(request.body);
    if (data === undefined)
      throw new ServiceError(
        'INVALID_PARAMETER',
        `Send {"signalId": UUID or "query": text, "metric": one of ${TOP_METRICS.join(', ')}, "above": number}.`,
      );
    const { account } = sessionOf(request);
    const signalId = data.signalId === undefined ? null : (await queries.getSignal(data.signalId)).id;
    const alert = await accounts.alerts.create(account, { ...data, signalId, query: data.query ?? null });
    return reply.code(201).send(toAlertResponse(await queries.judgeAlert(alert)));
  });
  app.delete<{ Params: { id: string } }>('/api/alerts/:id', hidden, async (request, reply) => {
    const { id } = request.params;
    const isRemoved = z.uuid().safeParse(id).success && (await accounts.alerts.remove(sessionOf(request).account, id));
    if (!isRemoved) throw new ServiceError('NOT_FOUND', 'This alert does not exist.');
    return reply.code(204).send();
  });
}

const toAlertResponse = ({ createdAt, ...alert }: JudgedAlert) => ({
  ...alert,
  createdAt: isoInstant(createdAt),
});
