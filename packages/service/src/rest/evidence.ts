import { EvidenceParameters, LIFETIME_SECONDS, SignalId } from '@pain-signals/contract';
import { RESPONSE_TIMEOUT_MS } from '../model/within.ts';
import { EvidencePage } from '../queries/answers.ts';
import type { Queries } from '../queries/index.ts';
import type { RestApp } from './rest-app.ts';
import { errorResponses } from './route-errors.ts';

export function addEvidenceRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/pain-signals/:id/evidence',
    {
      schema: {
        tags: ['pain signals'],
        summary: 'The pieces of posts that make up the signal: how the newest begin first, then how they go on',
        params: SignalId,
        querystring: EvidenceParameters,
        response: { 200: EvidencePage, ...errorResponses.ofSignalAndParameters },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.other },
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ params, query }) => queries.evidence(params.id, query),
  );
}
